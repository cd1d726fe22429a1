"use client";
import { memo } from "react";
import { useWords } from "@/components/words/words";
import { addDays, siteDay, startOfDay } from "@/lib/base/core/time";
import type { Words } from "@/lib/base/words/words";
import type { WallLine } from "@/lib/display/wall/contract";
import { chartShape, nightsIn } from "./chart-shape";
import { widthOf } from "./measure";

/** Drawing units per vmin. */
const UNIT = 10;
const EXTRA = 3.4 * UNIT;
const LABEL_GAP = 1.4 * UNIT;
const FOOT = 4.6 * UNIT;
const HEAD = 6.4 * UNIT;
const DOT = 1.3 * UNIT;

/**
 * One index over some days, with nights, gaps and interpolated parts. It is drawn without recharts, so that a wall
 * loads less.
 * @param props `width` and `height` in vmin
 */
export const WallChart = memo(function WallChart(props: {
  line: WallLine;
  light: WallLine | undefined;
  from: string;
  to: string;
  zone: string;
  width: number;
  height: number;
  /** The title above it, with the unit. */
  title: string;
  marked?: boolean;
  /** The axis labels of all charts of the board, so that their plots are equally wide. */
  labels?: readonly string[];
}) {
  const words = useWords();
  const { line, light, from, to, zone, width, height, title, marked = false, labels = [] } = props;
  const span = { from: Date.parse(from), to: Date.parse(to) };
  const shape = chartShape(line, span);
  const own = axisLabels(words, shape);
  const left = Math.max(...[...own, ...labels].map((label) => widthOf(label, "extra"))) * UNIT + LABEL_GAP;
  const box = { left, top: HEAD, right: width * UNIT, bottom: height * UNIT - FOOT };
  // Leaves room for the dot of the last point.
  const reach = box.right - DOT - box.left;
  const x = (t: number) => box.left + ((t - span.from) / (span.to - span.from || 1)) * reach;
  const y = (value: number) =>
    box.bottom - ((value - shape.low) / (shape.high - shape.low || 1)) * (box.bottom - box.top);
  const place = (points: readonly { t: number; v: number }[]) =>
    points.map(({ t, v }, at) => `${at === 0 ? "M" : "L"}${x(t).toFixed(1)} ${y(v).toFixed(1)}`).join("") +
    (points.length === 1 ? "h0" : "");
  const last = shape.last;
  return (
    <svg
      className="wall-chart"
      viewBox={`0 0 ${width * UNIT} ${height * UNIT}`}
      style={{ width: `${width}vmin`, height: `${height}vmin` }}
      role="img"
      aria-label={title}
    >
      {nightsIn(light, line, span).map((night) => (
        <rect
          key={night.from}
          x={x(night.from)}
          width={Math.max(0, x(night.to) - x(night.from))}
          y={box.top}
          height={box.bottom - box.top}
          fill="var(--night)"
        />
      ))}
      <text x={0} y={EXTRA * 0.85} fontSize={EXTRA}>
        {title}
      </text>
      <text x={box.left - LABEL_GAP} y={box.top + EXTRA * 0.36} fontSize={EXTRA} textAnchor="end">
        {own[0]}
      </text>
      <text x={box.left - LABEL_GAP} y={box.bottom + EXTRA * 0.2} fontSize={EXTRA} textAnchor="end">
        {own[1]}
      </text>
      <path d={`M${box.left} ${box.top}H${box.right}`} stroke="var(--grid)" strokeWidth={2} />
      <path d={`M${box.left} ${box.bottom}H${box.right}`} stroke="var(--axis)" strokeWidth={3} />
      {shape.runs.map((run) => (
        <path
          key={`${run.points[0]?.t} ${run.filled}`}
          className={run.filled ? "wall-line wall-filled" : "wall-line"}
          d={place(run.points)}
        />
      ))}
      {last && (
        <circle cx={x(last.t)} cy={y(last.v)} r={DOT} fill={marked ? "var(--high)" : "var(--text-1)"} />
      )}
      {daysIn(words, span, zone).map(({ name, from: start, to: end }) => (
        <text
          key={start}
          x={x((start + end) / 2)}
          y={height * UNIT - EXTRA * 0.22}
          fontSize={EXTRA}
          textAnchor="middle"
        >
          {name}
        </text>
      ))}
    </svg>
  );
});

/** The labels of the value axis, from top to bottom. */
export function axisLabels(
  { formatValue }: Words,
  { high, low, decimals }: ReturnType<typeof chartShape>,
): string[] {
  return [high, low].map((value) => formatValue(value, decimals));
}

/** The labels of the days below the plot; a day has one if more than half of it is shown. */
function daysIn({ weekdayOf }: Words, { from, to }: { from: number; to: number }, zone: string) {
  const found: { name: string; from: number; to: number }[] = [];
  for (let day = siteDay(new Date(from), zone); day <= siteDay(new Date(to), zone); day = addDays(day, 1)) {
    const start = startOfDay(day, zone).getTime();
    const end = startOfDay(addDays(day, 1), zone).getTime();
    const shown = { from: Math.max(start, from), to: Math.min(end, to) };
    if (shown.to - shown.from > (end - start) / 2) found.push({ name: weekdayOf(day), ...shown });
  }
  return found;
}
