"use client";
import { useEndpoint } from "@/components/live/use-endpoint";
import { useClock } from "@/components/ui/clock";
import { readFreshness } from "@/lib/freshness/contract";
import { judgeNotifications, judgeReadings } from "@/lib/freshness/judge";
import { useTenant } from "./site-context";

/** The age of both sources, judged by the page's clock. */
export function useFreshness() {
  const tenant = useTenant();
  const { now } = useClock();
  const { data } = useEndpoint(readFreshness, { query: { tenant } }, { enabled: tenant !== undefined });
  if (!data) return null;
  return {
    facts: data,
    notifications: judgeNotifications(data.notifications, now),
    readings: judgeReadings(data.readings, now),
  };
}
