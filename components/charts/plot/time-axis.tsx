"use client";
import { memo } from "react";
import { useWords } from "@/components/words/words";
import type { TimeWindow } from "./chart-frame";
import { PLOT_LEFT, plotWidth, TIME_AXIS_HEIGHT, timeScale } from "./geometry";
import { cropTicks, type TimeTick, timeTicks } from "./time-ticks";

/** A midnight is taller than an hour, also without its date. */
const markHeight = ({ midnight, label }: TimeTick) => (midnight ? (label ? 36 : 10) : 5);

/** The ticks below a plot: short ones with their label centred, tall ones with it beside their foot. */
function PlotAxis(props: { window: TimeWindow; width: number; ticks: readonly TimeTick[]; name?: string }) {
  const { window, width, ticks, name } = props;
  const toX = timeScale(window, width);
  return (
    <svg
      width={width}
      height={TIME_AXIS_HEIGHT}
      aria-hidden="true"
      className="block overflow-visible text-(length:--fs-1)"
    >
      <path d={ticks.map((tick) => `M${toX(tick.t)} 0v${markHeight(tick)}`).join("")} stroke="var(--axis)" />
      {ticks.map(({ t, label, midnight, side }) => {
        if (!label) return null;
        const x = toX(t);
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
      {name && (
        <text x={PLOT_LEFT} y={33} fill="var(--text-2)">
          {name}
        </text>
      )}
    </svg>
  );
}

type Props = { window: TimeWindow; timeZone: string; width: number };

/** The site time below a plot. Memoised: moving the cursor does not draw it again. */
export const TimeAxis = memo(function TimeAxis({ window, timeZone, width }: Props) {
  const ticks = timeTicks(useWords(), window.from, window.to, timeZone, plotWidth(width));
  return <PlotAxis {...{ window, width, ticks }} />;
});

/** The days of crop below a plot. */
export function CropAxis({ window, width }: Omit<Props, "timeZone">) {
  const { t } = useWords();
  return <PlotAxis {...{ window, width }} ticks={cropTicks(window)} name={t("charts.dayOfCrop")} />;
}
