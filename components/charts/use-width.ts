"use client";

import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";

/**
 * The width of an element in whole pixels, followed as it changes; 0 until it is laid out. Where many come at once,
 * as the charts of a page, each draws what depends on it in its turn.
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
    const withdraw = inTurn(() => {
      setWidth(Math.floor(element.getBoundingClientRect().width));
      observer.observe(element);
    });
    return () => {
      withdraw();
      observer.disconnect();
    };
  }, []);
  usePaper(ref, setWidth);
  return { ref, width };
}

/** Paper is as wide as it is: browsers lay a page out for it once, and ask nobody how wide drawings are then. */
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

let waiting: (() => void)[] = [];
let isBusy = false;

/**
 * The first is done at once, the others one by one: the browser paints, and hears what is pressed, in between.
 * @returns what takes it back
 */
function inTurn(work: () => void): () => void {
  if (isBusy) waiting.push(work);
  else {
    isBusy = true;
    work();
    setTimeout(next);
  }
  return () => {
    waiting = waiting.filter((one) => one !== work);
  };
}

function next(): void {
  const work = waiting.shift();
  isBusy = work !== undefined;
  if (!work) return;
  work();
  setTimeout(next);
}

/** A4 less the margins of `@page` (globals.css), in pixels of the page. */
const PAPER_WIDTH = Math.floor(((210 - 2 * 12) / 25.4) * 96);

/** How wide an element is on paper, where all that stands side by side on a screen stands one below the other. */
function widthOnPaper(element: HTMLElement): number {
  let width = PAPER_WIDTH;
  // These have no room around them on paper.
  for (let at = element.parentElement; at && !at.matches("main, .handover-sheet"); at = at.parentElement) {
    const style = getComputedStyle(at);
    for (const side of ["paddingLeft", "paddingRight", "borderLeftWidth", "borderRightWidth"] as const)
      width -= Number.parseFloat(style[side]) || 0;
  }
  return Math.floor(width);
}
