"use client";
import { useCallback, useSyncExternalStore } from "react";

/** As the `touch` variant of globals.css. */
const TOUCH = "(width < 40rem), (pointer: coarse)";
/** As the `lg` breakpoint of globals.css: from here on the tree stands beside the content. */
const WIDE = "(width >= 68.75rem)";

/** Whether a media query fits; null on the server, which cannot know. */
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

/** Whether fingers press what is shown. */
export function useIsTouch(): boolean {
  return useMedia(TOUCH) === true;
}

/** Whether the tree stands beside the content; null until the page is alive. */
export function useIsWide(): boolean | null {
  return useMedia(WIDE);
}
