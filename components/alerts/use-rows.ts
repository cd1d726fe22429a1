"use client";
import { useSyncExternalStore } from "react";

/** More than any screen shows: the rest follows once the page is alive. */
const FIRST_ROWS = 40;

/** The rows to draw: in the document the first alone, so that a list of hundreds is there as soon as a short one. */
export function useRows<T>(all: T[]): T[] {
  const isAlive = useSyncExternalStore(never, alive, inDocument);
  return isAlive || all.length <= FIRST_ROWS ? all : all.slice(0, FIRST_ROWS);
}

const never = () => () => undefined;
const alive = () => true;
const inDocument = () => false;
