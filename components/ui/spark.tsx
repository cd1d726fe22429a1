import { HOUR_MS } from "@/lib/base/core/time";
import { indexColour } from "./index-mark";

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

/** The geometry of a small line: pure, so that it can be tested without a page. */

/** `t` in milliseconds since 1970. */
export type SparkPoint = { t: number; value: number };

export type SparkShape = {
  /** The line, broken where more than `gap` has no point. */
  path: string;
  /** Single readings between two gaps. */
  dots: { x: number; y: number }[];
  /** Where the newest reading stands. */
  end: { x: number; y: number } | null;
};

/** Points as the interface writes them. */
export function sparkPoints(points: readonly { t: string; value: number }[]): SparkPoint[] {
  return points.map(({ t, value }) => ({ t: Date.parse(t), value }));
}

/** The least and greatest value of several lines, for a grid that shares its scale. */
export function sparkDomain(lines: SparkPoint[][]): [number, number] | undefined {
  const values = lines.flat().map((point) => point.value);
  return values.length === 0 ? undefined : [Math.min(...values), Math.max(...values)];
}

/**
 * Places hourly points between `from` and `to` into a box.
 * @param domain the scale of the values; the points' own range when left out
 * @param gapHours a longer silence breaks the line
 */
export function sparkShape(
  points: SparkPoint[],
  box: { from: string; to: string; width: number; height: number; pad: number },
  domain = sparkDomain([points]),
  gapHours = 1.5,
): SparkShape {
  if (!domain || points.length === 0) return { path: "", dots: [], end: null };
  const [low, high] = domain;
  const start = Date.parse(box.from);
  const span = Math.max(1, Date.parse(box.to) - start);
  const range = high - low || 1;
  const place = (point: SparkPoint) => ({
    at: point.t,
    x: round(box.pad + ((point.t - start) / span) * (box.width - 2 * box.pad)),
    y: round(
      high === low
        ? box.height / 2
        : box.pad + (1 - (point.value - low) / range) * (box.height - 2 * box.pad),
    ),
  });
  const runs: { x: number; y: number; at: number }[][] = [];
  for (const point of points.map(place)) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run && last && point.at - last.at <= gapHours * HOUR_MS) run.push(point);
    else runs.push([point]);
  }
  const lines = runs.filter((run) => run.length > 1);
  return {
    path: lines.map((run) => `M${run.map((point) => `${point.x} ${point.y}`).join("L")}`).join(""),
    dots: runs.filter((run) => run.length === 1).flat(),
    end: runs.at(-1)?.at(-1) ?? null,
  };
}

const round = (value: number) => Math.round(value * 10) / 10;
