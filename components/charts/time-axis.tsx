import { memo } from "react";
import type { TimeWindow } from "./chart-frame";
import { PLOT_LEFT, PLOT_RIGHT } from "./plot-room";
import { timeTicks } from "./time-ticks";

export const TIME_AXIS_HEIGHT = 38;

/** A midnight without its date is still taller than an hour. */
const markHeight = (midnight: boolean, label: string) => (midnight ? (label ? 36 : 10) : 5);

type Props = { window: TimeWindow; timeZone: string; width: number };

/**
 * Hours 06, 12, 18 as short ticks, midnights as tall ones with the date, in site time. Memoised: moving the cursor
 * does not draw it again.
 */
export const TimeAxis = memo(function TimeAxis({ window, timeZone, width }: Props) {
  const scale = (width - PLOT_LEFT - PLOT_RIGHT) / (window.to - window.from);
  const xOf = (t: number) => PLOT_LEFT + (t - window.from) * scale;
  const ticks = timeTicks(window.from, window.to, timeZone, width - PLOT_LEFT - PLOT_RIGHT);
  return (
    <svg
      width={width}
      height={TIME_AXIS_HEIGHT}
      aria-hidden="true"
      className="block overflow-visible text-(length:--fs-1)"
    >
      <path
        d={ticks.map(({ t, label, midnight }) => `M${xOf(t)} 0v${markHeight(midnight, label)}`).join("")}
        stroke="var(--axis)"
      />
      {ticks.map(({ t, label, midnight, side }) => {
        if (!label) return null;
        const x = xOf(t);
        return midnight ? (
          <text
            key={t}
            x={side === "left" ? x - 4 : x + 4}
            y={33}
            fill="var(--text-2)"
            fontWeight={520}
            textAnchor={side === "left" ? "end" : "start"}
          >
            {label}
          </text>
        ) : (
          <text key={t} x={x} y={17} fill="var(--text-3)" textAnchor="middle">
            {label}
          </text>
        );
      })}
    </svg>
  );
});
