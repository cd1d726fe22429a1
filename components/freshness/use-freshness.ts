"use client";

import { useMemo } from "react";
import { useTenant } from "@/components/live/site-context";
import { useEndpoint } from "@/components/live/use-endpoint";
import { useClock } from "@/components/ui/time";
import { readFreshness } from "@/lib/display/freshness/contract";
import { judgeNotifications, judgeQuiet, judgeReadings, type Quiet } from "@/lib/display/freshness/judge";
import { useLost } from "./lost-bar";
import { useOutagesOfLastDay } from "./use-outages";

/** The age of both sources, judged by the page's clock; both are blind while the page has lost the server. */
export function useFreshness() {
  const tenant = useTenant();
  const { now } = useClock();
  const { data } = useEndpoint(readFreshness, { query: { tenant } }, { enabled: tenant !== undefined });
  const isLost = useLost() !== null;
  return useMemo(() => {
    if (!data) return null;
    const blind = isLost ? { state: "blind" as const } : {};
    return {
      facts: data,
      notifications: { ...judgeNotifications(data.notifications, now), ...blind },
      readings: { ...judgeReadings(data.readings, now), ...blind },
    };
  }, [data, isLost, now]);
}

/** Whether no notification has ever been received: then a count of none says nothing. False while that is not known. */
export function useNothingReceived(): boolean {
  const { facts } = useFreshness() ?? {};
  return facts !== undefined && facts.notifications.lastAt === null;
}

/** Whether an empty list of open alerts may be believed. */
export function useQuiet(): Quiet {
  const fresh = useFreshness();
  const outages = useOutagesOfLastDay();
  return judgeQuiet(fresh && { ...fresh, outages });
}
