"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { isTouched } from "@/components/live/stream-plan";
import { useEndpoint } from "@/components/live/use-endpoint";
import { useClock } from "@/components/ui/clock";
import { countAlerts } from "@/lib/alerting/alerts/contract";
import { HOUR_MS } from "@/lib/base/core/time";
import { useTenant } from "./site-context";

const LONGEST_WAIT_MS = HOUR_MS;
const AGAIN_MS = 1_000;

/** Brings snoozed alerts back when their time comes: nobody writes anything then, so that no event tells. */
export function SnoozeClock() {
  const tenant = useTenant();
  const client = useQueryClient();
  const { now } = useClock();
  const counts = useEndpoint(countAlerts, { query: { tenant } }, { enabled: tenant !== undefined }).data;
  const end = counts?.nextSnoozeEnd ?? null;
  const ahead = useRef(0);
  useEffect(() => {
    ahead.current = now.getTime() - Date.now();
  }, [now]);
  useEffect(() => {
    if (end === null) return;
    const left = () => Date.parse(end) - Date.now() - ahead.current;
    let timer: ReturnType<typeof setTimeout>;
    const check = () => {
      if (left() <= 0)
        void client.invalidateQueries({
          predicate: ({ queryKey: [path] }) => typeof path === "string" && isTouched(path, "alert"),
        });
      wait();
    };
    const wait = () => {
      timer = setTimeout(check, Math.min(Math.max(left(), AGAIN_MS), LONGEST_WAIT_MS));
    };
    wait();
    return () => clearTimeout(timer);
  }, [client, end]);
  return null;
}
