"use client";
import { useClock } from "@/components/ui/clock";
import { siteTime } from "@/lib/core/time";

/** Site time to the second where it shows the time of day: several deliveries come within a minute. */
export function ReceivedTime({ at }: { at: string }) {
  const { now, zone } = useClock();
  const date = new Date(at);
  const text = siteTime(date, zone, now);
  const seconds = String(date.getUTCSeconds()).padStart(2, "0");
  return <time dateTime={at}>{/\d:\d\d$/.test(text) ? `${text}:${seconds}` : text}</time>;
}
