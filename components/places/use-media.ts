"use client";
import { useCallback, useSyncExternalStore } from "react";

/** Same as the `touch` variant of globals.css. */
export const TOUCH = "(width < 40rem), (pointer: coarse)";
/** Same as the `lg` breakpoint of globals.css: from here on the tree is beside the content. */
const WIDE = "(width >= 68.75rem)";

/** True if a media query matches; null on the server. */
function useMedia(query: string): boolean | null {
  const watch = useCallback(
    (changed: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", changed);
      return () => list.removeEventListener("change", changed);
    },
    [query],
  );
  return useSyncExternalStore(
    watch,
    () => window.matchMedia(query).matches,
    () => null,
  );
}

/** Returns true if the layout is for touch. */
export function useIsTouch(): boolean {
  return useMedia(TOUCH) === true;
}

/** True if the tree is beside the content; null until hydration. */
export function useIsWide(): boolean | null {
  return useMedia(WIDE);
}
