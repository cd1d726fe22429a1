"use client";
import { useEffect, useState } from "react";

/** What parts of pages had, by the entry of the tab's history and the name of the part. */
const remembered = new Map<string, unknown>();

/** Names the present entry of the tab's history; undefined where the browser does not tell. */
function entryKey(): string | undefined {
  if (typeof window === "undefined") return undefined;
  const { navigation } = window as { navigation?: { currentEntry: { key: string } | null } };
  return navigation?.currentEntry?.key;
}

/**
 * A state that a page has again when the person comes back to it. Opened anew, it starts with `initial`.
 * @param part its name on the page; undefined: it is not remembered
 */
export function useRemembered<T>(part: string | undefined, initial: T) {
  const [value, setValue] = useState<T>(() => {
    const key = `${entryKey()} ${part}`;
    return part !== undefined && remembered.has(key) ? (remembered.get(key) as T) : initial;
  });
  useEffect(() => {
    const entry = entryKey();
    if (part !== undefined && entry !== undefined) remembered.set(`${entry} ${part}`, value);
  }, [part, value]);
  return [value, setValue] as const;
}
