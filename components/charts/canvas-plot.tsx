"use client";

import { memo, useLayoutEffect, useRef } from "react";
import { indexColour } from "@/components/ui/index-mark";
import { barWidth, LEAST_WITH_RANGE } from "./daily-bars";
import { isSignedIndex, type PlotProps, scaleOf, tickFormat } from "./plot";
import { lookOf, onLookChange } from "./plot-look";
import { type Painting, paintPlot } from "./plot-painter";
import { PLOT_LEFT } from "./plot-room";

/** From here to the words of a tick, in pixels. */
const TICK_GAP = 8;

type Props = Omit<PlotProps, "bandSteps" | "behind" | "ground" | "isSigned">;

/** The drawing of `Plot` for more points than the chart library draws in time: one canvas, and the same look. */
export const CanvasPlot = memo(function CanvasPlot(props: Props) {
  const { index, width, height } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const scale = scaleOf(props.window, props.scale.domain, width, height);
  const { ticks } = props.scale;
  const signed = isSignedIndex(index);
  const format = tickFormat(ticks, signed);
  // Memoised, it comes here only when something of the drawing has changed.
  useLayoutEffect(() => {
    const draw = () => {
      if (canvas.current) paintOn(canvas.current, width, height, { ...props, scale, ticks, signed, bars });
    };
    const wide = props.bars == null ? null : barWidth(scale, props.bars);
    const bars = wide === null ? null : { wide, hasRange: wide > LEAST_WITH_RANGE };
    draw();
    return onLookChange(draw);
  });
  return (
    <>
      <canvas
        ref={canvas}
        data-points={props.rows.length}
        className="block"
        style={{ width, height, color: indexColour(index) }}
      />
      <svg
        width={PLOT_LEFT}
        height={height}
        aria-hidden="true"
        className="absolute top-0 left-0 overflow-visible"
        fontSize={12}
        textAnchor="end"
        fill="var(--text-3)"
      >
        {ticks.map((tick) => (
          <text key={tick} x={PLOT_LEFT - TICK_GAP} y={scale.toY(tick)} dy="0.355em">
            {format(tick)}
          </text>
        ))}
      </svg>
    </>
  );
});

function paintOn(canvas: HTMLCanvasElement, width: number, height: number, painting: Painting): void {
  const context = canvas.getContext("2d");
  if (!context) return;
  const look = lookOf(canvas);
  const [across, down] = [Math.round(width * look.density), Math.round(height * look.density)];
  // A new size empties it as well.
  if (canvas.width !== across || canvas.height !== down)
    Object.assign(canvas, { width: across, height: down });
  context.setTransform(look.density, 0, 0, look.density, 0, 0);
  context.clearRect(0, 0, width, height);
  paintPlot(context, painting, look);
}
