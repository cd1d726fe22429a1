"use client";
import { useMemo, useState } from "react";
import { spansFor } from "@/components/alerts/alert-spans";
import { ChartLegend, shownWhere } from "@/components/charts/chart-legend";
import { ChartPicker, useChosenChart } from "@/components/charts/chart-picker";
import { IndexChart } from "@/components/charts/index-chart";
import { nightsOf } from "@/components/charts/nights";
import { ChartFrame } from "@/components/charts/plot/chart-frame";
import type { FaintLine } from "@/components/charts/plot/faint-lines";
import { sparkPoints } from "@/components/charts/spark-shape";
import { useFreshness } from "@/components/freshness/use-freshness";
import { useBlindTimes } from "@/components/freshness/use-outages";
import { ReadError } from "@/components/live/read-error";
import { useZoom } from "@/components/places/use-zoom";
import { Checkbox } from "@/components/ui/choices";
import { cx } from "@/components/ui/cx";
import { indexLabel } from "@/components/ui/index-mark";
import { useClock } from "@/components/ui/time";
import { useWords } from "@/components/words/words";
import type { AlertDetail } from "@/lib/alerting/alerts/contract";
import type { AlertChart, Sibling } from "@/lib/alerting/alerts/detail-contract";
import { evidenceIndex } from "@/lib/alerting/alerts/evidence";
import { groupBy } from "@/lib/base/core/group-by";
import { lackWords } from "@/lib/base/core/indices";
import { HOUR_MS } from "@/lib/base/core/time";
import type { Words } from "@/lib/base/words/words";
import { seriesFromText } from "@/lib/farm/series/contract";
import { bandSteps, type EvidenceRange, evidenceWindow } from "./evidence-window";
import { useAlertChart } from "./use-alert-chart";

/**
 * The charts of an alert: one request for lines, bars, band and sibling areas.
 * @param all the indices that a phone can pick one of
 * @param indices the indices shown on wider screens; the alert's own first
 */
export function EvidenceCharts({
  alert,
  range,
  table,
  all,
  indices,
}: {
  alert: AlertDetail;
  range: EvidenceRange;
  table: boolean;
  all: string[];
  indices: string[];
}) {
  const words = useWords();
  const { t } = words;
  const [picked, pick] = useChosenChart(all);
  const { now, zone } = useClock();
  const { from, to } = evidenceWindow(range, alert, now.getTime());
  const whole = useMemo(() => ({ from, to }), [from, to]);
  const limits = useMemo(() => ({ earliest: from, latest: to }), [from, to]);
  const { part, zoom } = useZoom(whole);
  const shown = part ?? whole;
  const subject = evidenceIndex(alert);
  const listed = [...new Set([...indices, picked])];
  const read = useAlertChart(alert, listed, shown);
  const { data, error } = read;
  const until = useFreshness()?.readings.until;
  const [beside, setBeside] = useState(true);
  const lines = useMemo(() => faintLines(data?.siblings ?? []), [data]);
  const series = useMemo(() => data?.series.map(seriesFromText) ?? [], [data]);
  const nights = useMemo(() => nightsOf(series), [series]);
  const band = useMemo(() => bandSteps(data?.band ?? null, shown, zone), [data, shown, zone]);
  const last = indices.at(-1);
  const seenOf = (index: string | undefined) =>
    index !== undefined && shownWhere({ phone: index === picked, wide: indices.includes(index) });
  const blindTimes = useBlindTimes();
  return (
    <div className="p-4">
      {error && <ReadError compact of={read} title={t("alerts.evidence.failed")} />}
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-hairline pb-2.5">
        {!table && (
          <ChartLegend
            pooled={alert.areas.length > 1}
            // The charts are hatched from the hour after the newest reading.
            pending={until !== undefined && until !== null && until.getTime() + HOUR_MS < shown.to}
            band={band.length > 0 && seenOf(data?.band?.index)}
            nominal={seenOf("PEI")}
            blind={blindTimes.some(({ from, to }) => from <= shown.to && to >= shown.from)}
          />
        )}
        {data && data.siblings.length > 0 && !table && (
          <Checkbox
            className="no-print ml-auto"
            label={t("alerts.evidence.neighbours", { count: data.siblings.length })}
            checked={beside}
            onChange={(event) => setBeside(event.currentTarget.checked)}
          />
        )}
      </div>
      <ChartFrame
        window={shown}
        timeZone={zone}
        zoomed={part !== null}
        onZoom={zoom}
        limits={limits}
        outages={blindTimes}
      >
        <ChartPicker indices={all} chosen={picked} onChoose={pick} />
        <div className="grid grid-cols-1 gap-4 max-sm:mt-3">
          {listed.map((index) => (
            <div
              key={index}
              className={cx(index !== picked && "max-sm:hidden", !indices.includes(index) && "sm:hidden")}
            >
              <IndexChart
                index={index}
                series={series.find((one) => one.index === index)}
                now={now.getTime()}
                nights={nights}
                spans={data ? spansFor(index, [data.span]) : []}
                publishedUntil={until ? until.getTime() : null}
                alertRoom={index === subject}
                height={index === subject ? 232 : 120}
                axis={index === last}
                table={table}
                bandSteps={index === data?.band?.index ? band : undefined}
                behind={beside ? lines.get(index) : undefined}
                emptyReason={t("alerts.evidence.noValues", { index: indexLabel(index) }) + lackWords(index)}
              />
            </div>
          ))}
        </div>
      </ChartFrame>
      {series.some(({ jobId, points }) => jobId === null && points.length > 0) && (
        <p className="mt-3 text-sm text-ink-3">{t("alerts.evidence.otherJobs")}</p>
      )}
      {data && <p className="mt-3 text-sm text-ink-3">{bandWords(words, data.band)}</p>}
    </div>
  );
}

/** The lines of the sibling areas by index. */
function faintLines(siblings: readonly Sibling[]): Map<string, FaintLine[]> {
  const lines = siblings.flatMap(({ name, lines }) =>
    lines.map(({ index, points }) => ({ index, name, points: sparkPoints(points) })),
  );
  return groupBy(lines, ({ index }) => index);
}

/** Explains the grey band, or why there is none. */
function bandWords({ t, formatValue }: Words, band: AlertChart["band"]): string {
  if (!band) return t("alerts.evidence.noBand");
  const { days } = band;
  const index = indexLabel(band.index);
  if (band.hours) return t("alerts.evidence.bandByHour", { index, days });
  const [low, high] = [formatValue(band.range.low), formatValue(band.range.high)];
  return t("alerts.evidence.band", { index, days, low, high });
}
