"use client";
import { useClock } from "@/components/ui/time";
import { siteDateTime, siteTime } from "@/lib/base/core/time";

/** Site time to the second, with the day where it is not today's: several deliveries come within a minute. */
export function ReceivedTime({ at }: { at: string }) {
  const { now, zone } = useClock();
  const date = new Date(at);
  const short = siteTime(date, zone, now);
  const full = siteDateTime(date, zone);
  const text = short.includes(":") ? short : full;
  const seconds = String(date.getUTCSeconds()).padStart(2, "0");
  return (
    <time dateTime={at} title={`${full}, ${zone}`}>
      {/\d:\d\d$/.test(text) ? `${text}:${seconds}` : text}
    </time>
  );
}
