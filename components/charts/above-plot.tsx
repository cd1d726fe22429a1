"use client";

import { AlertSpans } from "./alert-spans";
import { BlindTimes } from "./blind-times";
import type { BlindTime, TimeWindow } from "./chart-frame";
import { SPANS_HEIGHT } from "./plot-room";
import type { AlertSpan } from "./span-layout";
import { SpanLinks } from "./span-links";

/** What stands above a plot: alerts as bars, with links where the page has them, and the times of which some may be missing. */
export function AbovePlot(props: {
  spans: readonly AlertSpan[];
  blindTimes: readonly BlindTime[];
  /** Whether those times have their words, as the indices do that alerts are raised for. */
  isBlindNamed: boolean;
  hasLinks?: boolean;
  window: TimeWindow;
  width: number;
  timeZone: string;
  now: number;
}) {
  const { spans, window, width, timeZone, now } = props;
  return (
    <>
      <BlindTimes
        times={props.blindTimes}
        window={window}
        width={width}
        height={SPANS_HEIGHT}
        named={props.isBlindNamed}
      />
      <AlertSpans spans={spans} window={window} width={width} />
      {props.hasLinks && (
        <SpanLinks spans={spans} window={window} width={width} timeZone={timeZone} now={now} />
      )}
    </>
  );
}
