"use client";
import type { ReactNode } from "react";
import { useTenantEndpoint } from "@/components/live/use-endpoint";
import { useClock } from "@/components/ui/time";
import { describeCause, describeWindow } from "@/lib/alerting/outages/contract";
import { formatCount } from "@/lib/base/core/numbers";
import { DAY_MS, siteTime, siteTimeWithAge } from "@/lib/base/core/time";
import { areasOverview } from "@/lib/farm/areas/contract";
import { areaWords, reportingWords } from "./freshness-lines";
import { useFreshness } from "./use-freshness";
import { useOutages } from "./use-outages";

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

const SHOWN_OUTAGES = 3;
const WEEK_MS = 7 * DAY_MS;

/** The outages of the last week, whose alerts may be missing. */
function OutageFacts() {
  const { now, zone } = useClock();
  const all = useOutages().filter(
    ({ endedAt }) => endedAt === null || now.getTime() - Date.parse(endedAt) < WEEK_MS,
  );
  const [newest, ...earlier] = all;
  const shown = earlier.slice(0, SHOWN_OUTAGES).map((one) => describeWindow(one, zone, now));
  const more = earlier.length - shown.length;
  if (!newest)
    return (
      <Line name="Reception" value="no break known">
        Within 7 days Leafwatch knows of no time in which it could not take notifications.
      </Line>
    );
  return (
    <Line
      name="Reception"
      value={<span className="text-stale-text">{describeWindow(newest, zone, now)}</span>}
    >
      {describeCause(newest)}: alerts of then may be missing.
      {earlier.length > 0 && ` Before: ${shown.join("; ")}${more > 0 ? ` and ${more} more in 7 days` : ""}.`}
    </Line>
  );
}

/** Facts about both sources, the areas and outages. */
export function FreshnessFacts() {
  const { now, zone } = useClock();
  const fresh = useFreshness();
  const areas = useTenantEndpoint(areasOverview).data?.items ?? [];
  if (!fresh) return <p className="text-sm text-ink-3">Nothing is connected yet.</p>;
  const { notifications, readings } = fresh.facts;
  const at = (time: string | null, none: string) =>
    time === null ? none : siteTimeWithAge(new Date(time), zone, now);
  const reporting = reportingWords(areas, now);
  return (
    <div className="grid grid-cols-1 gap-3">
      <Line
        name="Notifications"
        value={at(notifications.lastAt, notifications.connected ? "none yet" : "never any")}
      >
        Last 24 h: {formatCount(notifications.accepted24h)} taken in,{" "}
        {formatCount(notifications.quarantined24h)} in quarantine, {formatCount(notifications.rejected24h)}{" "}
        refused. Our address {notifications.endpointAnsweredAt ? "answered" : "has not been checked yet"}{" "}
        {notifications.endpointAnsweredAt && at(notifications.endpointAnsweredAt, "")}
      </Line>
      <Line name="Failed signatures" value={at(notifications.lastRejectedAt, "none")}>
        {notifications.lastRejectedAt
          ? "A request was not signed with a secret that is stored here; an admin sees it under Deliveries."
          : "No request has failed its signature check."}
      </Line>
      <Line name="Readings" value={readings.until ? `until ${at(readings.until, "")}` : "never any"}>
        They arrive {readings.delayHours} h late.
        {readings.nextTryAt
          ? ` Next fetch ${siteTime(new Date(readings.nextTryAt), zone, now)}.`
          : " No next fetch is planned."}
        {readings.lastError && ` Last fetch failed: ${readings.lastError}`}
        {readings.backfill &&
          ` Older history is being fetched: back to ${siteTime(new Date(readings.backfill.from), zone, now)} so far.`}
      </Line>
      <Line name="Areas" value={reporting.count}>
        {reporting.silent}. {areaWords(areas, fresh, now)}
      </Line>
      <OutageFacts />
    </div>
  );
}
