"use client";

import {
  type ComponentProps,
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
import { MINUTE_MS, SECOND_MS, siteDay } from "@/lib/base/core/time";

type At = { at: string | Date; zone?: string; className?: string };

type Times = readonly (string | Date | null)[];

const NONE: Times = [];

function Stamp({ at, zone, className, text }: { at: Date; zone: string; className?: string; text: string }) {
  const { siteDateTime } = useWords();
  return (
    <time dateTime={at.toISOString()} title={`${siteDateTime(at, zone)}, ${zone}`} className={className}>
      {text}
    </time>
  );
}

/**
 * Site time: "14:12", "Tue 21:40", "2 Sep 2026"; the hour as well if another time of the same story is on that day.
 * @param among the other times of the story; null for absent ones
 */
export function SiteTime({ at, zone, className, among = NONE }: At & { among?: Times }) {
  const clock = useClock();
  const { siteTimeAmong } = useWords();
  const date = new Date(at);
  const where = zone ?? clock.zone;
  const others = among.flatMap((one) => (one === null ? [] : [new Date(one)]));
  const text = siteTimeAmong(date, others, where, clock.now);
  return <Stamp at={date} zone={where} className={className} text={text} />;
}

/** A period: "9 Nov 2026 to Thu 05:00", "Thu 05:00 to today 05:00". */
export function Span({ from, to, zone }: { from: string | Date; to: string | Date; zone?: string }) {
  const clock = useClock();
  const words = useWords();
  const isToday = (at: string | Date) => {
    const where = zone ?? clock.zone;
    return siteDay(new Date(at), where) === siteDay(clock.now, where);
  };
  return rich(words, isToday(to) && !isToday(from) ? "time.spanUntilToday" : "time.span", {
    from: <SiteTime at={from} zone={zone} among={[to]} className="whitespace-nowrap" />,
    to: <SiteTime at={to} zone={zone} among={[from]} className="whitespace-nowrap" />,
  });
}

/** The time of a value that is not of today, so that it is not mistaken for a current one; else nothing. */
export function OtherDay({ at, className }: { at: string; className?: string }) {
  const { now, zone } = useClock();
  if (siteDay(new Date(at), zone) === siteDay(now, zone)) return null;
  return <SiteTime at={at} className={className} />;
}

/** An age: "30 min ago". */
export function Age({ at, zone, className }: At) {
  const { formatAge } = useWords();
  const date = new Date(at);
  const clock = useClockNear(date);
  return (
    <Stamp at={date} zone={zone ?? clock.zone} className={className} text={formatAge(date, clock.now)} />
  );
}

/** Site time with its age: "14:12, 30 min ago". */
export function TimeWithAge({ at, zone, className }: At) {
  const { siteTimeWithAge } = useWords();
  const date = new Date(at);
  const clock = useClockNear(date);
  const where = zone ?? clock.zone;
  return (
    <Stamp at={date} zone={where} className={className} text={siteTimeWithAge(date, where, clock.now)} />
  );
}

/** The duration of something: "7 h 30 min". */
export function Since({ at }: { at: string | Date }) {
  const { formatDuration } = useWords();
  const { now } = useClockNear(new Date(at));
  return <span>{formatDuration(now.getTime() - new Date(at).getTime())}</span>;
}

/** A table cell: site time above, age below. */
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

/** `ahead`: milliseconds that the server's clock is ahead of the browser's, set once the page is mounted. */
type ServerClock = Clock & { ahead: { readonly current: number } };

const ClockContext = createContext<ServerClock | null>(null);

/** Times below are those of a site. */
export function SiteClock({ zone, children }: { zone: string; children: ReactNode }) {
  const clock = useContext(ClockContext);
  const own = useMemo(() => clock && { ...clock, zone }, [clock, zone]);
  return <ClockContext value={own}>{children}</ClockContext>;
}

/**
 * The clock of every age on the page: the server's, carried on by the time passed here. The first paint uses exactly the
 * server's `now`, so that server and browser render the same words.
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
  // A layout effect runs before the effects of children, which use it.
  useLayoutEffect(() => {
    ahead.current = Date.parse(now) - Date.now();
  }, [now]);
  useEffect(() => {
    // A page that refreshes more often than the tick never gets to it.
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

/** The server's time, updated every 30 s, and the site's time zone. */
export function useClock(): Clock {
  return useServerClock();
}

function useServerClock(): ServerClock {
  const clock = useContext(ClockContext);
  if (!clock) throw new Error("No ClockProvider");
  return clock;
}

/** Converts epoch milliseconds of this machine to the server's time; a stable function. */
export function useServerTime(): (machine: number) => Date {
  const { ahead } = useServerClock();
  return useCallback((machine) => new Date(machine + ahead.current), [ahead]);
}

/** Like `useClock`, also updated at each full minute. */
export function useMinuteClock(): Clock {
  const { now, zone, ahead } = useServerClock();
  const [turn, setTurn] = useState(0);
  const latest = Math.max(now.getTime(), turn);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each update waits for the next full minute
  useEffect(() => {
    const left = MINUTE_MS - ((Date.now() + ahead.current) % MINUTE_MS);
    const timer = setTimeout(() => setTurn(Date.now() + ahead.current), left);
    return () => clearTimeout(timer);
  }, [latest, ahead]);
  return useMemo(() => ({ now: new Date(latest), zone }), [latest, zone]);
}

/** Like `useClock`, updated every second while an instant is less than a minute away, since ages show seconds then. */
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
