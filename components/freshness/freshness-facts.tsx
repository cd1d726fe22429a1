"use client";
import type { ReactNode } from "react";
import { useTenantEndpoint } from "@/components/live/use-endpoint";
import { useClock } from "@/components/ui/time";
import { useWords } from "@/components/words/words";
import { describeWindow, OUTAGE_CAUSE_WORDS } from "@/lib/alerting/outages/describe";
import { DAY_MS } from "@/lib/base/core/time";
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
  const words = useWords();
  const { t } = words;
  const { now, zone } = useClock();
  const all = useOutages().filter(
    ({ endedAt }) => endedAt === null || now.getTime() - Date.parse(endedAt) < WEEK_MS,
  );
  const [newest, ...earlier] = all;
  const shown = earlier.slice(0, SHOWN_OUTAGES).map((one) => describeWindow(words, one, zone, now));
  const more = earlier.length - shown.length;
  if (!newest)
    return (
      <Line name={t("freshness.facts.outages")} value={t("freshness.facts.noOutage")}>
        {t("freshness.facts.noOutageInWeek")}
      </Line>
    );
  return (
    <Line
      name={t("freshness.facts.outages")}
      value={<span className="text-stale-text">{describeWindow(words, newest, zone, now)}</span>}
    >
      {t("freshness.facts.mayBeMissing", { cause: t(OUTAGE_CAUSE_WORDS[newest.cause]) })}
      {shown.length > 0 && ` ${t("freshness.facts.before", { periods: shown.join("; "), more })}`}
    </Line>
  );
}

/** Facts about both sources, the areas and outages. */
export function FreshnessFacts() {
  const words = useWords();
  const { t, siteTime, siteTimeWithAge } = words;
  const { now, zone } = useClock();
  const fresh = useFreshness();
  const areas = useTenantEndpoint(areasOverview).data?.items ?? [];
  if (!fresh) return <p className="text-sm text-ink-3">{t("freshness.facts.nothingConnected")}</p>;
  const { notifications, readings } = fresh.facts;
  const at = (time: string | null, none: string) =>
    time === null ? none : siteTimeWithAge(new Date(time), zone, now);
  const reporting = reportingWords(words, areas, now);
  return (
    <div className="grid grid-cols-1 gap-3">
      <Line
        name={t("freshness.strip.notifications")}
        value={at(
          notifications.lastAt,
          t(notifications.connected ? "freshness.strip.noneYet" : "freshness.strip.neverAny"),
        )}
      >
        {t("freshness.facts.lastDay", {
          accepted: notifications.accepted24h,
          quarantined: notifications.quarantined24h,
          rejected: notifications.rejected24h,
        })}{" "}
        {notifications.endpointAnsweredAt
          ? t("freshness.facts.answered", { time: at(notifications.endpointAnsweredAt, "") })
          : t("freshness.facts.notChecked")}
      </Line>
      <Line
        name={t("freshness.facts.failedSignatures")}
        value={at(notifications.lastRejectedAt, t("freshness.facts.none"))}
      >
        {notifications.lastRejectedAt
          ? t("freshness.facts.signatureFailed")
          : t("freshness.facts.noFailedSignature")}
      </Line>
      <Line
        name={t("freshness.strip.readings")}
        value={
          readings.until
            ? t("freshness.strip.until", { time: at(readings.until, "") })
            : t("freshness.strip.neverAny")
        }
      >
        {t("freshness.facts.delay", { hours: readings.delayHours })}{" "}
        {readings.nextTryAt
          ? t("freshness.facts.nextFetch", { time: siteTime(new Date(readings.nextTryAt), zone, now) })
          : t("freshness.facts.noNextFetch")}
        {readings.lastError && ` ${t("freshness.facts.lastError", { reason: readings.lastError })}`}
        {readings.backfill &&
          ` ${t("freshness.facts.backfill", { time: siteTime(new Date(readings.backfill.from), zone, now) })}`}
      </Line>
      <Line name={t("freshness.facts.areas")} value={reporting.count}>
        {reporting.silent} {areaWords(words, areas, fresh, now)}
      </Line>
      <OutageFacts />
    </div>
  );
}
