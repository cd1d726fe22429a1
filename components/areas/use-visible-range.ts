"use client";

import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";

/** Rows drawn above and below those in view, so that a quick scroll shows no hole. */
const SPARE = 12;
/** The drawn rows change in steps of so many, not with each pixel. */
const STEP = 6;

type Range = { first: number; last: number };

function rangeOf(top: number, height: number, rowHeight: number): Range {
  const step = (row: number) => Math.floor(row / STEP) * STEP;
  return {
    first: Math.max(0, step(top / rowHeight) - SPARE),
    last: step((top + height) / rowHeight) + STEP + SPARE,
  };
}

/**
 * Which rows of a long list of equal rows are in view.
 * @param start a row to begin at, -1 for none
 */
export function useVisibleRange(count: number, rowHeight: number, start: number) {
  const ref: RefObject<HTMLDivElement | null> = useRef(null);
  const [range, setRange] = useState<Range>(() =>
    rangeOf(Math.max(0, start - 6) * rowHeight, 900, rowHeight),
  );
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const look = () => {
      const now = rangeOf(element.scrollTop, element.clientHeight, rowHeight);
      setRange((before) => (before.first === now.first && before.last === now.last ? before : now));
    };
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, [rowHeight]);
  const reveal = useCallback(
    (index: number) => {
      const element = ref.current;
      if (!element) return;
      const top = index * rowHeight;
      if (top < element.scrollTop) element.scrollTop = top;
      else if (top + rowHeight > element.scrollTop + element.clientHeight)
        element.scrollTop = top + rowHeight - element.clientHeight;
    },
    [rowHeight],
  );
  const chosen = useRef(start);
  useLayoutEffect(() => {
    if (chosen.current >= 0) reveal(chosen.current);
  }, [reveal]);
  return { ref, first: Math.min(range.first, count), last: Math.min(range.last, count), reveal };
}
