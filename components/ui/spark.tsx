import { splitRuns } from "@/lib/base/core/group-by";
import { HOUR_MS } from "@/lib/base/core/time";
import { indexColour } from "./index-mark";

/** `t` in epoch milliseconds. */
export type SparkPoint = { t: number; value: number };

type Domain = readonly [low: number, high: number];

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

/** Points of an answer. */
export function sparkPoints(points: readonly { t: string; value: number }[]): SparkPoint[] {
  return points.map(({ t, value }) => ({ t: Date.parse(t), value }));
}

/** The lowest and highest value of several lines, for a grid with one scale; null without any. */
export function sparkDomain(lines: readonly (readonly SparkPoint[])[]): Domain | null {
  const values = lines.flat().map((point) => point.value);
  return values.length === 0 ? null : [Math.min(...values), Math.max(...values)];
}

/** A longer silence breaks the line. */
const MAX_GAP = 1.5 * HOUR_MS;

type Box = { from: number; to: number; width: number; height: number; padX: number; padY: number };

/**
 * Places hourly points in a box, in pixels.
 * @param box `from` and `to` in epoch milliseconds; the paddings are left free on either side
 * @returns `path`: the line, broken at gaps; `dots`: points between two gaps; `end`: the newest point
 */
export function sparkShape(
  points: readonly SparkPoint[],
  { from, to, width, height, padX, padY }: Box,
  domain = sparkDomain([points]),
) {
  if (!domain) return { path: "", dots: [], end: null };
  const [low, high] = domain;
  const place = ({ t, value }: SparkPoint) => ({
    x: round(padX + ((t - from) / Math.max(1, to - from)) * (width - 2 * padX)),
    y: round(high === low ? height / 2 : padY + ((high - value) / (high - low)) * (height - 2 * padY)),
  });
  const runs = splitRuns(points, (before, point) => point.t - before.t <= MAX_GAP).map((run) =>
    run.map(place),
  );
  const lines = runs.filter((run) => run.length > 1);
  return {
    path: lines.map((run) => `M${run.map(({ x, y }) => `${x} ${y}`).join("L")}`).join(""),
    dots: runs.filter((run) => run.length === 1).flat(),
    end: runs.at(-1)?.at(-1) ?? null,
  };
}

const round = (value: number) => Math.round(value * 10) / 10;
