"use client";

import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";
import { type TimeWindow, useChartFrame } from "./chart-frame";
import { clamp, PLOT_EDGE, PLOT_LEFT, panBy, plotWidth, wheelFactor, zoomAt } from "./geometry";
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

/** A shorter drag is a click, in pixels. */
const MIN_DRAG = 8;

/** A position in a plot; the value only matters for faint lines. */
type PlotPoint = { t: number; value: number };

/**
 * The gestures over a plot. A mouse or pen moves the cursor and drags a range to zoom to. A finger sets the cursor by a tap
 * and moves it by a drag; up and down it scrolls the page. Two fingers zoom and move through time.
 * @param point names the faint line at a position
 */
export function usePlotPointer(
  ref: RefObject<HTMLElement | null>,
  { width, height, domain }: { width: number; height: number; domain: readonly [number, number] },
  point: (at: PlotPoint | null) => void,
) {
  const frame = useChartFrame();
  const { from, to } = frame.window;
  const plot = plotWidth(width);
  const [drag, setDrag] = useState<TimeWindow | null>(null);
  // The x of a finger that has touched and may still become a tap, a drag, or the first of two.
  const finger = useRef<{ id: number; x: number; isDrag: boolean } | null>(null);
  const keepCursor = useTouchedCursor(frame);
  useWheel(ref, frame, plot);
  const pinch = usePinch(frame, plot);
  const pointAt = (event: PointerEvent<HTMLElement>): PlotPoint => {
    const box = event.currentTarget.getBoundingClientRect();
    const across = (event.clientX - box.left - PLOT_LEFT) / plot;
    const down = (event.clientY - box.top - PLOT_EDGE) / (height - 2 * PLOT_EDGE);
    return {
      t: from + clamp(across, 0, 1) * (to - from),
      value: domain[1] - down * (domain[1] - domain[0]),
    };
  };
  const moveCursor = (event: PointerEvent<HTMLElement>) => {
    const at = pointAt(event);
    frame.setCursor(at.t);
    point(at);
    return at.t;
  };
  const touch = {
    down(event: PointerEvent<HTMLElement>) {
      const isSecond = pinch.down(event);
      finger.current = isSecond ? null : { id: event.pointerId, x: event.clientX, isDrag: false };
    },
    move(event: PointerEvent<HTMLElement>) {
      const touched = finger.current;
      if (pinch.move(event) || touched?.id !== event.pointerId) return;
      touched.isDrag ||= Math.abs(event.clientX - touched.x) >= MIN_DRAG;
      if (!touched.isDrag) return;
      keepCursor();
      moveCursor(event);
    },
    up(event: PointerEvent<HTMLElement>) {
      pinch.up(event);
      const touched = finger.current;
      finger.current = null;
      if (touched?.id !== event.pointerId || touched.isDrag) return;
      keepCursor();
      const t = moveCursor(event);
      frame.onPick?.(t, false);
    },
  };
  return {
    drag,
    cancelDrag: () => setDrag(null),
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        if (event.pointerType === "touch") return touch.down(event);
        const t = moveCursor(event);
        setDrag({ from: t, to: t });
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        if (event.pointerType === "touch") return touch.move(event);
        const t = moveCursor(event);
        setDrag((current) => current && { ...current, to: t });
      },
      onPointerUp(event: PointerEvent<HTMLElement>) {
        if (event.pointerType === "touch") return touch.up(event);
        if (drag && (Math.abs(drag.to - drag.from) / (to - from)) * plot >= MIN_DRAG) {
          frame.onZoom({ from: Math.min(drag.from, drag.to), to: Math.max(drag.from, drag.to) });
        } else if (drag) frame.onPick?.(drag.from, false);
        setDrag(null);
      },
      /** The browser takes the finger for scrolling. */
      onPointerCancel(event: PointerEvent<HTMLElement>) {
        pinch.up(event);
        finger.current = null;
        setDrag(null);
      },
      onPointerLeave(event: PointerEvent<HTMLElement>) {
        // A lifted finger leaves, too; its cursor stays.
        if (event.pointerType === "touch") return;
        point(null);
        if (!drag) frame.setCursor(null);
      },
    },
  };
}

