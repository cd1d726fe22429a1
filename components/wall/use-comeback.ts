"use client";
import { useEffect } from "react";

/**
 * Loads the page anew so many seconds later, again and again: nobody stands before a screen. Not before the server
 * answers, because a page that could not be loaded at all would never try again.
 */
export function useComeback(seconds: number): void {
  useEffect(() => {
    const timer = setInterval(async () => {
      const answer = await fetch("/api/health/live", { cache: "no-store" }).catch(() => null);
      if (answer?.ok) window.location.reload();
    }, seconds * 1_000);
    return () => clearInterval(timer);
  }, [seconds]);
}
