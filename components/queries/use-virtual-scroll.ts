"use client";
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import {
  type Extent,
  positionAfterScroll,
  positionToReveal,
  rowsInView,
  type Scroll,
  scrollTopAt,
} from "./virtual-scroll";

/** Rows drawn above and below those in view. */
const OVERSCAN = 6;
/** Delay after the last scroll until the scrollbar is synchronised with the rows. */
const SYNC_AFTER_MS = 160;

/**
 * The part of very many rows to draw, and its place.
 * @param rowHeight pixels
 * @param head height of the header in the same frame, pixels
 */
export function useVirtualScroll(rows: number, rowHeight: number, head: number) {
  const ref = useRef<HTMLTableElement>(null);
  const [view, setView] = useState(rowHeight * 16);
  const [scroll, setScroll] = useState<Scroll>({ top: 0, at: 0 });
  const position = useRef(scroll);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const extent: Extent = useMemo(() => ({ rows, rowHeight, view }), [rows, rowHeight, view]);

  const update = useCallback((next: Scroll) => {
    position.current = next;
    setScroll(next);
  }, []);

  /** Synchronises the scrollbar with the rows, which do not move. */
  const syncScrollbar = useCallback(() => {
    const element = ref.current;
    if (!element) return;
    element.scrollTop = scrollTopAt(position.current.at, extent);
    update({ top: element.scrollTop, at: position.current.at });
  }, [extent, update]);

  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => setView(Math.max(rowHeight, element.clientHeight - head));
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [rowHeight, head]);

  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const onScroll = () => {
      if (element.scrollTop !== position.current.top)
        update(positionAfterScroll(position.current, element.scrollTop, extent));
      clearTimeout(timer.current);
      timer.current = setTimeout(syncScrollbar, SYNC_AFTER_MS);
    };
    element.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      clearTimeout(timer.current);
      element.removeEventListener("scroll", onScroll);
    };
  }, [extent, syncScrollbar, update]);

  // Keep the same row at the top when the row height changes.
  const drawnHeight = useRef(rowHeight);
  useLayoutEffect(() => {
    if (drawnHeight.current === rowHeight) return;
    position.current = { ...position.current, at: (position.current.at / drawnHeight.current) * rowHeight };
    drawnHeight.current = rowHeight;
    syncScrollbar();
  }, [rowHeight, syncScrollbar]);

  const moveTo = (at: number) => {
    position.current = { ...position.current, at };
    syncScrollbar();
  };

  const seen = rowsInView(scroll.at, extent);
  return {
    ref,
    extent,
    seen,
    first: Math.max(0, seen.first - OVERSCAN),
    last: Math.min(rows, seen.last + OVERSCAN),
    /** Offset of a row in the scrolling element, in pixels. */
    placeOf: (row: number) => scroll.top + row * rowHeight - scroll.at,
    /** Brings a row into view. */
    reveal: (row: number) => moveTo(positionToReveal(row, position.current.at, extent)),
    /** Brings a row to the top. */
    goTo: (row: number) => moveTo(positionToReveal(row, Number.MAX_SAFE_INTEGER, extent)),
  };
}