type Frame = ReturnType<typeof useChartFrame>;

/** @returns call when a finger sets the cursor: it stays until a tap outside of the plots */
function useTouchedCursor({ cursor, setCursor }: Frame) {
  const [isTouched, setTouched] = useState(false);
  const isShown = isTouched && cursor !== null;
  useEffect(() => {
    if (!isShown) return;
    const onClick = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest("[role=slider]")) return;
      setTouched(false);
      setCursor(null);
    };
    document.addEventListener("click", onClick, true);
    return () => document.removeEventListener("click", onClick, true);
  }, [isShown, setCursor]);
  return () => setTouched(true);
}

/**
 * A wheel alone scrolls the page: with Ctrl, or as a pinch on a touchpad, it zooms; sideways, or with Shift, it moves
 * through time.
 */
function useWheel(ref: RefObject<HTMLElement | null>, frame: Frame, plot: number) {
  const current = useRef(frame);
  current.current = frame;
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const onWheel = (event: WheelEvent) => {
      const { window, preview, limits } = current.current;
      if (limits === undefined) return;
      const length = window.to - window.from;
      const sideways = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
      if (event.ctrlKey || event.metaKey) {
        const x = event.clientX - element.getBoundingClientRect().left - PLOT_LEFT;
        const at = window.from + clamp(x / plot, 0, 1) * length;
        preview(zoomAt(window, at, wheelFactor(event.deltaY, event.deltaMode), limits));
      } else if (Math.abs(sideways) > Math.abs(event.shiftKey ? 0 : event.deltaY)) {
        preview(panBy(window, (sideways / plot) * length, limits));
      } else return;
      event.preventDefault();
    };
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  }, [ref, plot]);
}

/** Fingers closer than this, in pixels, count as this far apart. */
const MIN_APART = 20;

/** Two fingers: the instant between them stays between them. The window is zoomed to once a finger is lifted. */
function usePinch(frame: Frame, plot: number) {
  const fingers = useRef(new Map<number, { x: number; y: number }>());
  const began = useRef<{ window: TimeWindow; center: number; apart: number } | null>(null);
  const pinched = useRef<TimeWindow | null>(null);
  const put = (event: PointerEvent) =>
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
  const spread = () => {
    const [one = { x: 0, y: 0 }, other = one] = [...fingers.current.values()];
    const apart = Math.max(Math.hypot(one.x - other.x, one.y - other.y), MIN_APART);
    return { center: (one.x + other.x) / 2, apart };
  };
  return {
    /** @returns true if it is not the first finger */
    down(event: PointerEvent): boolean {
      put(event);
      began.current = fingers.current.size === 2 ? { window: frame.window, ...spread() } : null;
      return fingers.current.size > 1;
    },
    /** @returns true if several fingers are down */
    move(event: PointerEvent): boolean {
      if (!fingers.current.has(event.pointerId)) return false;
      put(event);
      const start = began.current;
      if (!start || frame.limits === undefined) return fingers.current.size > 1;
      const { center, apart } = spread();
      const length = start.window.to - start.window.from;
      const left = event.currentTarget.getBoundingClientRect().left + PLOT_LEFT;
      const at = start.window.from + ((start.center - left) / plot) * length;
      const zoomed = zoomAt(start.window, at, start.apart / apart, frame.limits);
      const shift = ((start.center - center) / plot) * (zoomed.to - zoomed.from);
      pinched.current = panBy(zoomed, shift, frame.limits);
      frame.preview(pinched.current, true);
      return true;
    },
    up(event: PointerEvent) {
      fingers.current.delete(event.pointerId);
      began.current = null;
      if (pinched.current) frame.preview(pinched.current);
      pinched.current = null;
    },
  };
}
