"use client";

import { type PointerEvent, type RefObject, useEffect, useRef } from "react";
import { type TimeWindow, useChartFrame } from "./chart-frame";
import { PLOT_LEFT, PLOT_RIGHT } from "./plot-room";
import { panned, wheelFactor, zoomedAt } from "./zoom";

type Pinch = { window: TimeWindow; center: number; apart: number };

/**
 * Zoom by wheel and by two fingers. A wheel alone always scrolls the page: only with Ctrl (or as a pinch on a pad) it
 * zooms, and only a turn sideways, or one with Shift, goes through the time.
 */
export function useZoom(ref: RefObject<HTMLElement | null>, width: number) {
  const frame = useChartFrame();
  const current = useRef(frame);
  current.current = frame;
  const plot = Math.max(width - PLOT_LEFT - PLOT_RIGHT, 1);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const onWheel = (event: WheelEvent) => {
      const { window, preview, latest } = current.current;
      if (!preview || latest === undefined) return;
      const length = window.to - window.from;
      const sideways = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
      if (event.ctrlKey || event.metaKey) {
        const x = event.clientX - element.getBoundingClientRect().left - PLOT_LEFT;
        const at = window.from + Math.min(Math.max(x / plot, 0), 1) * length;
        preview(zoomedAt(window, at, wheelFactor(event.deltaY, event.deltaMode), latest));
      } else if (Math.abs(sideways) > Math.abs(event.shiftKey ? 0 : event.deltaY)) {
        preview(panned(window, (sideways / plot) * length, latest));
      } else return;
      event.preventDefault();
    };
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  }, [ref, plot]);
  return usePinch(frame, plot);
}

/** Two fingers: what lay between them stays between them. */
function usePinch(frame: ReturnType<typeof useChartFrame>, plot: number) {
  const fingers = useRef(new Map<number, number>());
  const began = useRef<Pinch | null>(null);
  const spread = () => {
    const [one = 0, other = 0] = [...fingers.current.values()];
    return { center: (one + other) / 2, apart: Math.max(Math.abs(one - other), 20) };
  };
  return {
    /** @returns whether two fingers are down now: then nothing else is meant */
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
      if (!start || !frame.preview || frame.latest === undefined) return fingers.current.size > 1;
      const { center, apart } = spread();
      const length = start.window.to - start.window.from;
      const left = event.currentTarget.getBoundingClientRect().left + PLOT_LEFT;
      const at = start.window.from + ((start.center - left) / plot) * length;
      const zoomed = zoomedAt(start.window, at, start.apart / apart, frame.latest);
      const shift = ((start.center - center) / plot) * (zoomed.to - zoomed.from);
      frame.preview(panned(zoomed, shift, frame.latest));
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
