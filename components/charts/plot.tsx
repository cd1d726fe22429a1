"use client";

import { memo, type ReactNode, useId } from "react";
import { Area, ComposedChart, Line, XAxis, YAxis } from "recharts";
import { indexColour } from "@/components/ui/index-mark";
import { INDEX_FACTS, isIndexName } from "@/lib/base/core/indices";
import { formatSigned, formatValue } from "@/lib/base/core/numbers";
import type { TimeWindow } from "./chart-frame";
import { DailyBars } from "./daily-bars";
import type { BandStep, FaintLine } from "./faint-lines";
import type { Row, Stretch } from "./model";
import { PlotField } from "./plot-field";
import { PlotGround } from "./plot-ground";
import { PLOT_EDGE, PLOT_LEFT, PLOT_RIGHT } from "./plot-room";

export type PlotProps = {
  index: string;
  rows: Row[];
  window: TimeWindow;
  width: number;
  height: number;
  scale: { domain: [number, number]; ticks: number[] };
  nights: readonly Stretch[];
  /** From here on the service has published nothing yet. */
  pendingFrom: number | null;
  /** Bars in the place of lines: how long the time of each is, in milliseconds. */
  bars?: number | null;
  /** A nominal or earlier band, pale grey. */
  band: { low: number; high: number } | null;
  /** A band that changes with time. */
  bandSteps: readonly BandStep[];
  /** Lines of others, thin and grey. */
  behind: readonly FaintLine[];
  /** Whether values have their sign and zero its line; else as it is with the index. */
  isSigned?: boolean;
  /** What else is drawn in layers of its own; memoised, else the plot is drawn at every move. */
  ground?: ReactNode;
};

/** The drawing itself. Memoised: moving the cursor does not draw it again. */
export const Plot = memo(function Plot(props: PlotProps) {
  const { index, rows, window, width, height, scale } = props;
  const hue = indexColour(index);
  const hatch = useId();
  const signed = props.isSigned ?? isSignedIndex(index);
  const shared = {
    isAnimationActive: false,
    dot: false,
    activeDot: false,
    type: "linear" as const,
    stroke: hue,
  };
  return (
    <ComposedChart
      width={width}
      height={height}
      data={rows}
      margin={{ top: PLOT_EDGE, right: PLOT_RIGHT, bottom: PLOT_EDGE, left: 0 }}
      accessibilityLayer={false}
    >
      <XAxis
        dataKey="t"
        type="number"
        domain={[window.from, window.to]}
        allowDataOverflow
        niceTicks="none"
        hide
      />
      <YAxis
        width={PLOT_LEFT}
        domain={scale.domain}
        // Without a value there would be no axis.
        allowDataOverflow={rows.length === 0}
        ticks={scale.ticks}
        niceTicks="none"
        interval={0}
        axisLine={false}
        tickLine={false}
        tick={{ fill: "var(--text-3)", fontSize: 12 }}
        tickFormatter={tickFormat(scale.ticks, signed)}
      />
      <PlotField
        id={hatch}
        window={window}
        scale={scaleOf(window, scale.domain, width, height)}
        ticks={scale.ticks}
        signed={signed}
        nights={props.nights}
        band={props.band}
        pendingFrom={props.pendingFrom}
      />
      {(props.bandSteps.length > 0 || props.behind.length > 0) && (
        <PlotGround
          id={hatch}
          window={window}
          scale={scaleOf(window, scale.domain, width, height)}
          band={props.bandSteps}
          behind={props.behind}
        />
      )}
      {props.ground}
      {props.bars == null ? (
        <>
          <Area
            {...shared}
            dataKey="band"
            stroke="none"
            fill={hue}
            fillOpacity="var(--band-alpha)"
            connectNulls={false}
          />
          <Line
            {...shared}
            dataKey="filled"
            strokeWidth="var(--line-w)"
            strokeDasharray="4 3"
            connectNulls={false}
          />
          <Line
            {...shared}
            dataKey="measured"
            strokeWidth="var(--line-w)"
            strokeLinejoin="round"
            strokeLinecap="round"
            connectNulls={false}
          />
          <Line {...shared} dataKey="lone" stroke="none" dot={{ r: 2.5, fill: hue, stroke: "none" }} />
        </>
      ) : (
        <>
          {/* The library draws axes for lines of its own only. */}
          <Line {...shared} dataKey="measured" stroke="none" />
          <DailyBars
            id={hatch}
            rows={rows}
            scale={scaleOf(window, scale.domain, width, height)}
            colour={hue}
            length={props.bars}
          />
        </>
      )}
    </ComposedChart>
  );
});

/** Whether values have their sign and zero its line. */
export const isSignedIndex = (index: string) => isIndexName(index) && INDEX_FACTS[index].signed;

/** How the values of an axis are written. */
export function tickFormat(ticks: readonly number[], signed: boolean): (value: number) => string {
  const decimals = decimalsOf(ticks);
  return (value) => (signed ? formatSigned : formatValue)(value, decimals);
}

/** Where instants and values lie in a plot of a size. */
export function scaleOf(window: TimeWindow, [low, high]: [number, number], width: number, height: number) {
  const [left, right, top, bottom] = [PLOT_LEFT, width - PLOT_RIGHT, PLOT_EDGE, height - PLOT_EDGE];
  return {
    ...{ left, right, top, bottom },
    toX: (t: number) => left + ((t - window.from) / (window.to - window.from)) * (right - left),
    toY: (value: number) => top + ((high - value) / (high - low)) * (bottom - top),
  };
}

/** As many decimals as tell the ticks apart: steps of 0.25 need two. */
function decimalsOf(ticks: readonly number[]): number {
  const fits = (decimals: number) =>
    ticks.every((tick) => Math.abs(tick - Number(tick.toFixed(decimals))) < 1e-9);
  return [0, 1].find(fits) ?? 2;
}
