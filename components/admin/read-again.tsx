"use client";
import { useEffect } from "react";
import { useRefresh } from "@/components/live/use-refresh";

/** Reads the page anew every so many seconds while it is looked at. */
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
