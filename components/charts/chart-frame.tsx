"use client";

import { createContext, type ReactNode, useContext, useMemo, useState } from "react";

export type TimeWindow = { from: number; to: number };

type Frame = {
  window: TimeWindow;
  timeZone: string;
  /** The instant under the cursor, the same for all charts of the frame. */
  cursor: number | null;
  setCursor: (t: number | null) => void;
  /** Shows a part of the time; null goes back to the whole. */
  zoom: (part: TimeWindow | null) => void;
  zoomed: boolean;
};

const FrameContext = createContext<Frame | null>(null);

/** Charts in one frame share their time axis, their cursor and their zoom. */
export function ChartFrame(props: {
  window: TimeWindow;
  timeZone: string;
  zoomed: boolean;
  onZoom: (part: TimeWindow | null) => void;
  children: ReactNode;
}) {
  const [cursor, setCursor] = useState<number | null>(null);
  const { window, timeZone, zoomed, onZoom } = props;
  const frame = useMemo(
    () => ({ window, timeZone, cursor, setCursor, zoom: onZoom, zoomed }),
    [window, timeZone, cursor, onZoom, zoomed],
  );
  return <FrameContext value={frame}>{props.children}</FrameContext>;
}

export function useChartFrame(): Frame {
  const frame = useContext(FrameContext);
  if (!frame) throw new Error("A chart stands outside a ChartFrame");
  return frame;
}
