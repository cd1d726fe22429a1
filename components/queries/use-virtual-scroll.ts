"use client";
import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { type Extent, revealing, rowsInView, type Scroll, scrolledTo, topOf } from "./virtual-scroll";

/** Rows drawn above and below those in view. */
const SPARE = 6;
/** How long after the last scroll the scrollbar is synchronised with the rows. */
const REST_MS = 160;

/**
 * Which of very many rows to draw, and where.
 * @param rowHeight pixels
 * @param head height of the header in the same frame, pixels
 */
export function useVirtualScroll(rows: number, rowHeight: number, head: number) {
  const ref: RefObject<HTMLTableElement | null> = useRef(null);
  const [view, setView] = useState(rowHeight * 16);
  const [scroll, setScroll] = useState<Scroll>({ top: 0, at: 0 });
  const now = useRef(scroll);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const extent: Extent = useMemo(() => ({ rows, rowHeight, view }), [rows, rowHeight, view]);

  const stand = useCallback((next: Scroll) => {
    now.current = next;
    setScroll(next);
  }, []);

  /** Synchronises the scrollbar with the rows, which do not move. */
  const settle = useCallback(() => {
    const element = ref.current;
    if (!element) return;
    element.scrollTop = topOf(now.current.at, extent);
    stand({ top: element.scrollTop, at: now.current.at });
  }, [extent, stand]);

  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const look = () => setView(Math.max(rowHeight, element.clientHeight - head));
    const observer = new ResizeObserver(look);
    observer.observe(element);
    look();
    return () => observer.disconnect();
  }, [rowHeight, head]);

  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const moved = () => {
      if (element.scrollTop !== now.current.top) stand(scrolledTo(now.current, element.scrollTop, extent));
      clearTimeout(rest.current);
      rest.current = setTimeout(settle, REST_MS);
    };
    element.addEventListener("scroll", moved, { passive: true });
    return () => {
      clearTimeout(rest.current);
      element.removeEventListener("scroll", moved);
    };
  }, [extent, settle, stand]);

  // Keep the same row at the top when the row height changes.
  const drawnHeight = useRef(rowHeight);
  useLayoutEffect(() => {
    if (drawnHeight.current === rowHeight) return;
    now.current = { ...now.current, at: (now.current.at / drawnHeight.current) * rowHeight };
    drawnHeight.current = rowHeight;
    settle();
  }, [rowHeight, settle]);

  const standAt = useCallback(
    (at: number) => {
      now.current = { ...now.current, at };
      settle();
    },
    [settle],
  );
  /** Brings a row into view. */
  const reveal = useCallback(
    (row: number) => standAt(revealing(row, now.current.at, extent)),
    [extent, standAt],
  );
  /** Brings a row to the top. */
  const goTo = useCallback(
    (row: number) => standAt(revealing(row, Number.MAX_SAFE_INTEGER, extent)),
    [extent, standAt],
  );

  const seen = rowsInView(scroll.at, extent);
  return {
    ref,
    extent,
    seen,
    first: Math.max(0, seen.first - SPARE),
    last: Math.min(rows, seen.last + SPARE),
    /** Offset of a row in the scrolling element, in pixels. */
    placeOf: (row: number) => scroll.top + row * rowHeight - scroll.at,
    reveal,
    goTo,
  };
}
