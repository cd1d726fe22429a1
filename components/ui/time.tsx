"use client";
import type { ComponentProps } from "react";
import {
  formatAge,
  formatDuration,
  siteDateTime,
  siteDay,
  siteTimeAmong,
  siteTimeWithAge,
} from "@/lib/base/core/time";
import { useClock, useClockNear } from "./clock";

type At = { at: string | Date; zone?: string; className?: string };

type Times = readonly (string | Date | null)[];
const NONE: Times = [];

const dateOf = (at: string | Date) => (typeof at === "string" ? new Date(at) : at);

function Stamp({ at, zone, className, text }: { at: Date; zone: string; className?: string; text: string }) {
  return (
    <time dateTime={at.toISOString()} title={`${siteDateTime(at, zone)}, ${zone}`} className={className}>
      {text}
    </time>
  );
}

/**
 * Site time: "14:12", "Tue 21:40", "2 Sep 2026"; the time too where others of the same story lie within that day.
 * @param among the times of the story; the absent ones of them as null
 */
export function SiteTime({ at, zone, className, among = NONE }: At & { among?: Times }) {
  const clock = useClock();
  const date = dateOf(at);
  const where = zone ?? clock.zone;
  const others = among.flatMap((one) => (one === null ? [] : [dateOf(one)]));
  const text = siteTimeAmong(date, others, where, clock.now);
  return <Stamp at={date} zone={where} className={className} text={text} />;
}

/** From when to when: "9 Nov 2026 to Thu 05:00", "Thu 05:00 to today 05:00". */
export function Span({ from, to, zone }: { from: string; to: string; zone: string }) {
  const { now } = useClock();
  const isToday = (at: string) => siteDay(new Date(at), zone) === siteDay(now, zone);
  return (
    <>
      <SiteTime at={from} zone={zone} among={[to]} className="whitespace-nowrap" /> to{" "}
      <span className="whitespace-nowrap">
        {isToday(to) && !isToday(from) && "today "}
        <SiteTime at={to} zone={zone} among={[from]} />
      </span>
    </>
  );
}

/** The time of a value that is not of today, so that it is not taken for one of now; nothing for one of today. */
export function OtherDay({ at, className }: { at: string; className?: string }) {
  const { now, zone } = useClock();
  if (siteDay(new Date(at), zone) === siteDay(now, zone)) return null;
  return <SiteTime at={at} className={className} />;
}

/** How old: "30 min ago". */
export function Age({ at, zone, className }: At) {
  const date = dateOf(at);
  const clock = useClockNear(date);
  return (
    <Stamp at={date} zone={zone ?? clock.zone} className={className} text={formatAge(date, clock.now)} />
  );
}

/** Site time with its age: "14:12, 30 min ago". */
export function TimeWithAge({ at, zone, className }: At) {
  const date = dateOf(at);
  const clock = useClockNear(date);
  const where = zone ?? clock.zone;
  return (
    <Stamp at={date} zone={where} className={className} text={siteTimeWithAge(date, where, clock.now)} />
  );
}

/** How long something has lasted until now: "7 h 30 min". */
export function Since({ at, className }: { at: string | Date; className?: string }) {
  const { now } = useClockNear(dateOf(at));
  return <span className={className}>{formatDuration(now.getTime() - dateOf(at).getTime())}</span>;
}

/** Site time above, age below: for a cell of a table. */
export function TimeCell({ at, zone, among }: ComponentProps<typeof SiteTime>) {
  return (
    <span className="block whitespace-nowrap">
      <SiteTime at={at} zone={zone} among={among} className="block" />
      <Age at={at} zone={zone} className="block text-xs text-ink-3" />
    </span>
  );
}
