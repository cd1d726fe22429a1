"use client";

import { lazy, memo, Suspense } from "react";
import type { PlotProps } from "./description";
import type { BandStep, FaintLine } from "./faint-lines";
import { RechartsPlot } from "./recharts-plot";

/** Its code loads while the width of the plot is still unknown, so that nothing waits for it. */
const canvas = import("./canvas-plot");
const CanvasPlot = lazy(async () => ({ default: (await canvas).CanvasPlot }));

/** Above 200 points recharts is 4 to 8 times slower than a canvas (docs/decisions.md, 2026-11-21). */
const MAX_RECHARTS_POINTS = 200;

type Props = PlotProps & { bandSteps: readonly BandStep[]; behind: readonly FaintLine[] };

/**
 * Chooses the painter of a plot: recharts for a week of hours, a canvas for more points. Both draw the same description
 * (description.ts). Plots with lines of others stay with recharts, whatever their length. Memoised: moving the cursor
 * does not paint again.
 */
export const Plot = memo(function Plot(props: Props) {
  const { bandSteps, behind, ...plot } = props;
  const isLong = plot.rows.length > MAX_RECHARTS_POINTS && bandSteps.length === 0 && behind.length === 0;
  if (!isLong) return <RechartsPlot {...props} />;
  return (
    <Suspense>
      <CanvasPlot {...plot} />
    </Suspense>
  );
});
