"use client";

import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";

/**
 * Follows the width of an element in whole pixels; 0 until it is measured: once it is about to scroll into view, or is
 * printed. Of many elements, as the charts of a page, one is measured at a time, so that the page stays responsive.
 */
export function useWidth<E extends HTMLElement>(): { ref: RefObject<E | null>; width: number } {
  const ref = useRef<E>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.floor(entry.contentRect.width));
    });
    const measure = () => {
      setWidth(Math.floor(element.getBoundingClientRect().width));
      observer.observe(element);
    };
    const draw = () => {
      waiting.add(measure);
      drawNext();
    };
    const ahead = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        ahead.disconnect();
        draw();
      },
      { rootMargin: AHEAD },
    );
    // Printing waits for nothing: the first chart, wherever it is, loads the code that all need.
    if (!hasFirst) draw();
    else ahead.observe(element);
    hasFirst = true;
    return () => {
      ahead.disconnect();
      waiting.delete(measure);
      observer.disconnect();
    };
  }, []);
  usePaper(ref, setWidth);
  return { ref, width };
}

/** Sets the width for print: browsers lay a page out for paper without a resize event. */
function usePaper(ref: RefObject<HTMLElement | null>, setWidth: (width: number) => void): void {
  useEffect(() => {
    const toPaper = () => {
      const element = ref.current;
      if (element) flushSync(() => setWidth(widthOnPaper(element)));
    };
    const back = () => {
      if (ref.current) setWidth(Math.floor(ref.current.getBoundingClientRect().width));
    };
    window.addEventListener("beforeprint", toPaper);
    window.addEventListener("afterprint", back);
    return () => {
      window.removeEventListener("beforeprint", toPaper);
      window.removeEventListener("afterprint", back);
    };
  }, [ref, setWidth]);
}

/** How far below or above the view a chart is drawn already. */
const AHEAD = "300px";

const waiting = new Set<() => void>();
let isBusy = false;
let hasFirst = false;

/** Does one piece of waiting work after each frame, so that the browser can paint and handle input in between. */
function drawNext(): void {
  if (isBusy || waiting.size === 0) return;
  isBusy = true;
  requestAnimationFrame(() =>
    setTimeout(() => {
      isBusy = false;
      const [work] = waiting;
      if (!work) return;
      waiting.delete(work);
      work();
      drawNext();
    }),
  );
}

/** The width of A4 without the margins of `@page` (globals.css), in CSS pixels. */
const PAPER_WIDTH = Math.floor(((210 - 2 * 12) / 25.4) * 96);

/** The distance of charts side by side on paper: `--paper-gap` (globals.css). */
const PAPER_GAP = 16;

/** The width of an element on paper, where columns are stacked except those that `data-paper-columns` counts. */
function widthOnPaper(element: HTMLElement): number {
  const around: HTMLElement[] = [];
  // These elements have no padding on paper.
  for (let at = element.parentElement; at && !at.matches("main, .handover-sheet"); at = at.parentElement)
    around.unshift(at);
  let width = PAPER_WIDTH;
  for (const at of around) {
    const style = getComputedStyle(at);
    for (const side of ["paddingLeft", "paddingRight", "borderLeftWidth", "borderRightWidth"] as const)
      width -= Number.parseFloat(style[side]) || 0;
    const columns = Number(at.dataset.paperColumns ?? 1);
    width = (width - (columns - 1) * PAPER_GAP) / columns;
  }
  return Math.floor(width);
}
