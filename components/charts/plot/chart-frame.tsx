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

export type TimeWindow = { from: number; to: number };

/** The end of what may be shown, and its start where there is one. */
export type TimeLimits = { earliest?: number; latest: number };

/** A note pinned to a time, in words: "sprayed, R. Bakker". */
export type PinnedNote = { id: string; t: number; words: string };

/** An outage, in which alerts may have been missed; `words` for people. */
export type OutageSpan = { from: number; to: number; words: string };

const NO_OUTAGES: readonly OutageSpan[] = [];
const NO_NOTES: readonly PinnedNote[] = [];

type FrameProps = {
  window: TimeWindow;
  timeZone: string;
  zoomed: boolean;
  /** Zooms to a part; null shows the whole window. */
  onZoom: (part: TimeWindow | null) => void;
  /** What may be shown; without it wheel and fingers do not zoom. */
  limits?: TimeLimits;
  outages?: readonly OutageSpan[];
  /** Pinned notes, shown as flags. */
  notes?: readonly PinnedNote[];
  /** Called when somebody picks a time in a chart; `write` opens a new note there. */
  onPick?: (t: number, write: boolean) => void;
};

type Frame = Required<Omit<FrameProps, "limits" | "onPick">> &
  Pick<FrameProps, "limits" | "onPick"> & {
    /** The instant at the cursor, shared by all charts of the frame. */
    cursor: number | null;
    setCursor: (t: number | null) => void;
    /**
     * Shows a window at once, while a wheel or fingers still change it; it is zoomed to once it rests.
     * @param isHeld fingers hold it, so it does not rest yet
     */
    preview: (part: TimeWindow, isHeld?: boolean) => void;
  };

const FrameContext = createContext<Frame | null>(null);

/** Charts in one frame share their window, cursor and zoom. */
export function ChartFrame({ children, ...props }: FrameProps & { children: ReactNode }) {
  const [pointed, setCursor] = useState<number | null>(null);
  const { timeZone, zoomed, onZoom, limits, outages = NO_OUTAGES, notes = NO_NOTES, onPick } = props;
  const { window, preview } = usePreview(props.window, onZoom);
  // A zoom may leave the instant behind.
  const isInside = pointed !== null && pointed >= window.from && pointed <= window.to;
  const cursor = isInside ? pointed : null;
  const frame = useMemo(
    () => ({ window, timeZone, cursor, setCursor, onZoom, preview, limits, zoomed, outages, notes, onPick }),
    [window, timeZone, cursor, onZoom, preview, limits, zoomed, outages, notes, onPick],
  );
  return <FrameContext value={frame}>{children}</FrameContext>;
}

/** Long enough for the next turn of a wheel, so that the address and the reads change only once. */
const SETTLED_MS = 250;

function usePreview(window: TimeWindow, onZoom: (part: TimeWindow | null) => void) {
  const [shown, setShown] = useState<TimeWindow | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { from, to } = window;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new window replaces the preview
  useEffect(() => {
    clearTimeout(timer.current);
    setShown(null);
  }, [from, to]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const preview = useCallback(
    (part: TimeWindow, isHeld = false) => {
      setShown(part);
      clearTimeout(timer.current);
      if (!isHeld) timer.current = setTimeout(() => onZoom(part), SETTLED_MS);
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
