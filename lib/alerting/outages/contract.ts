import { z } from "zod";
import {
  DAY_MS,
  daysBetween,
  formatDay,
  formatDuration,
  siteDay,
  timeOfDay,
  weekdayOf,
} from "@/lib/base/core/time";
import { endpoint } from "@/lib/base/request/endpoint";
import { instant, instantParameter } from "@/lib/web/http/query-schemas";

/** stopped: no process ran; storage: neither database nor spool could store anything. */
export const OUTAGE_CAUSES = ["stopped", "storage"] as const;

/**
 * A time in which no notification could be received. The service does not resend them
 * (docs/spec/service-interface.md "Delivery").
 */
export const outageSchema = z.object({
  startedAt: instant,
  endedAt: instant.nullable().meta({ description: "Null while it goes on" }),
  cause: z.enum(OUTAGE_CAUSES).meta({
    description: "stopped: Leafwatch was not running; storage: nothing could be stored",
  }),
});

export type Outage = z.infer<typeof outageSchema>;

export const listOutages = endpoint({
  method: "GET",
  path: "/api/v1/outages",
  summary:
    "Times in which no notification could be received, of all tenancies alike, newest first, 500 at most: alerts of them may be missing",
  access: "screen",
  query: z.strictObject({
    from: instantParameter.optional(),
    to: instantParameter.optional(),
  }),
  answer: z.object({ items: z.array(outageSchema) }),
});

/** Outages in words, in site time (docs/spec/design.md "Numbers and times"). */

type Window = Pick<Outage, "startedAt" | "endedAt">;

/** `Alerts may be missing 02:10–03:05`, with the day unless it is today. */
export function describeMissing(outage: Window, zone: string, now: Date): string {
  return `Alerts may be missing ${describeWindow(outage, zone, now)}`;
}

/** `02:10–03:05`, `Tue 23:50–Wed 00:10`, `since 02:10`, or `at 02:10, for 13 s` within one minute. */
export function describeWindow({ startedAt, endedAt }: Window, zone: string, now: Date): string {
  const from = new Date(startedAt);
  const start = dayAndTime(from, zone, now);
  if (endedAt === null) return `since ${start}`;
  const to = new Date(endedAt);
  const length = to.getTime() - from.getTime();
  if (length <= 0) return `around ${start}`;
  const isSameDay = siteDay(from, zone) === siteDay(to, zone);
  if (isSameDay && length < 60_000 && timeOfDay(from, zone) === timeOfDay(to, zone))
    return `at ${start}, for ${formatDuration(Math.max(length, 1_000))}`;
  return `${start}–${isSameDay ? timeOfDay(to, zone) : dayAndTime(to, zone, now)}`;
}

function dayAndTime(at: Date, zone: string, now: Date): string {
  const day = siteDay(at, zone);
  const away = Math.abs(daysBetween(day, siteDay(now, zone)));
  const time = timeOfDay(at, zone);
  if (away === 0) return time;
  return away <= 6 ? `${weekdayOf(day)} ${time}` : `${formatDay(day)}, ${time}`;
}

/** The cause of an outage in words. */
export function describeCause({ cause }: Pick<Outage, "cause">): string {
  return cause === "stopped" ? "Leafwatch was not running" : "Notifications could not be stored";
}

/** Filters the outages that overlap the last 24 hours; keeps the order. */
export function outagesOfLastDay<T extends Window>(outages: readonly T[], now: Date): T[] {
  return outages.filter(({ endedAt }) => endedAt === null || now.getTime() - Date.parse(endedAt) < DAY_MS);
}
