"use client";

import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";
import { formatIndexValue } from "@/lib/base/core/numbers";
import { type TimeWindow, useChartFrame } from "./chart-frame";
import { type FaintLine, lineAt, linePath, samplingStep, valueAt } from "./faint-lines";
import { clamp, PLOT_EDGE, PLOT_LEFT, panBy, plotScale, plotWidth, wheelFactor, zoomAt } from "./geometry";
import type { Row } from "./rows";

/**
 * Moves the cursor and the zoom by keys.
 * @param step goes through the faint lines
 * @param cancel ends a drag
 */
export function useCursorKeys(rows: Row[], step: (by: number) => void, cancel: () => void) {
  const frame = useChartFrame();
  return (event: KeyboardEvent) => {
    const points = rows.filter((row) => row.point);
    const last = points.length - 1;
    const found = points.findIndex((row) => row.t >= (frame.cursor ?? Number.POSITIVE_INFINITY));
    const here = found < 0 ? last + 1 : found;
    const target = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: last }[event.key];
    if (event.key === "Escape") {
      cancel();
      frame.setCursor(null);
      if (frame.zoomed) frame.onZoom(null);
    }
    if (event.key === "Enter" && frame.cursor !== null && frame.onPick) {
      event.preventDefault();
      frame.onPick(frame.cursor, true);
    }
    const direction = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (direction !== undefined && frame.cursor !== null) {
      event.preventDefault();
      step(direction);
    }
    const part = /^[+=]$/.test(event.key) ? halfAround(frame.window, frame.cursor, points) : null;
    if (part) frame.onZoom(part);
    if (event.key === "-" && frame.zoomed) frame.onZoom(null);
    if (target === undefined || points.length === 0) return;
    event.preventDefault();
    frame.setCursor(points[clamp(target, 0, last)]?.t ?? null);
  };
}

/** Half of a window around the cursor, else its middle; null if fewer than two points were left. */
function halfAround(
  { from, to }: TimeWindow,
  cursor: number | null,
  points: readonly Row[],
): TimeWindow | null {
  const quarter = (to - from) / 4;
  const middle = clamp(cursor ?? from + 2 * quarter, from + quarter, to - quarter);
  const part = { from: middle - quarter, to: middle + quarter };
  const inside = points.filter(({ t }) => t >= part.from && t <= part.to);
  return inside.length > 1 ? part : null;
}

/**
 * Zooms by wheel and by two fingers. A wheel alone scrolls the page: with Ctrl, or as a pinch on a touchpad, it zooms;
 * sideways, or with Shift, it moves through time.
 */
export function useZoom(ref: RefObject<HTMLElement | null>, width: number) {
  const frame = useChartFrame();
  const current = useRef(frame);
  current.current = frame;
  const plot = plotWidth(width);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const onWheel = (event: WheelEvent) => {
      const { window, preview, latest } = current.current;
      if (latest === undefined) return;
      const length = window.to - window.from;
      const sideways = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
      if (event.ctrlKey || event.metaKey) {
        const x = event.clientX - element.getBoundingClientRect().left - PLOT_LEFT;
        const at = window.from + clamp(x / plot, 0, 1) * length;
        preview(zoomAt(window, at, wheelFactor(event.deltaY, event.deltaMode), latest));
      } else if (Math.abs(sideways) > Math.abs(event.shiftKey ? 0 : event.deltaY)) {
        preview(panBy(window, (sideways / plot) * length, latest));
      } else return;
      event.preventDefault();
    };
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  }, [ref, plot]);
  return usePinch(frame, plot);
}

/** Two fingers: the instant between them stays between them. */
function usePinch(frame: ReturnType<typeof useChartFrame>, plot: number) {
  const fingers = useRef(new Map<number, number>());
  const began = useRef<{ window: TimeWindow; center: number; apart: number } | null>(null);
  const spread = () => {
    const [one = 0, other = 0] = [...fingers.current.values()];
    return { center: (one + other) / 2, apart: Math.max(Math.abs(one - other), 20) };
  };
  return {
    /** @returns true if two fingers are down, so that it is no drag */
    down(event: PointerEvent): boolean {
      if (event.pointerType !== "touch") return false;
      fingers.current.set(event.pointerId, event.clientX);
      began.current = fingers.current.size === 2 ? { window: frame.window, ...spread() } : null;
      return fingers.current.size > 1;
    },
    move(event: PointerEvent): boolean {
      if (!fingers.current.has(event.pointerId)) return false;
      fingers.current.set(event.pointerId, event.clientX);
      const start = began.current;
      if (!start || frame.latest === undefined) return fingers.current.size > 1;
      const { center, apart } = spread();
      const length = start.window.to - start.window.from;
      const left = event.currentTarget.getBoundingClientRect().left + PLOT_LEFT;
      const at = start.window.from + ((start.center - left) / plot) * length;
      const zoomed = zoomAt(start.window, at, start.apart / apart, frame.latest);
      const shift = ((start.center - center) / plot) * (zoomed.to - zoomed.from);
      frame.preview(panBy(zoomed, shift, frame.latest));
      return true;
    },
    up(event: PointerEvent): boolean {
      const wasPinch = fingers.current.size > 1;
      fingers.current.delete(event.pointerId);
      began.current = null;
      return wasPinch;
    },
  };
}

/** The reach of a faint line for the pointer, in pixels. */
const REACH = 9;

/**
 * The faint line that is pointed at, by pointer or with the arrows up and down, with its value in words.
 * @param size of the plot in pixels; 0 until it is measured
 * @param domain lowest and highest value of the plot
 */
export function useFaintLine(
  lines: readonly FaintLine[],
  { index, width, height }: { index: string; width: number; height: number },
  domain: readonly [number, number],
) {
  const { window, cursor } = useChartFrame();
  const [name, setName] = useState<string | null>(null);
  const [low, high] = domain;
  const step = lines.length > 0 ? samplingStep(lines) : 0;
  const line = cursor === null ? undefined : lines.find((one) => one.name === name);
  const point = useCallback(
    (at: { t: number; value: number } | null) => {
      const reach = (REACH / (height - 2 * PLOT_EDGE)) * (high - low);
      setName(at && (lineAt(lines, at, step, reach)?.name ?? null));
    },
    [lines, step, height, low, high],
  );
  const moveBy = (by: number) => {
    const here = lines.findIndex((one) => one.name === name);
    const next = here < 0 ? (by > 0 ? 0 : lines.length - 1) : here + by;
    setName(lines[next]?.name ?? null);
  };
  const value = line && cursor !== null ? valueAt(line, cursor, step) : null;
  return {
    point,
    step: moveBy,
    words: line ? `${line.name} ${value === null ? "no value here" : formatIndexValue(value, index)}` : null,
    path: line && width > 0 ? linePath(line, step, plotScale(window, domain, width, height)) : null,
  };
}
