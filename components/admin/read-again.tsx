"use client";
import { useEffect } from "react";
import { useRefresh } from "@/components/live/use-refresh";

/** Refreshes the page at an interval while it is visible. */
export function ReadAgain({ seconds }: { seconds: number }) {
  const refresh = useRefresh();
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") refresh();
    }, seconds * 1_000);
    return () => clearInterval(timer);
  }, [refresh, seconds]);
  return null;
}
