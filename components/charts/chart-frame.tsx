"use client";

import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import type { PinnedNote } from "./pinned-notes";

export type TimeWindow = { from: number; to: number };

/** A time of which alerts may be missing, in words for people. */
export type BlindTime = { from: number; to: number; words: string };

const NO_TIMES: readonly BlindTime[] = [];
const NO_NOTES: readonly PinnedNote[] = [];

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
  /** What people pinned to times: flags above the plots. */
  notes: readonly PinnedNote[];
  /** A time was pointed out in a chart; `write` asks for a note there at once. */
  onPick?: (t: number, write: boolean) => void;
};

const FrameContext = createContext<Frame | null>(null);

/** Charts in one frame share their time axis, their cursor and their zoom. */
export function ChartFrame(props: {
  window: TimeWindow;
  timeZone: string;
  zoomed: boolean;
  onZoom: (part: TimeWindow | null) => void;
  blindTimes?: readonly BlindTime[];
  notes?: readonly PinnedNote[];
  onPick?: (t: number, write: boolean) => void;
  children: ReactNode;
}) {
  const [cursor, setCursor] = useState<number | null>(null);
  const { window, timeZone, zoomed, onZoom, blindTimes = NO_TIMES, notes = NO_NOTES, onPick } = props;
  const frame = useMemo(
    () => ({ window, timeZone, cursor, setCursor, zoom: onZoom, zoomed, blindTimes, notes, onPick }),
    [window, timeZone, cursor, onZoom, zoomed, blindTimes, notes, onPick],
  );
  return <FrameContext value={frame}>{props.children}</FrameContext>;
}

export function useChartFrame(): Frame {
  const frame = useContext(FrameContext);
  if (!frame) throw new Error("A chart stands outside a ChartFrame");
  return frame;
}
