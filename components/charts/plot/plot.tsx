"use client";

import { lazy, memo, Suspense } from "react";
import type { PlotProps } from "./description";

/** Above 200 points recharts is 4 to 8 times slower than a canvas (docs/decisions.md, 2026-11-21). */
const MAX_RECHARTS_POINTS = 200;

/** With recharts a page of charts would block the processor of a phone or a tablet for seconds. */
const isHandheld = typeof window !== "undefined" && window.matchMedia("(pointer: coarse)").matches;

/** The painters load while the width of the plot is still unknown, after the text of the page, into room that is kept. */
const canvas = import("./canvas-plot").then((code) => ({ default: code.CanvasPlot }));
const ofFewPoints = isHandheld
  ? canvas
  : import("./recharts-plot").then((code) => ({ default: code.RechartsPlot }));
const CanvasPlot = lazy(() => canvas);
const SmallPlot = lazy(() => ofFewPoints);

/**
 * Chooses the painter of a plot: recharts for a week of hours, a canvas for more points and on a phone or a tablet. Both draw the
 * same description (description.ts). Memoised: moving the cursor does not paint again.
 */
export const Plot = memo(function Plot(props: PlotProps) {
  const isSmall = props.rows.length <= MAX_RECHARTS_POINTS;
  return <Suspense>{isSmall ? <SmallPlot {...props} /> : <CanvasPlot {...props} />}</Suspense>;
});
