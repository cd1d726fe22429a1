"use client";

import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";

/** Rows drawn above and below those in view, so that a quick scroll shows no hole. */
const SPARE = 12;

/**
 * Which rows of a long list of equal rows are in view.
 * @param start a row to begin at, -1 for none
 */
export function useVisibleRange(count: number, rowHeight: number, start: number) {
  const ref: RefObject<HTMLDivElement | null> = useRef(null);
  const [view, setView] = useState({ top: Math.max(0, start - 6) * rowHeight, height: 900 });
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const look = () => setView({ top: element.scrollTop, height: element.clientHeight });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, []);
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
  const first = Math.max(0, Math.floor(view.top / rowHeight) - SPARE);
  const last = Math.min(count, Math.ceil((view.top + view.height) / rowHeight) + SPARE);
  return { ref, first, last, reveal };
}
