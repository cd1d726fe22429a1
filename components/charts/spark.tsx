import { indexColour } from "@/components/ui/index-mark";
import { type Domain, type SparkPoint, sparkShape } from "./spark-shape";

/**
 * The last days of an index as a small line in its hue, broken at gaps, with a dot at the newest reading. Decoration:
 * the numbers stand beside it. An old line is grey without the dot, so that it does not look live.
 * @param props `domain`: shared by the lines of a grid; by default the line's own range
 */
export function Spark({
  points,
  from,
  to,
  index,
  domain,
  width = 104,
  height = 30,
  isOld = false,
}: {
  points: SparkPoint[];
  from: string;
  to: string;
  index: string;
  domain?: Domain | null;
  width?: number;
  height?: number;
  isOld?: boolean;
}) {
  const box = { from: Date.parse(from), to: Date.parse(to), width, height, padX: 3, padY: 3 };
  const { path, dots, end } = sparkShape(points, box, domain);
  const colour = isOld ? "var(--text-3)" : indexColour(index);
  return (
    <svg width={width} height={height} aria-hidden="true" className="block shrink-0">
      <path
        d={path}
        fill="none"
        stroke={colour}
        strokeWidth={1.5}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      {dots.map((dot) => (
        <circle key={dot.x} cx={dot.x} cy={dot.y} r={1.2} fill={colour} />
      ))}
      {end && !isOld && <circle cx={end.x} cy={end.y} r={2.4} fill={colour} />}
    </svg>
  );
}
