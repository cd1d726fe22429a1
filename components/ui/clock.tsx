"use client";
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";

const TICK_MS = 30_000;

type Clock = { now: Date; zone: string };

const ClockContext = createContext<Clock | null>(null);

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
  useEffect(() => {
    const ahead = Date.parse(now) - Date.now();
    const tick = () => setTime(Date.now() + ahead);
    const timer = setInterval(tick, TICK_MS);
    document.addEventListener("visibilitychange", tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", tick);
    };
  }, [now]);
  const clock = useMemo(() => ({ now: new Date(time), zone }), [time, zone]);
  return <ClockContext value={clock}>{children}</ClockContext>;
}

/** The present time (by the server's clock, each 30 s) and the site's time zone. */
export function useClock(): Clock {
  const clock = useContext(ClockContext);
  if (!clock) throw new Error("A time stands outside of ClockProvider");
  return clock;
}
