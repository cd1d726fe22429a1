"use client";

import {
  type ComponentProps,
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import {
  formatAge,
  formatDuration,
  MINUTE_MS,
  SECOND_MS,
  siteDateTime,
  siteDay,
  siteTimeAmong,
  siteTimeWithAge,
} from "@/lib/base/core/time";

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

const TICK_MS = 30_000;

type Clock = { now: Date; zone: string };

/** With how far the server's clock is ahead of the browser's, in milliseconds, once the page is alive. */
type ServerClock = Clock & { ahead: { readonly current: number } };

const ClockContext = createContext<ServerClock | null>(null);

/**
 * The time that every age on the page is told by: the server's clock, carried on by the time that has passed
 * here. The first paint uses exactly what the server said, so that both sides write the same words.
 */
export function ClockProvider({
  now,
  zone,
  children,
}: {
  /** RFC 3339: the server's clock when it wrote the page. */
  now: string;
  zone: string;
  children: ReactNode;
}) {
  const [time, setTime] = useState(() => Date.parse(now));
  const ahead = useRef(0);
  // Before the effects of what stands below, which reckon with it.
  useLayoutEffect(() => {
    ahead.current = Date.parse(now) - Date.now();
  }, [now]);
  useEffect(() => {
    // A page that is written anew again and again begins its wait anew each time.
    setTime((before) => Math.max(before, Date.parse(now)));
    const tick = () => setTime(Date.now() + ahead.current);
    const timer = setInterval(tick, TICK_MS);
    document.addEventListener("visibilitychange", tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", tick);
    };
  }, [now]);
  const clock = useMemo(() => ({ now: new Date(time), zone, ahead }), [time, zone]);
  return <ClockContext value={clock}>{children}</ClockContext>;
}

/** The present time (by the server's clock, each 30 s) and the site's time zone. */
export function useClock(): Clock {
  return useServerClock();
}

function useServerClock(): ServerClock {
  const clock = useContext(ClockContext);
  if (!clock) throw new Error("A time stands outside of ClockProvider");
  return clock;
}

/** Tells by the server's clock what time it was at an instant of this machine's, in milliseconds since 1970. */
export function useServerTime(): (machine: number) => Date {
  const { ahead } = useServerClock();
  return (machine) => new Date(machine + ahead.current);
}

/** As `useClock`, and at each turn of the minute: for what is read as a clock. */
export function useMinuteClock(): Clock {
  const { now, zone, ahead } = useServerClock();
  const [turn, setTurn] = useState(0);
  const latest = Math.max(now.getTime(), turn);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that is shown waits for the turn after it
  useEffect(() => {
    const left = MINUTE_MS - ((Date.now() + ahead.current) % MINUTE_MS);
    const timer = setTimeout(() => setTurn(Date.now() + ahead.current), left);
    return () => clearTimeout(timer);
  }, [latest, ahead]);
  return useMemo(() => ({ now: new Date(latest), zone }), [latest, zone]);
}

/** As `useClock`; while one of some instants is less than a minute away it goes by seconds, as their ages are told. */
export function useClockNear(...instants: readonly (Date | null | undefined)[]): Clock {
  const { now, zone, ahead } = useServerClock();
  const [second, setSecond] = useState<number | null>(null);
  const latest = Math.max(now.getTime(), second ?? 0);
  const isNear = instants.some((at) => at != null && Math.abs(latest - at.getTime()) < MINUTE_MS);
  useEffect(() => {
    if (!isNear) return;
    const timer = setInterval(() => setSecond(Date.now() + ahead.current), SECOND_MS);
    return () => clearInterval(timer);
  }, [isNear, ahead]);
  return useMemo(() => ({ now: new Date(latest), zone }), [latest, zone]);
}
