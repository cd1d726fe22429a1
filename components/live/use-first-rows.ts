"use client";
import { useSyncExternalStore } from "react";

/** Above what any screen shows. */
const FIRST_ROWS = 40;

/** The rows to draw: the server writes only the first into the document, so that long lists appear as fast as short ones. */
export function useFirstRows<T>(all: T[]): T[] {
  const isHydrated = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
  return isHydrated ? all : all.slice(0, FIRST_ROWS);
}

const subscribeToNothing = () => () => undefined;
