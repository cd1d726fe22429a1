"use client";

import { Area, ComposedChart, Line, XAxis, YAxis, ZIndexLayer } from "recharts";
import { indexColour } from "@/components/ui/index-mark";
import { useWords } from "@/components/words/words";
import { type Bar, describePlot, LOOK, type PlotProps } from "./description";
import { Clip, Field } from "./field";
import { PLOT_EDGE, PLOT_LEFT, PLOT_RIGHT, type PlotScale } from "./geometry";

/** Paints a plot with recharts. Render it only when something of the drawing has changed. */
export function RechartsPlot(props: PlotProps) {
  const { window, width, height } = props;
  const { domain, ticks } = props.scale;
  const hue = indexColour(props.index);
  const description = describePlot(useWords(), props);
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
      <ZIndexLayer zIndex={-200}>
        <Field description={description} />
        {props.under}
      </ZIndexLayer>
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
      <ZIndexLayer zIndex={1_500}>{props.over}</ZIndexLayer>
    </ComposedChart>
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
