import { addDays, HOUR_MS, instantOf, siteDay } from "@/lib/base/core/time";
import type { Words } from "@/lib/base/words/words";

/** A length to snooze for; `until` null: until the alert gets worse. */
export type SnoozeChoice = { id: string; label: string; until: Date | null };

const MORNING = 7;

/** The usual lengths: elapsed hours, tomorrow at 07:00 in site time, until worse. */
export function snoozeChoices({ t, formatDuration }: Words, now: Date, zone: string): SnoozeChoice[] {
  return [
    { id: "1h", label: formatDuration(HOUR_MS), until: new Date(now.getTime() + HOUR_MS) },
    { id: "4h", label: formatDuration(4 * HOUR_MS), until: new Date(now.getTime() + 4 * HOUR_MS) },
    {
      id: "tomorrow",
      label: t("alerts.snooze.tomorrow", { time: "07:00" }),
      until: tomorrowMorning(now, zone),
    },
    { id: "worse", label: t("alerts.snooze.untilWorse"), until: null },
  ];
}

/** The end of a choice in words; empty if its label says it. */
export function endWords({ siteTime }: Words, { id, until }: SnoozeChoice, now: Date, zone: string): string {
  return until === null || id === "tomorrow" ? "" : siteTime(until, zone, now);
}

/** Tomorrow at 07:00 in site time. */
export const tomorrowMorning = (now: Date, zone: string): Date =>
  instantOf(addDays(siteDay(now, zone), 1), zone, MORNING);
