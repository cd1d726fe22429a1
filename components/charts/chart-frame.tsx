"use client";

import { createContext, type ReactNode, useContext, useMemo, useState } from "react";

export type TimeWindow = { from: number; to: number };

/** A time of which alerts may be missing, in words for people. */
export type BlindTime = { from: number; to: number; words: string };

const NO_TIMES: readonly BlindTime[] = [];

type Frame = {
  window: TimeWindow;
  timeZone: string;
  /** The instant under the cursor, the same for all charts of the frame. */
  cursor: number | null;
  setCursor: (t: number | null) => void;
  /** Shows a part of the time; null goes back to the whole. */
  zoom: (part: TimeWindow | null) => void;
  zoomed: boolean;
  /** Times of which alerts may be missing. */
  blindTimes: readonly BlindTime[];
};

const FrameContext = createContext<Frame | null>(null);

/** Charts in one frame share their time axis, their cursor and their zoom. */
export function ChartFrame(props: {
  window: TimeWindow;
  timeZone: string;
  zoomed: boolean;
  onZoom: (part: TimeWindow | null) => void;
  blindTimes?: readonly BlindTime[];
  children: ReactNode;
}) {
  const [cursor, setCursor] = useState<number | null>(null);
  const { window, timeZone, zoomed, onZoom, blindTimes = NO_TIMES } = props;
  const frame = useMemo(
    () => ({ window, timeZone, cursor, setCursor, zoom: onZoom, zoomed, blindTimes }),
    [window, timeZone, cursor, onZoom, zoomed, blindTimes],
  );
  return <FrameContext value={frame}>{props.children}</FrameContext>;
}

export function useChartFrame(): Frame {
  const frame = useContext(FrameContext);
  if (!frame) throw new Error("A chart stands outside a ChartFrame");
  return frame;
}
