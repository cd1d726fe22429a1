import { addDays, HOUR_MS, instantOf, siteDay, siteTime } from "@/lib/base/core/time";

/** A length to snooze for: null is until the alert gets worse. */
export type SnoozeChoice = { id: string; label: string; until: Date | null };

const MORNING = 7;

/** What is offered at once: hours that really pass, tomorrow at 07:00 by the site's clock, until worse. */
export function snoozeChoices(now: Date, zone: string): SnoozeChoice[] {
  const tomorrow = addDays(siteDay(now, zone), 1);
  return [
    { id: "1h", label: "1 h", until: new Date(now.getTime() + HOUR_MS) },
    { id: "4h", label: "4 h", until: new Date(now.getTime() + 4 * HOUR_MS) },
    { id: "tomorrow", label: "Tomorrow 07:00", until: instantOf(tomorrow, zone, MORNING) },
    { id: "worse", label: "Until worse", until: null },
  ];
}

/** When a choice ends, for the end of its line; empty where its words say it. */
export function endOf({ id, until }: SnoozeChoice, now: Date, zone: string): string {
  return until === null || id === "tomorrow" ? "" : siteTime(until, zone, now);
}

/**
 * The instant of a date and time of the site as a field gives them, `2026-03-29T07:00`; null where the field
 * is empty. A time that the clock leaves out is as long after the change; a repeated one is the first.
 */
export function instantOfField(text: string, zone: string): Date | null {
  const found = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})/.exec(text);
  if (!found?.[1]) return null;
  return instantOf(found[1], zone, Number(found[2]), Number(found[3]));
}

/** What the field for a date and time begins with: tomorrow morning at the site. */
export function fieldStart(now: Date, zone: string): string {
  return `${addDays(siteDay(now, zone), 1)}T07:00`;
}
