"use client";

import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
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
  /** Shows a time at once, while it still changes under a wheel or fingers; what stands for a moment is zoomed to. */
  preview?: (part: TimeWindow) => void;
  /** Nothing after it is shown; without it there is no preview. */
  latest?: number;
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
  latest?: number;
  blindTimes?: readonly BlindTime[];
  notes?: readonly PinnedNote[];
  onPick?: (t: number, write: boolean) => void;
  children: ReactNode;
}) {
  const [cursor, setCursor] = useState<number | null>(null);
  const { timeZone, zoomed, onZoom, latest, blindTimes = NO_TIMES, notes = NO_NOTES, onPick } = props;
  const { window, preview } = usePreview(props.window, onZoom);
  const frame = useMemo(
    () => ({
      ...{ window, timeZone, cursor, setCursor, zoom: onZoom, preview, latest, zoomed, blindTimes, notes },
      onPick,
    }),
    [window, timeZone, cursor, onZoom, preview, latest, zoomed, blindTimes, notes, onPick],
  );
  return <FrameContext value={frame}>{props.children}</FrameContext>;
}

/** Long enough for the next turn of a wheel: the address, and what is read, change once at its end. */
const SETTLED_MS = 250;

function usePreview(window: TimeWindow, onZoom: (part: TimeWindow | null) => void) {
  const [shown, setShown] = useState<TimeWindow | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { from, to } = window;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new window takes the place of what was tried
  useEffect(() => {
    clearTimeout(timer.current);
    setShown(null);
  }, [from, to]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const preview = useCallback(
    (part: TimeWindow) => {
      setShown(part);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => onZoom(part), SETTLED_MS);
    },
    [onZoom],
  );
  return { window: shown ?? window, preview };
}

export function useChartFrame(): Frame {
  const frame = useContext(FrameContext);
  if (!frame) throw new Error("A chart stands outside a ChartFrame");
  return frame;
}
