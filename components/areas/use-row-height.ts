"use client";

import { useSyncExternalStore } from "react";

/** As the `touch` variant of globals.css. */
const TOUCH = "(width < 40rem), (pointer: coarse)";

const watch = (changed: () => void) => {
  const query = window.matchMedia(TOUCH);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
};

/** How high a row of the tree is, in pixels: 30, and 44 where fingers press it. */
export function useRowHeight(): number {
  const isTouch = useSyncExternalStore(
    watch,
    () => window.matchMedia(TOUCH).matches,
    () => false,
  );
  return isTouch ? 44 : 30;
}
