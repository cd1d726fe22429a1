"use client";
import { useMemo } from "react";
import { useEndpoint } from "@/components/live/use-endpoint";
import { useClock } from "@/components/ui/time";
import { useWords } from "@/components/words/words";
import { listOutages, type Outage, outagesOfLastDay } from "@/lib/alerting/outages/contract";
import { describeMissing } from "@/lib/alerting/outages/describe";

const NONE: Outage[] = [];

/** The outages, newest first. */
export function useOutages(): Outage[] {
  return useEndpoint(listOutages, { query: {} }).data?.items ?? NONE;
}

/** The outages that reach into the last 24 hours. */
export function useOutagesOfLastDay(): Outage[] {
  const outages = useOutages();
  const { now } = useClock();
  return useMemo(() => outagesOfLastDay(outages, now), [outages, now]);
}

/** The outages as chart spans in epoch milliseconds, with words. One under way reaches to now. */
export function useBlindTimes(): { from: number; to: number; words: string }[] {
  const words = useWords();
  const outages = useOutages();
  const { now, zone } = useClock();
  return useMemo(
    () =>
      outages.map((outage) => ({
        from: Date.parse(outage.startedAt),
        to: outage.endedAt === null ? now.getTime() : Date.parse(outage.endedAt),
        words: describeMissing(words, outage, zone, now),
      })),
    [words, outages, now, zone],
  );
}
