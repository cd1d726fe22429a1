import { indexColour } from "./index-mark";
import { type SparkPoint, sparkShape } from "./spark-path";

/**
 * The last days of an index as a small line in its hue, broken at gaps, the newest reading as a dot.
 * Decoration: the numbers stand beside it. `domain` is shared by all lines of one grid. What is old is grey and has
 * no dot: nothing old looks live.
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
  domain?: [number, number];
  width?: number;
  height?: number;
  isOld?: boolean;
}) {
  const { path, dots, end } = sparkShape(points, { from, to, width, height, pad: 3 }, domain);
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
