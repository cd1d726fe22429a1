"use client";
import type { ReactNode } from "react";
import { useEndpoint } from "@/components/live/use-endpoint";
import { useClock } from "@/components/ui/clock";
import { areasOverview } from "@/lib/areas/contract";
import { formatCount } from "@/lib/core/numbers";
import { siteTime, siteTimeWithAge } from "@/lib/core/time";
import { reportingWords } from "./reporting";
import { useTenant } from "./site-context";
import { useFreshness } from "./use-freshness";

function Line({ name, value, children }: { name: string; value: ReactNode; children: ReactNode }) {
  return (
    <div className="text-sm">
      <div className="flex justify-between gap-3">
        <span className="font-medium">{name}</span>
        <span className="text-right">{value}</span>
      </div>
      <div className="text-ink-3">{children}</div>
    </div>
  );
}

/** What the page rests on: both sources and the areas, in numbers. */
export function FreshnessFacts() {
  const tenant = useTenant();
  const { now, zone } = useClock();
  const fresh = useFreshness();
  const areas = useEndpoint(areasOverview, { query: { tenant } }, { enabled: tenant !== undefined });
  if (!fresh) return <p className="text-sm text-ink-3">Nothing is connected yet.</p>;
  const { notifications, readings } = fresh.facts;
  const at = (time: string | null, none: string) =>
    time === null ? none : siteTimeWithAge(new Date(time), zone, now);
  const reporting = reportingWords(areas.data?.items ?? [], now);
  return (
    <div className="grid grid-cols-1 gap-3">
      <Line name="Notifications" value={at(notifications.lastAt, "never any")}>
        Last 24 h: {formatCount(notifications.accepted24h)} taken in,{" "}
        {formatCount(notifications.quarantined24h)} in quarantine, {formatCount(notifications.rejected24h)}{" "}
        refused. Our address {notifications.endpointAnsweredAt ? "answered" : "has not been checked yet"}{" "}
        {notifications.endpointAnsweredAt && at(notifications.endpointAnsweredAt, "")}
      </Line>
      <Line name="Readings" value={readings.until ? `until ${at(readings.until, "")}` : "never any"}>
        The service gives them {readings.delayHours} h late.
        {readings.nextTryAt && ` Next fetch ${siteTime(new Date(readings.nextTryAt), zone, now)}.`}
        {readings.lastError && ` Last fetch failed: ${readings.lastError}`}
        {readings.backfill &&
          ` Older history is being fetched: back to ${siteTime(new Date(readings.backfill.from), zone, now)} so far.`}
      </Line>
      <Line name="Areas" value={reporting.count}>
        {reporting.silent}
      </Line>
    </div>
  );
}
