"use client";
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { MINUTE_MS, SECOND_MS } from "@/lib/base/core/time";

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
