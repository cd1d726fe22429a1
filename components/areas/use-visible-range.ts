"use client";

import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** Rows drawn above and below those in view, so that a quick scroll shows no hole. */
const SPARE = 8;
/** The drawn rows change in steps of so many, not with each pixel. */
const STEP = 4;
/** Where all or many rows are new, those in view come first, and the spare ones after a moment. */
const SPARE_AFTER_MS = 80;

type Range = { first: number; last: number };

function rangeOf(top: number, height: number, rowHeight: number): Range {
  const step = (row: number) => Math.floor(row / STEP) * STEP;
  return { first: step(top / rowHeight), last: step((top + height) / rowHeight) + STEP };
}

const isSame = (one: Range, other: Range) => one.first === other.first && one.last === other.last;
const isApart = (one: Range, other: Range) => one.first >= other.last || one.last <= other.first;

/**
 * Which rows of a long list of equal rows are in view.
 * @param start a row to begin at, -1 for none
 * @param order with the number of rows: while both are the same, other rows come into view by scrolling alone
 */
export function useVisibleRange(count: number, rowHeight: number, start: number, order = "") {
  const ref: RefObject<HTMLDivElement | null> = useRef(null);
  const [range, setRange] = useState<Range>(() =>
    rangeOf(Math.max(0, start - 6) * rowHeight, 900, rowHeight),
  );
  const spare = useSpare(`${count} ${order}`, range);
  const look = useCallback(() => {
    const element = ref.current;
    if (!element) return;
    const now = rangeOf(element.scrollTop, element.clientHeight, rowHeight);
    setRange((before) => (isSame(before, now) ? before : now));
  }, [rowHeight]);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, [look]);
  const reveal = useCallback(
    (index: number) => {
      const element = ref.current;
      if (!element) return;
      const top = index * rowHeight;
      if (top < element.scrollTop) element.scrollTop = top;
      else if (top + rowHeight > element.scrollTop + element.clientHeight)
        element.scrollTop = top + rowHeight - element.clientHeight;
      // At once, not when the browser tells of it: the row is to have the focus in the next frame.
      look();
    },
    [rowHeight, look],
  );
  const chosen = useRef(start);
  useLayoutEffect(() => {
    if (chosen.current >= 0) reveal(chosen.current);
  }, [reveal]);
  const first = Math.min(Math.max(0, range.first - spare), count);
  return { ref, first, last: Math.min(range.last + spare, count), reveal };
}

/** How many rows are drawn besides those in view: none at first where all or many of these are new. */
function useSpare(version: string, range: Range): number {
  const [drawn, setDrawn] = useState({ version, range, isWhole: false });
  const isNew = drawn.version !== version || isApart(drawn.range, range);
  if (isNew || drawn.range !== range) setDrawn({ version, range, isWhole: drawn.isWhole && !isNew });
  useEffect(() => {
    if (drawn.isWhole) return;
    const timer = setTimeout(() => setDrawn((now) => ({ ...now, isWhole: true })), SPARE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [drawn.isWhole]);
  return drawn.isWhole ? SPARE : 0;
}

/**
 * Keeps a row under the pointer while rows come or go above it.
 * @returns to be called with the row's path right before the rows change
 */
export function useHeldRow(
  ref: RefObject<HTMLElement | null>,
  rows: readonly { node: { path: string } }[],
  rowHeight: number,
): (path: string) => void {
  const held = useRef<{ path: string; index: number } | null>(null);
  useLayoutEffect(() => {
    const before = held.current;
    const now = before ? rows.findIndex((row) => row.node.path === before.path) : -1;
    if (before && now >= 0 && ref.current) ref.current.scrollTop += (now - before.index) * rowHeight;
    held.current = null;
  }, [ref, rows, rowHeight]);
  return (path) => {
    held.current = { path, index: rows.findIndex((row) => row.node.path === path) };
  };
}
