"use client";

import { useMemo } from "react";
import { useTenant } from "@/components/live/site-context";
import { useTenantEndpoint } from "@/components/live/use-endpoint";
import { useClock } from "@/components/ui/time";
import { readFreshness } from "@/lib/display/freshness/contract";
import { judgeNotifications, judgeQuiet, judgeReadings, type Quiet } from "@/lib/display/freshness/judge";
import { useLost } from "./lost-bar";
import { useOutagesOfLastDay } from "./use-outages";

/** Both sources judged by the page's clock; both are blind while the page has lost the server. Null until read. */
export function useFreshness() {
  const { now } = useClock();
  const { data } = useTenantEndpoint(readFreshness);
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

/** True if no notification was ever received, so that a count of 0 says nothing. False until that is known. */
export function useNothingReceived(): boolean {
  const { facts } = useFreshness() ?? {};
  return facts !== undefined && facts.notifications.lastAt === null;
}

/** True if a webhook secret is entered or a notification was received. Also true until that is known. */
export function useEverConnected(): boolean {
  const tenant = useTenant();
  const { facts } = useFreshness() ?? {};
  if (tenant === undefined) return false;
  return !facts || facts.notifications.connected || facts.notifications.lastAt !== null;
}

/** Tells if an empty list of open alerts may be believed. */
export function useQuiet(): Quiet {
  const fresh = useFreshness();
  const outages = useOutagesOfLastDay();
  return judgeQuiet(fresh && { ...fresh, outages });
}
