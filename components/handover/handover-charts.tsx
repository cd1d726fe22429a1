"use client";
import { useMemo } from "react";
import { spansFor } from "@/components/alerts/alert-spans";
import { IndexChart } from "@/components/charts/index-chart";
import { nightsOf } from "@/components/charts/nights";
import { ChartFrame } from "@/components/charts/plot/chart-frame";
import { useFreshness } from "@/components/freshness/use-freshness";
import { useBlindTimes } from "@/components/freshness/use-outages";
import { ReadError } from "@/components/live/read-error";
import { useTenant } from "@/components/live/site-context";
import { useSeries, useTenantEndpoint } from "@/components/live/use-endpoint";
import { spanOf, windowOf } from "@/components/places/page-inputs";
import { badgeWordOf, levelOf, placeOf } from "@/components/ui/alert-words";
import { cx } from "@/components/ui/cx";
import { SeverityIcon } from "@/components/ui/severity";
import { useClock } from "@/components/ui/time";
import { useWords } from "@/components/words/words";
import { alertSpans } from "@/lib/alerting/alerts/contract";
import { evidenceIndex } from "@/lib/alerting/alerts/evidence";
import type { HandoverAlert } from "@/lib/alerting/handover/contract";
import { commonPath } from "@/lib/base/core/paths";
import { HOUR_MS } from "@/lib/base/core/time";
import { CHART_POINTS } from "@/lib/farm/series/contract";

/** On paper up to eight fit on a page. */
const MAX_CHARTS = 48;

/** Four rows of charts fit on a page of A4 or Letter, also with a name on two lines. */
const PLOT_HEIGHT = 84;

const NOTHING: readonly never[] = [];
const still = () => undefined;

/**
 * The index of each open alert in the last 72 hours, the worst alerts first. On paper two stand side by side, the first of
 * an odd number alone; a row is never cut, and the first one follows the lists on their page.
 */
export function HandoverCharts({ alerts }: { alerts: HandoverAlert[] }) {
  const { t } = useWords();
  const placed = alerts.filter((alert) => alert.areas.length > 0);
  const shown = placed.slice(0, MAX_CHARTS);
  if (shown.length === 0) return null;
  return (
    <section>
      <h2 className="border-b border-line pb-1 text-lg">{t("handover.charts.title")}</h2>
      <div className="grid grid-cols-1 gap-4 pt-3 print:block print:space-y-3">
        {inRows(shown).map((row) => (
          <div
            key={row[0]?.alertId}
            data-paper-columns={row.length}
            className={cx(
              "grid grid-cols-1 gap-4 break-inside-avoid",
              row.length === 2 && "print:grid-cols-2 print:gap-x-(--paper-gap)",
            )}
          >
            {row.map((alert) => (
              <Chart key={alert.alertId} alert={alert} />
            ))}
          </div>
        ))}
      </div>
      {placed.length > shown.length && (
        <p className="pt-2 text-sm text-ink-2">
          {t("handover.charts.worst", { count: shown.length, all: placed.length })}
        </p>
      )}
    </section>
  );
}

/** Pairs, after a first one alone if their number is odd. */
function inRows<T>(items: readonly T[]): T[][] {
  const alone = items.length % 2;
  const pairs = Array.from({ length: (items.length - alone) / 2 }, (_, row) =>
    items.slice(alone + 2 * row, alone + 2 * row + 2),
  );
  return alone ? [items.slice(0, 1), ...pairs] : pairs;
}

function Chart({ alert }: { alert: HandoverAlert }) {
  const words = useWords();
  const { t } = words;
  const tenant = useTenant();
  const { now, zone } = useClock();
  const hour = Math.ceil(now.getTime() / HOUR_MS);
  const window = useMemo(() => windowOf("72h", hour * HOUR_MS), [hour]);
  const index = evidenceIndex(alert);
  const paths = alert.areas.map((area) => area.path);
  const area = commonPath(paths) ?? paths[0] ?? "";
  const span = spanOf(window);
  const {
    series = NOTHING,
    error,
    read,
  } = useSeries({
    tenant,
    area,
    index: [index],
    jobId: alert.jobId,
    ...span,
    maxPoints: String(CHART_POINTS),
  });
  const spans = useTenantEndpoint(alertSpans, { query: { alertId: alert.alertId, ...span } });
  const until = useFreshness()?.readings.until;
  const blindTimes = useBlindTimes();
  return (
    <div className="min-w-0">
      <h3 className="flex items-start gap-1.5">
        <SeverityIcon level={levelOf(alert)} className="mt-0.5 size-4 shrink-0 print:text-ink-1" />
        <span className="min-w-0 wrap-anywhere">
          {badgeWordOf(alert)}, <bdi>{placeOf(words, alert).title}</bdi>{" "}
          <span className="font-normal text-ink-2">{placeOf(words, alert).detail}</span>
        </span>
      </h3>
      {error ? (
        <ReadError compact of={read} title={t("handover.charts.failed")} />
      ) : (
        <ChartFrame window={window} timeZone={zone} zoomed={false} onZoom={still} outages={blindTimes}>
          <IndexChart
            index={index}
            height={PLOT_HEIGHT}
            series={series.find((one) => one.index === index)}
            now={now.getTime()}
            nights={nightsOf(series)}
            spans={spansFor(index, spans.data?.items ?? [])}
            publishedUntil={until ? until.getTime() : null}
          />
        </ChartFrame>
      )}
    </div>
  );
}
