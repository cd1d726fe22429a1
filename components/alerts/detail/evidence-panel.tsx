"use client";
import { useMemo, useState } from "react";
import { indexOfAlert, spansFor } from "@/components/areas/alert-spans-of";
import { ChartLegend } from "@/components/areas/chart-legend";
import { RANGE_LABELS, RANGES, type Range, windowOf } from "@/components/areas/range";
import { ChartFrame, type TimeWindow } from "@/components/charts/chart-frame";
import { ChartPicker, useChosenChart } from "@/components/charts/chart-picker";
import { IndexChart } from "@/components/charts/index-chart";
import { nightsOf } from "@/components/charts/model";
import { useEndpoint } from "@/components/live/use-endpoint";
import { useBlindTimes } from "@/components/outages/use-outages";
import { useTenant } from "@/components/shell/site-context";
import { useFreshness } from "@/components/shell/use-freshness";
import { Button } from "@/components/ui/button";
import { useClock } from "@/components/ui/clock";
import { Panel } from "@/components/ui/panel";
import { Segmented } from "@/components/ui/segmented";
import { EmptyState, ErrorState } from "@/components/ui/states";
import { type AlertDetail, alertSpans } from "@/lib/alerts/contract";
import { utcInstant } from "@/lib/core/time";
import { readSeries } from "@/lib/series/contract";
import { sharedAncestors } from "../words";

const HOUR = 3_600_000;
const AFTER_CLOSING = 12 * HOUR;
const LIGHT = ["EFFICIENCY", "PPFD"] as const;
const MOST_POINTS = "720";

/** The area that the charts pool: the alert's own, or the nearest one that holds all of the job's. */
function pooledArea(alert: AlertDetail): string | null {
  const paths = alert.areas.map((area) => area.path);
  const [first] = paths;
  if (first === undefined) return null;
  return paths.length === 1 ? first : sharedAncestors(paths).join("#") || first;
}

/** How the alert's index ran before and since, with the light beside it. */
export function EvidencePanel({ alert }: { alert: AlertDetail }) {
  const [range, setRange] = useState<Range>("72h");
  const [table, setTable] = useState(false);
  const area = pooledArea(alert);
  const sensors = alert.areas.length > 1 ? "all areas of the job pooled" : "the job's readings there";
  return (
    <Panel
      title="Evidence"
      hint={area !== null && `hourly, ${sensors}`}
      end={
        area !== null && (
          <>
            <Segmented
              label="Range"
              options={RANGES.map((value) => ({ value, label: RANGE_LABELS[value] }))}
              value={range}
              onChange={setRange}
            />
            <Button icon="table" aria-pressed={table} onClick={() => setTable(!table)}>
              {table ? "Charts" : "Table"}
            </Button>
          </>
        )
      }
    >
      {area === null ? (
        <EmptyState icon="pin" title="No reading carries its job">
          The place of an alert is taken from the readings of its job, and none has come under this name yet.
          It is filled in by itself when one does.
        </EmptyState>
      ) : (
        <Charts alert={alert} area={area} range={range} table={table} />
      )}
    </Panel>
  );
}

function useWindow(alert: AlertDetail, range: Range): TimeWindow {
  const { now } = useClock();
  const closed = alert.closedAt === null ? null : Date.parse(alert.closedAt) + AFTER_CLOSING;
  const end = Math.ceil(Math.min(closed ?? Number.POSITIVE_INFINITY, now.getTime()) / HOUR) * HOUR;
  return useMemo(() => windowOf(range, end), [range, end]);
}

function Charts({
  alert,
  area,
  range,
  table,
}: {
  alert: AlertDetail;
  area: string;
  range: Range;
  table: boolean;
}) {
  const tenant = useTenant();
  const whole = useWindow(alert, range);
  const [part, setPart] = useState<TimeWindow | null>(null);
  const { now, zone } = useClock();
  const until = useFreshness()?.readings.until;
  const subject = indexOfAlert(alert);
  const indices = [subject, ...LIGHT.filter((index) => index !== subject)];
  const [chosen, choose] = useChosenChart(indices);
  const shown = part ?? whole;
  const span = { from: utcInstant(new Date(shown.from)), to: utcInstant(new Date(shown.to)) };
  const series = useEndpoint(readSeries, {
    query: { tenant, area, index: indices, jobId: alert.jobId, ...span, maxPoints: MOST_POINTS },
  });
  const spans = useEndpoint(alertSpans, { query: { tenant, alertId: alert.alertId, ...span } });
  return (
    <div className="p-4 max-sm:p-3">
      {series.error && (
        <ErrorState compact cause={series.error.message} onRetry={() => void series.refetch()} />
      )}
      <div className="mb-3 border-b border-hairline pb-2.5">
        <ChartLegend pooled={alert.areas.length > 1} pending={alert.status === "open"} />
      </div>
      <ChartFrame
        window={shown}
        timeZone={zone}
        zoomed={part !== null}
        onZoom={setPart}
        blindTimes={useBlindTimes()}
      >
        <ChartPicker indices={indices} chosen={chosen} onChoose={choose} />
        <div className="grid grid-cols-1 gap-4 max-sm:mt-3">
          {indices.map((index, position) => (
            <div key={index} className={index === chosen ? undefined : "max-sm:hidden"}>
              <IndexChart
                index={index}
                series={series.data?.series.find((one) => one.index === index)}
                now={now.getTime()}
                nights={nightsOf(series.data?.series ?? [])}
                spans={spansFor(index, spans.data?.items ?? [])}
                publishedUntil={until ? until.getTime() : null}
                alertRoom={index === subject}
                height={index === subject ? 232 : 120}
                axis={position === indices.length - 1}
                table={table}
              />
            </div>
          ))}
        </div>
      </ChartFrame>
    </div>
  );
}
