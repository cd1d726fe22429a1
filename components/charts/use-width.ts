"use client";

import { type RefObject, useLayoutEffect, useRef, useState } from "react";

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
  return { ref, width };
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
