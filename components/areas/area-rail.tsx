"use client";

import { SnoozeHint } from "@/components/alerts/alert-hints";
import { AlertBadge, alertHref, PlaceName } from "@/components/alerts/alert-parts";
import { type HandlingActs, useHandling } from "@/components/alerts/handling/use-handling";
import { ALERT_ROWS, type RowKind } from "@/components/alerts/held-list";
import { RecoveryLine } from "@/components/alerts/recovery-line";
import { type Hold, useHeldRows } from "@/components/alerts/use-held-list";
import { useNothingReceived } from "@/components/freshness/use-freshness";
import { useMayAct, useTenant } from "@/components/live/site-context";
import { useEndpoint } from "@/components/live/use-endpoint";
import { JobLink } from "@/components/places/job-link";
import { openAlertsInput } from "@/components/places/page-inputs";
import { badgeSince, kindKey, placeOf } from "@/components/ui/alert-words";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Link } from "@/components/ui/link";
import { Count, Owner } from "@/components/ui/panel";
import { SeverityCounts } from "@/components/ui/severity";
import { SkeletonRows } from "@/components/ui/states";
import { Age, SiteTime, useClock } from "@/components/ui/time";
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
import { type Alert, listAlerts } from "@/lib/alerting/alerts/contract";
import { groupBy } from "@/lib/base/core/group-by";
import { comparePaths } from "@/lib/base/core/natural-order";
import { nameOf } from "@/lib/base/core/paths";
import { DAY_MS, HOUR_MS } from "@/lib/base/core/time";
import { distinctNames } from "@/lib/base/places/places";
import type { Words } from "@/lib/base/words/words";
import type { AreaOverview } from "@/lib/farm/areas/contract";
import { listJobs } from "@/lib/farm/jobs/contract";
import { cropDayWords } from "@/lib/farm/jobs/rules";

const MONTH = 30 * DAY_MS;
const MAX_CLOSED = 100;

/** Beside the charts: open alerts of the area, its growth jobs, recently closed alerts. */
export function AreaRail({ hold, item }: { hold: Hold; item: AreaOverview }) {
  return (
    <div className="flex flex-col divide-y divide-hairline">
      <OpenAlerts hold={hold} item={item} />
      <Jobs path={item.path} />
      <ClosedAlerts hold={hold} path={item.path} />
    </div>
  );
}

/** An alert is about as high as two skeleton rows, so that nothing below moves when the alerts arrive. */
const skeletonRows = (item: AreaOverview) => Math.min(item.openAlerts, 12) * 2;

function OpenAlerts({ hold, item }: { hold: Hold; item: AreaOverview }) {
  const { t } = useWords();
  const tenant = useTenant();
  const { path } = item;
  const { data, isFetching, isPlaceholderData } = useEndpoint(listAlerts, openAlertsInput(tenant, path));
  const { shown, goneIds } = useHeldRows(hold, "alerts", data?.items, ALERT_ROWS, {
    ...{ scope: path, isAll: data?.nextCursor === null, isFetching, isPrevious: isPlaceholderData },
    showsFirst: true,
  });
  const handling = useHandling();
  const isUnknown = useNothingReceived();
  return (
    <section aria-labelledby="alerts-here" className="py-3">
      <h2 id="alerts-here" className="flex min-h-7 items-center gap-2 px-4">
        {t("areas.rail.alerts")}
        <SeverityCounts counts={item.severities} className="ml-auto" />
      </h2>
      {!data && item.openAlerts > 0 && (
        <SkeletonRows rows={skeletonRows(item)} label={t("areas.rail.loading")} />
      )}
      {(data ? shown.length === 0 : item.openAlerts === 0) && (
        <p className="px-4 pt-1 text-sm text-ink-3">
          {t(isUnknown ? "areas.rail.noneReceived" : "areas.rail.none")}
        </p>
      )}
      <ul className="divide-y divide-hairline">
        {shown.map((alert) => (
          <OpenAlert
            key={alert.alertId}
            {...{ alert, handling }}
            under={path}
            isGone={goneIds.has(alert.alertId)}
          />
        ))}
      </ul>
    </section>
  );
}

/** The names of up to two places, else what they have in common. */
function placeNames(words: Words, placed: Parameters<typeof placeOf>[1], under: string): string {
  const places = placed.areas.map((area) => area.path).sort(comparePaths);
  if (places.length > 2) return placeOf(words, placed).title;
  return [...distinctNames(places).values()].join(", ") || nameOf(under);
}

