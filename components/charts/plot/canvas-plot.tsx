"use client";

import { useLayoutEffect, useRef } from "react";
import { indexColour } from "@/components/ui/index-mark";
import { useWords } from "@/components/words/words";
import { paintPlot, readLook } from "./canvas-painter";
import { describePlot, type PlotProps, rowsInView } from "./description";
import { Field } from "./field";
import { PLOT_LEFT } from "./geometry";

/** Between the plot and the tick labels, in pixels. */
const TICK_GAP = 8;
/** Paper shows finer detail than a screen. */
const PRINT_DENSITY = 3;

/**
 * Paints the lines of a plot on a canvas, over and under SVG; the tick labels stay text. Render it only when something of
 * the drawing has changed.
 */
export function CanvasPlot(props: PlotProps) {
  const { index, width, height, rows, window } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const description = describePlot(useWords(), props);
  useLayoutEffect(() => {
    const draw = () => {
      const context = canvas.current && sizedContext(canvas.current, width, height);
      if (context)
        paintPlot(context, description, rowsInView(rows, window), readLook(getComputedStyle(context.canvas)));
    };
    draw();
    return onLookChange(draw);
  });
  return (
    <>
      <svg {...{ width, height }} aria-hidden="true" className="absolute inset-0">
        <Field description={description} />
        {props.under}
      </svg>
      <canvas
        ref={canvas}
        data-points={rows.length}
        className="relative block"
        style={{ width, height, color: indexColour(index) }}
      />
      <svg {...{ width, height }} aria-hidden="true" className="absolute inset-0 overflow-visible">
        <g fontSize={12} textAnchor="end" fill="var(--text-3)">
          {props.scale.ticks.map((tick) => (
            <text key={tick} x={PLOT_LEFT - TICK_GAP} y={description.scale.toY(tick)} dy="0.355em">
              {description.formatTick(tick)}
            </text>
          ))}
        </g>
        {props.over}
      </svg>
    </>
  );
}

/** The context of an empty canvas, scaled to pixels of the page. */
function sizedContext(canvas: HTMLCanvasElement, width: number, height: number) {
  const context = canvas.getContext("2d");
  if (!context) return null;
  const density = screenDensity();
  const [across, down] = [Math.round(width * density), Math.round(height * density)];
  if (canvas.width !== across || canvas.height !== down)
    Object.assign(canvas, { width: across, height: down });
  context.setTransform(density, 0, 0, density, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
}

const screenDensity = () => (matchMedia("print").matches ? PRINT_DENSITY : devicePixelRatio);

const listeners = new Set<() => void>();
let isWatching = false;

/** Calls when styles or density may have changed: another theme, printing, another screen. @returns ends it */
function onLookChange(listener: () => void): () => void {
  if (!isWatching) watchLook();
  isWatching = true;
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function watchLook(): void {
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const theme = { attributes: true, attributeFilter: ["data-theme", "class"] };
  new MutationObserver(notify).observe(document.documentElement, theme);
  for (const query of ["(prefers-color-scheme: dark)", "print"])
    matchMedia(query).addEventListener("change", notify);
  const watchDensity = () =>
    matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener(
      "change",
      () => {
        notify();
        watchDensity();
      },
      { once: true },
    );
  watchDensity();
}
