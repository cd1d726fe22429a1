"use client";

import { memo, type ReactNode, useId } from "react";
import { Area, ComposedChart, Line, XAxis, YAxis, ZIndexLayer } from "recharts";
import { indexColour } from "@/components/ui/index-mark";
import { overlaps } from "@/lib/base/core/stretches";
import type { TimeWindow } from "./chart-frame";
import { type Bar, describePlot, LOOK, type PlotDescription, type PlotProps } from "./description";
import { type BandStep, type FaintLine, linePath, samplingStep } from "./faint-lines";
import { PLOT_EDGE, PLOT_LEFT, PLOT_RIGHT, type PlotScale } from "./geometry";

/** `layers`: what else is drawn; memoised, else the plot is drawn again at every move of the cursor. */
export type RechartsProps = PlotProps & { layers?: ReactNode };

/** Paints a plot with recharts. Memoised: moving the cursor does not paint it again. */
export const RechartsPlot = memo(function RechartsPlot(props: RechartsProps) {
  const { window, width, height } = props;
  const { domain, ticks } = props.scale;
  const hue = indexColour(props.index);
  const id = useId();
  const description = describePlot(props);
  const { bars, scale } = description;
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
      data={props.rows}
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
        domain={domain}
        // Without rows recharts draws no axis unless overflow is allowed.
        allowDataOverflow={props.rows.length === 0}
        ticks={ticks}
        niceTicks="none"
        interval={0}
        axisLine={false}
        tickLine={false}
        tick={{ fill: "var(--text-3)", fontSize: 12 }}
        tickFormatter={description.formatTick}
      />
      <Field id={id} description={description} />
      {props.layers}
      {bars ? (
        <>
          {/* recharts draws axes only where it has a line of its own. */}
          <Line {...shared} dataKey="measured" stroke="none" />
          <Bars bars={bars} scale={scale} colour={hue} />
        </>
      ) : (
        <>
          <Area {...shared} dataKey="band" stroke="none" fill={hue} fillOpacity="var(--band-alpha)" />
          <Line
            {...shared}
            dataKey="filled"
            strokeWidth="var(--line-w)"
            strokeDasharray={LOOK.dash.join(" ")}
          />
          <Line
            {...shared}
            dataKey="measured"
            strokeWidth="var(--line-w)"
            strokeLinejoin="round"
            strokeLinecap="round"
          />
          <Line
            {...shared}
            dataKey="lone"
            stroke="none"
            dot={{ r: LOOK.dotRadius, fill: hue, stroke: "none" }}
          />
        </>
      )}
    </ComposedChart>
  );
});

/** Nights, band, hairlines, hatch and foot, drawn as plain SVG: recharts' own would be a tenth of its size. */
function Field({ id, description }: { id: string; description: PlotDescription }) {
  const { scale, band, pending } = description;
  const { left, right, bottom } = scale;
  return (
    <ZIndexLayer zIndex={-200}>
      <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path d="M3 0v6" stroke="var(--control)" strokeWidth="1" opacity={LOOK.hatchOpacity} />
      </pattern>
      {description.nights.map((night) => (
        <rect key={night.x} {...night} fill="var(--night)" data-night="" />
      ))}
      {band && <rect {...band} fill="var(--text-3)" fillOpacity={LOOK.bandOpacity} />}
      {description.levels.map(({ y, isZero }) => (
        <line key={y} x1={left} x2={right} y1={y} y2={y} stroke={isZero ? "var(--axis)" : "var(--grid)"} />
      ))}
      {pending && <rect {...pending} fill={`url(#${id})`} />}
      <line x1={left} x2={right} y1={bottom} y2={bottom} stroke="var(--axis)" />
    </ZIndexLayer>
  );
}

/** The layers under a chart's own line: a band that changes with time, and the faint lines of others. */
export function Behind(props: {
  window: TimeWindow;
  scale: PlotScale;
  band: readonly BandStep[];
  lines: readonly FaintLine[];
}) {
  const { scale, window, lines } = props;
  const step = samplingStep(lines);
  const steps = props.band.filter((one) => overlaps(one, window));
  return (
    <>
      <ZIndexLayer zIndex={-190}>
        <Clip scale={scale}>
          <g fill="var(--text-3)" opacity={0.16} data-band="">
            {steps.map(({ from, to, low, high }) => (
              <rect
                key={from}
                x={scale.toX(from)}
                y={scale.toY(high)}
                width={Math.max(scale.toX(to) - scale.toX(from), 0)}
                height={Math.max(scale.toY(low) - scale.toY(high), 1)}
              />
            ))}
          </g>
        </Clip>
      </ZIndexLayer>
      <ZIndexLayer zIndex={-160}>
        <Clip scale={scale}>
          <g fill="none" stroke="var(--text-3)" strokeWidth={1.1} opacity={0.5}>
            {lines.map((line) => (
              <path key={line.name} d={linePath(line, step, scale)} data-beside={line.name} />
            ))}
          </g>
        </Clip>
      </ZIndexLayer>
    </>
  );
}

/** Daily integrals: a bar a day from zero, with a thin line from the lowest to the highest area. */
function Bars({ bars, scale, colour }: { bars: readonly Bar[]; scale: PlotScale; colour: string }) {
  return (
    <ZIndexLayer zIndex={100}>
      <Clip scale={scale}>
        <g fill={colour} stroke="none" data-bars="">
          {bars.map(({ t, range, ...box }) => (
            <g key={t}>
              <rect {...box} opacity={LOOK.barOpacity} />
              {range && (
                <path d={`M${box.x + box.width / 2} ${range[0]}V${range[1]}`} stroke="var(--text-1)" />
              )}
            </g>
          ))}
        </g>
      </Clip>
    </ZIndexLayer>
  );
}

/** Hides what lies outside the plot. */
export function Clip({ scale, children }: { scale: PlotScale; children: ReactNode }) {
  const id = useId();
  return (
    <>
      <clipPath id={id}>
        <rect
          x={scale.left}
          y={scale.top}
          width={Math.max(scale.right - scale.left, 0)}
          height={Math.max(scale.bottom - scale.top, 0)}
        />
      </clipPath>
      <g clipPath={`url(#${id})`}>{children}</g>
    </>
  );
}
