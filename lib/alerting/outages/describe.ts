/** Outages in words, in site time (docs/spec/design.md "Numbers and times"). */
import { daysBetween, siteDay } from "@/lib/base/core/time";
import type { PlainKey } from "@/lib/base/words/messages";
import type { Words } from "@/lib/base/words/words";
import type { Outage } from "./contract";

type Window = Pick<Outage, "startedAt" | "endedAt">;

/** `Alerts may be missing 02:10–03:05`, with the day unless it is today. */
export function describeMissing(words: Words, outage: Window, zone: string, now: Date): string {
  return words.t("outages.missing", { period: describeWindow(words, outage, zone, now) });
}

/** The same with its cause, in a sentence. */
export function describeOutage(words: Words, outage: Outage, zone: string, now: Date): string {
  const { t } = words;
  const period = describeWindow(words, outage, zone, now);
  return outage.cause === "stopped"
    ? t("outages.missingWhileStopped", { period })
    : t("outages.missingForStorage", { period });
}

/** `02:10–03:05`, `Tue 23:50–Wed 00:10`, `since 02:10`, or `at 02:10, for 13 s` within one minute. */
export function describeWindow(
  words: Words,
  { startedAt, endedAt }: Window,
  zone: string,
  now: Date,
): string {
  const { t, timeOfDay, formatDuration } = words;
  const from = new Date(startedAt);
  const start = dayAndTime(words, from, zone, now);
  if (endedAt === null) return t("outages.since", { start });
  const to = new Date(endedAt);
  const length = to.getTime() - from.getTime();
  if (length <= 0) return t("outages.around", { start });
  const isSameDay = siteDay(from, zone) === siteDay(to, zone);
  if (isSameDay && length < 60_000 && timeOfDay(from, zone) === timeOfDay(to, zone))
    return t("outages.short", { start, length: formatDuration(Math.max(length, 1_000)) });
  return `${start}–${isSameDay ? timeOfDay(to, zone) : dayAndTime(words, to, zone, now)}`;
}

function dayAndTime(
  { timeOfDay, weekdayOf, siteDateTime }: Words,
  at: Date,
  zone: string,
  now: Date,
): string {
  const day = siteDay(at, zone);
  const away = Math.abs(daysBetween(day, siteDay(now, zone)));
  if (away === 0) return timeOfDay(at, zone);
  return away <= 6 ? `${weekdayOf(day)} ${timeOfDay(at, zone)}` : siteDateTime(at, zone);
}

/** The cause of an outage: a sentence without its full stop. */
export const OUTAGE_CAUSE_WORDS = {
  stopped: "outages.stopped",
  storage: "outages.storage",
} as const satisfies Record<Outage["cause"], PlainKey>;
