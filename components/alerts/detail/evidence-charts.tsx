"use client";
import { useEffect, useMemo, useState } from "react";
import { indexOfAlert, spansFor } from "@/components/alerts/alert-spans";
import { ChartLegend, shownWhere } from "@/components/charts/chart-legend";
import { ChartPicker } from "@/components/charts/chart-picker";
import { IndexChart } from "@/components/charts/index-chart";
import { nightsOf } from "@/components/charts/nights";
import { ChartFrame, type TimeWindow } from "@/components/charts/plot/chart-frame";
import type { FaintLine } from "@/components/charts/plot/faint-lines";
import { useFreshness } from "@/components/freshness/use-freshness";
import { useBlindTimes } from "@/components/freshness/use-outages";
import { ReadError } from "@/components/live/read-error";
import { Checkbox } from "@/components/ui/choices";
import { cx } from "@/components/ui/cx";
import { indexLabel } from "@/components/ui/index-mark";
import { useClock } from "@/components/ui/time";
import type { AlertDetail } from "@/lib/alerting/alerts/contract";
import type { AlertChart, Sibling } from "@/lib/alerting/alerts/detail-contract";
import { lackWords } from "@/lib/base/core/indices";
import { formatValue } from "@/lib/base/core/numbers";
import { HOUR_MS } from "@/lib/base/core/time";
import { seriesFromText } from "@/lib/farm/series/contract";
import { bandSteps, type EvidenceRange, evidenceWindow } from "./evidence-window";
import { useAlertChart } from "./use-alert-chart";

type Props = {
  alert: AlertDetail;
  range: EvidenceRange;
  table: boolean;
  /** Those that are shown, the one that the alert is about first. */
  indices: string[];
  /** A phone shows one of all. */
  phone: { all: string[]; picked: string; pick: (index: string) => void };
};

/** The charts of an alert: one request for lines, bars, band and the areas beside it. */
export function EvidenceCharts({ alert, range, table, indices, phone }: Props) {
  const whole = useWindow(alert, range);
  const [part, setPart] = useState<TimeWindow | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another range ends the zoom
  useEffect(() => setPart(null), [range]);
  const shown = part ?? whole;
  const subject = indexOfAlert(alert);
  const listed = [...new Set([...indices, phone.picked])];
  const read = useAlertChart(alert, listed, shown);
  const { data, error } = read;
  const { now, zone } = useClock();
  const until = useFreshness()?.readings.until;
  const [beside, setBeside] = useState(true);
  const lines = useMemo(() => faintLines(data?.siblings ?? []), [data]);
  const series = useMemo(() => data?.series.map(seriesFromText) ?? [], [data]);
  const nights = useMemo(() => nightsOf(series), [series]);
  const band = useMemo(() => bandSteps(data?.band ?? null, shown, zone), [data, shown, zone]);
  const last = indices.at(-1);
  const seenOf = (index: string | undefined) =>
    index !== undefined && shownWhere({ phone: index === phone.picked, wide: indices.includes(index) });
  const blindTimes = useBlindTimes();
  return (
    <div className="p-4">
      {error && <ReadError compact of={read} />}
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-hairline pb-2.5">
        {!table && (
          <ChartLegend
            pooled={alert.areas.length > 1}
            pending={isPending(shown, until)}
            band={band.length > 0 && seenOf(data?.band?.index)}
            nominal={seenOf("PEI")}
            blind={blindTimes.some(({ from, to }) => from <= shown.to && to >= shown.from)}
          />
        )}
        {data && data.siblings.length > 0 && !table && (
          <Checkbox
            className="no-print ml-auto"
            label={`Areas beside it (${data.siblings.length})`}
            checked={beside}
            onChange={(event) => setBeside(event.currentTarget.checked)}
          />
        )}
      </div>
      <ChartFrame window={shown} timeZone={zone} zoomed={part !== null} onZoom={setPart} outages={blindTimes}>
        <ChartPicker indices={phone.all} chosen={phone.picked} onChoose={phone.pick} />
        <div className="grid grid-cols-1 gap-4 max-sm:mt-3">
          {listed.map((index) => (
            <div
              key={index}
              className={cx(
                index !== phone.picked && "max-sm:hidden",
                !indices.includes(index) && "sm:hidden",
              )}
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
                emptyReason={`No ${indexLabel(index)} there in this time.${lackWords(index)}`}
              />
            </div>
          ))}
        </div>
      </ChartFrame>
      {series.some(({ jobId, points }) => jobId === null && points.length > 0) && (
        <p className="mt-3 text-sm text-ink-3">
          No reading there carries the alert's job: the lines are of all jobs that grow there.
        </p>
      )}
      {data && <BandWords band={data.band} />}
    </div>
  );
}

/** Whether the charts reach beyond what is published: from the hour after the newest reading on they hatch. */
const isPending = ({ to }: TimeWindow, until: Date | null | undefined) =>
  until ? until.getTime() + HOUR_MS < to : false;

function useWindow(alert: AlertDetail, range: EvidenceRange): TimeWindow {
  const { now } = useClock();
  const { from, to } = evidenceWindow(range, alert, now.getTime());
  return useMemo(() => ({ from, to }), [from, to]);
}

/** The faint lines of each index. */
function faintLines(siblings: readonly Sibling[]): Map<string, FaintLine[]> {
  const found = new Map<string, FaintLine[]>();
  for (const { name, lines } of siblings)
    for (const { index, points } of lines) {
      const line = { name, points: points.map(({ t, value }) => ({ t: Date.parse(t), value })) };
      found.set(index, [...(found.get(index) ?? []), line]);
    }
  return found;
}

/** What the grey band is made of, or why there is none. */
function BandWords({ band }: { band: AlertChart["band"] }) {
  if (!band)
    return (
      <p className="mt-3 text-sm text-ink-3">
        No earlier band: too few measured readings of the job in the two weeks before the alert.
      </p>
    );
  const label = indexLabel(band.index);
  const range = `${formatValue(band.range.low)} to ${formatValue(band.range.high)}`;
  return (
    <p className="mt-3 text-sm text-ink-3">
      {band.hours
        ? `Grey band in ${label}: its earlier band, hour by hour, from ${band.days} days before the alert.`
        : `Grey band in ${label}: its earlier band, ${range}, from ${band.days} days before the alert.`}{" "}
      Measured readings only.
    </p>
  );
}
