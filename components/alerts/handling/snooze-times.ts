import { addDays, HOUR_MS, instantOf, siteDay } from "@/lib/base/core/time";
import type { Words } from "@/lib/base/words/words";

/** A length to snooze for; `until` null: until the alert gets worse. */
export type SnoozeChoice = { id: string; label: string; until: Date | null };

const MORNING = 7;

/** The usual lengths: elapsed hours, tomorrow at 07:00 in site time, until worse. */
export function snoozeChoices({ t, formatDuration }: Words, now: Date, zone: string): SnoozeChoice[] {
  const tomorrow = addDays(siteDay(now, zone), 1);
  return [
    { id: "1h", label: formatDuration(HOUR_MS), until: new Date(now.getTime() + HOUR_MS) },
    { id: "4h", label: formatDuration(4 * HOUR_MS), until: new Date(now.getTime() + 4 * HOUR_MS) },
    {
      id: "tomorrow",
      label: t("alerts.snooze.tomorrow", { time: "07:00" }),
      until: instantOf(tomorrow, zone, MORNING),
    },
    { id: "worse", label: t("alerts.snooze.untilWorse"), until: null },
  ];
}

/** The end of a choice in words; empty if its label says it. */
export function endWords({ siteTime }: Words, { id, until }: SnoozeChoice, now: Date, zone: string): string {
  return until === null || id === "tomorrow" ? "" : siteTime(until, zone, now);
}

/**
 * The instant of a field's date and time in site time, `2026-03-29T07:00`; null for an empty field. A time that the clock
 * skips moves past the change; of a repeated one the first counts.
 */
export function instantOfField(text: string, zone: string): Date | null {
  const found = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})/.exec(text);
  if (!found?.[1]) return null;
  return instantOf(found[1], zone, Number(found[2]), Number(found[3]));
}

/** The initial value of the field: tomorrow morning in site time. */
export function fieldStart(now: Date, zone: string): string {
  return `${addDays(siteDay(now, zone), 1)}T07:00`;
}
