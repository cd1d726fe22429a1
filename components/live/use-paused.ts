"use client";
import { useEffect, useState } from "react";

/** A value that is being typed, once the typing pauses. */
export function usePaused<T>(value: T, pauseMs = 250): T {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return paused;
}
