"use client";

import { lazy, memo, Suspense } from "react";
import type { RechartsProps } from "./recharts-plot";

/** The painters load while the width of the plot is still unknown, after the text of the page, into room that is kept. */
const canvas = import("./canvas-plot");
const recharts = import("./recharts-plot");
const CanvasPlot = lazy(async () => ({ default: (await canvas).CanvasPlot }));
const RechartsPlot = lazy(async () => ({ default: (await recharts).RechartsPlot }));

/** Above 200 points recharts is 4 to 8 times slower than a canvas (docs/decisions.md, 2026-11-21). */
const MAX_RECHARTS_POINTS = 200;

/**
 * Chooses the painter of a plot: recharts for a week of hours, a canvas for more points. Both draw the same description
 * (description.ts). Further layers are drawn by recharts alone, for any number of points. Memoised: moving the
 * cursor does not paint again.
 */
export const Plot = memo(function Plot({ layers, ...plot }: RechartsProps) {
  const isSmall = layers || plot.rows.length <= MAX_RECHARTS_POINTS;
  return (
    <Suspense>{isSmall ? <RechartsPlot {...plot} layers={layers} /> : <CanvasPlot {...plot} />}</Suspense>
  );
});
