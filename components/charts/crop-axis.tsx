import { cropDay, cropTime } from "@/lib/farm/compare/crop";
import type { TimeWindow } from "./chart-frame";
import { PLOT_LEFT, PLOT_RIGHT } from "./plot-room";
import { TIME_AXIS_HEIGHT } from "./time-axis";

/** Steps that weeks divide, or that divide a week. */
const STEPS = [1, 2, 7, 14, 28, 56, 112, 364];
const MOST_TICKS = 5;

/** The days that have a tick: round ones, five at most. */
export function cropTicks({ from, to }: TimeWindow): number[] {
  const [first, last] = [Math.ceil(from / cropTime(1)), Math.floor(to / cropTime(1))];
  const ticksOf = (step: number) => {
    const begin = Math.ceil(first / step) * step;
    return Array.from(
      { length: Math.max(0, Math.floor((last - begin) / step) + 1) },
      (_, n) => begin + n * step,
    );
  };
  const step = STEPS.find((one) => ticksOf(one).length <= MOST_TICKS) ?? Math.ceil((last - first) / 4);
  return ticksOf(step);
}

/** Days of crop under a plot. */
export function CropAxis({ window, width }: { window: TimeWindow; width: number }) {
  const scale = (width - PLOT_LEFT - PLOT_RIGHT) / (window.to - window.from);
  return (
    <svg
      width={width}
      height={TIME_AXIS_HEIGHT}
      aria-hidden="true"
      className="block overflow-visible text-(length:--fs-1)"
    >
      {cropTicks(window).map((day) => {
        const x = PLOT_LEFT + (cropTime(day) - window.from) * scale;
        return (
          <g key={day}>
            <line x1={x} x2={x} y1={0} y2={5} stroke="var(--axis)" />
            <text x={x} y={17} fill="var(--text-3)" textAnchor="middle">
              {cropDay(cropTime(day))}
            </text>
          </g>
        );
      })}
      <text x={PLOT_LEFT} y={33} fill="var(--text-2)">
        day of crop
      </text>
    </svg>
  );
}
