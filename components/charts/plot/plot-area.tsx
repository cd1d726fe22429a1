"use client";
import { type ComponentProps, lazy, type ReactNode, Suspense } from "react";
import { useChartFrame } from "./chart-frame";
import type { Sentence } from "./chart-words";
import { PLOT_LEFT, PLOT_RIGHT, TIME_AXIS_HEIGHT } from "./geometry";
import type { PlotOverlay } from "./overlay";
import { sentenceBox } from "./overlay-layout";
import { PlotSentence } from "./plot-parts";

/** Loaded while the width of the plot is still unknown, into room that is already kept. */
const [plotOverlay, timeAxis] = [import("./overlay"), import("./time-axis")];
const Overlay = lazy(async () => ({ default: (await plotOverlay).PlotOverlay }));
const TimeAxis = lazy(async () => ({ default: (await timeAxis).TimeAxis }));
const CropAxis = lazy(async () => ({ default: (await timeAxis).CropAxis }));

/** A plot, what follows the pointer over it, and its axis below. Drawn once the width is known. */
export function PlotArea({
  plot,
  sentence,
  isByCrop = false,
  axisOnPhoneOnly = false,
  ...overlay
}: Omit<ComponentProps<typeof PlotOverlay>, "sentences"> & {
  plot: ReactNode;
  /** The reason why nothing is drawn in the plot, or in a part of it. */
  sentence?: Sentence;
  /** The axis shows days of crop instead of the time of the site. */
  isByCrop?: boolean;
  axisOnPhoneOnly?: boolean;
}) {
  const { window, timeZone } = useChartFrame();
  const { width, height } = overlay;
  const Axis = isByCrop ? CropAxis : TimeAxis;
  return (
    <>
      <div className="relative" style={{ height }}>
        {width > 0 && (
          <>
            {plot}
            <Suspense>
              <Overlay
                {...overlay}
                sentences={sentence && [sentenceBox(PLOT_LEFT, sentence.until ?? width - PLOT_RIGHT)]}
              />
            </Suspense>
          </>
        )}
        {sentence && <PlotSentence {...sentence} />}
      </div>
      <div className={axisOnPhoneOnly ? "-mt-2 sm:hidden" : "-mt-2"} style={{ height: TIME_AXIS_HEIGHT }}>
        <Suspense>{width > 0 && <Axis {...{ window, timeZone, width }} />}</Suspense>
      </div>
    </>
  );
}