function OpenAlert({
  alert,
  under,
  handling,
  isGone,
}: {
  alert: Alert;
  under: string;
  handling: HandlingActs;
  isGone: boolean;
}) {
  const words = useWords();
  const { t } = words;
  const mayAct = useMayAct();
  const where = placeNames(words, alert, under);
  return (
    <li className="relative px-4 py-2.5 hover:bg-hover">
      <div className="flex items-center justify-between gap-2">
        <AlertBadge alert={alert} />
        <Age at={badgeSince(alert)} className="text-xs text-ink-3" />
      </div>
      <Link href={alertHref(alert.alertId)} className="covers mt-1.5 block font-strong wrap-anywhere">
        {rich(words, "areas.rail.alert", { place: <bdi>{where}</bdi>, kind: t(kindKey(alert)) })}
      </Link>
      <SnoozeHint alert={alert} />
      <RecoveryLine alert={alert} className="mt-1 text-xs" />
      {/* As high with the button as without it. */}
      <div className={cx("flex min-h-7 items-center justify-between gap-2", mayAct && "touch:min-h-target")}>
        {isGone ? (
          <span className="text-sm text-ink-3">{t("areas.rail.closedSince")}</span>
        ) : (
          <Owner name={alert.owner} />
        )}
        {mayAct && alert.attention && !alert.recovery && !isGone && (
          <Button
            size="sm"
            className="relative"
            pending={handling.isPending(alert.alertId)}
            aria-label={t("areas.rail.acknowledgeOf", { place: where, kind: t(kindKey(alert)) })}
            onClick={() => void handling.acknowledge([alert.alertId])}
          >
            {t("areas.rail.acknowledge")}
          </Button>
        )}
      </div>
    </li>
  );
}

function Jobs({ path }: { path: string }) {
  const words = useWords();
  const { t } = words;
  const tenant = useTenant();
  const { data } = useEndpoint(listJobs, { query: { tenant, area: path } });
  const current = data?.items.filter((job) => job.current) ?? [];
  return (
    <section aria-labelledby="jobs-here" className="px-4 py-3">
      <h2 id="jobs-here" className="flex min-h-7 items-center gap-2">
        {t("areas.rail.crops")}{" "}
        <span className="ml-auto">
          <Count>{data ? current.length : "–"}</Count>
        </span>
      </h2>
      {data && current.length === 0 && <p className="pt-1 text-sm text-ink-3">{t("areas.rail.noCrop")}</p>}
      <ul>
        {current.slice(0, 12).map((job) => (
          <li key={job.jobId} className="flex items-baseline gap-2 py-1.5">
            <span className="min-w-0 flex-1">
              <JobLink jobId={job.jobId} name={job.name} className="block wrap-anywhere" />
              <bdi className="block text-xs wrap-anywhere text-ink-3">
                {placeNames(words, { jobId: job.jobId, areas: job.areas.map((at) => ({ path: at })) }, path)}
              </bdi>
            </span>
            <span
              title={job.begunBefore ? t("areas.rail.begunBefore") : undefined}
              className="text-sm whitespace-nowrap text-ink-2"
            >
              {cropDayWords(words, job)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** "21 recovered, 6 expired, 2 closed, no reason given": all reasons, the most frequent first. */
function closeCounts({ t }: Words, alerts: readonly Alert[]): string {
  const byReason = groupBy(alerts, ({ closeReason }) => closeReason ?? "other");
  return [...byReason]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([reason, { length }]) => t("alertFacts.closedCount", { reason, count: length }))
    .join(", ");
}

/** Closed alerts, whose order is all that is held of them. */
const CLOSED_ROWS: RowKind<Alert> = { words: "order", idOf: ({ alertId }) => alertId };

function ClosedAlerts({ hold, path }: { hold: Hold; path: string }) {
  const words = useWords();
  const { t } = words;
  const tenant = useTenant();
  const { now } = useClock();
  const from = new Date(Math.floor((now.getTime() - MONTH) / HOUR_MS) * HOUR_MS).toISOString();
  const { data, isPlaceholderData } = useEndpoint(listAlerts, {
    query: { tenant, area: path, status: "closed", from, limit: String(MAX_CLOSED) },
  });
  const items = useHeldRows(hold, "closed alerts", data?.items, CLOSED_ROWS, {
    ...{ scope: path, isAll: data?.nextCursor === null, isPrevious: isPlaceholderData },
  }).shown;
  const isUnknown = useNothingReceived();
  return (
    <section aria-labelledby="closed-here" className="px-4 py-3">
      <h2 id="closed-here" className="flex min-h-7 items-center gap-2">
        {t("areas.rail.closed")}{" "}
        {(data || isUnknown) && (
          <Count>{data && !isUnknown ? `${items.length}${data.nextCursor ? "+" : ""}` : "–"}</Count>
        )}
      </h2>
      {items.length > 0 && (
        <p className="pt-1 pb-1.5 text-sm text-ink-2">
          {data?.nextCursor
            ? t("areas.rail.closedNewest", { count: items.length, counts: closeCounts(words, items) })
            : t("areas.rail.closedCounts", { counts: closeCounts(words, items) })}
        </p>
      )}
      <ul>
        {items.slice(0, 5).map((alert) => (
          <li
            key={alert.alertId}
            className="relative flex items-baseline gap-2 rounded-1 py-1.5 text-sm hover:bg-hover touch:min-h-target"
          >
            <Link href={alertHref(alert.alertId)} className="covers min-w-0 flex-1 text-ink-2">
              <span className="block truncate">
                {t("areas.rail.closedAlert", {
                  kind: t(kindKey(alert)),
                  reason: t("alertFacts.closed", { reason: alert.closeReason ?? "other" }),
                })}
              </span>
              <span className="block text-xs text-ink-3">
                {alert.areas.length > 2 ? (
                  <PlaceName alert={alert} />
                ) : (
                  <bdi className="wrap-anywhere">{placeNames(words, alert, path)}</bdi>
                )}
              </span>
            </Link>
            {alert.closedAt && <SiteTime at={alert.closedAt} className="text-xs text-ink-3" />}
          </li>
        ))}
      </ul>
    </section>
  );
}
