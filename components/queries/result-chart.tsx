"use client";
import { useState } from "react";
import { ChartLegend } from "@/components/areas/chart-legend";
import { ChartFrame, type TimeWindow } from "@/components/charts/chart-frame";
import { CHART_ORDER } from "@/components/charts/chart-order";
import { IndexChart } from "@/components/charts/index-chart";
import { nightsOf } from "@/components/charts/model";
import { useEndpoint } from "@/components/live/use-endpoint";
import { useTenant } from "@/components/shell/site-context";
import { Button } from "@/components/ui/button";
import { useClock } from "@/components/ui/clock";
import { indexLabel } from "@/components/ui/index-mark";
import { Select } from "@/components/ui/select";
import { ErrorState, SkeletonRows } from "@/components/ui/states";
import { displayPath } from "@/lib/core/paths";
import { utcInstant } from "@/lib/core/time";
import type { Query } from "@/lib/queries/contract";
import { readSeries } from "@/lib/series/contract";
import { areasWithin } from "./area-field";
import { useChartAreas, windowOf } from "./chart-area";

const MOST_POINTS = "500";
const ALL = "";

/** The values of one area of the query, a chart for each index, over the query's period. */
export function ResultChart({ query }: { query: Query }) {
  const { now, zone } = useClock();
  const { areas, offered } = useChartAreas(query);
  const [picked, setPicked] = useState<string | null>(null);
  const area = picked ?? offered[0];
  const [part, setPart] = useState<TimeWindow | null>(null);
  const [table, setTable] = useState(false);
  const window = part ?? windowOf(query);
  const { data, error, refetch } = useSeries(query, area, window);
  const [index, setIndex] = useState(ALL);
  if (area === undefined || (!data && !error)) return <SkeletonRows rows={4} label="Reading the values" />;
  const present = data?.series.filter((one) => one.points.length > 0) ?? [];
  const shown = present.filter((one) => index === ALL || one.index === index);
  const options = present.map((one) => ({ id: one.index, label: indexLabel(one.index) }));
  const benches = areasWithin(areas, [area]);
  return (
    <div className="flex flex-col gap-3 p-4">
      <div className="flex flex-wrap items-center gap-2.5">
        <Select
          asFilter
          label="Area"
          className="max-w-full sm:max-w-96"
          value={area}
          onChange={setPicked}
          options={offered.map((path) => ({ id: path, label: displayPath(path) }))}
        />
        <Select
          asFilter
          label="Index"
          className="sm:hidden"
          value={shown[0]?.index ?? ALL}
          onChange={setIndex}
          options={options}
        />
        <Select
          asFilter
          label="Index"
          className="max-sm:hidden"
          value={index}
          onChange={setIndex}
          options={[{ id: ALL, label: "all" }, ...options]}
        />
        <Button icon="table" aria-pressed={table} onClick={() => setTable(!table)}>
          {table ? "Charts" : "Table"}
        </Button>
        {part && (
          <Button variant="quiet" onClick={() => setPart(null)}>
            Whole period
          </Button>
        )}
      </div>
      <ChartLegend pooled={benches > 1} pending={false} />
      {error && <ErrorState compact cause={error.message} onRetry={() => void refetch()} />}
      {data && shown.length === 0 && (
        <p className="py-8 text-center text-sm text-ink-3">
          No value of {displayPath(area)} is stored for this period{part ? ": show the whole period" : ""}.
        </p>
      )}
      <ChartFrame window={window} timeZone={zone} zoomed={part !== null} onZoom={setPart}>
        <div className={`grid grid-cols-1 gap-6 ${shown.length > 1 ? "xl:grid-cols-2" : ""}`}>
          {shown.map((series, place) => (
            // On a phone one chart at a time.
            <div key={series.index} className={place > 0 ? "max-sm:hidden" : undefined}>
              <IndexChart
                index={series.index}
                series={series}
                now={now.getTime()}
                nights={nightsOf(present)}
                spans={NO_SPANS}
                publishedUntil={null}
                alertRoom={false}
                pooled={benches > 1 ? "readings" : undefined}
                table={table}
              />
            </div>
          ))}
        </div>
      </ChartFrame>
    </div>
  );
}

const NO_SPANS: [] = [];

function useSeries(query: Query, area: string | undefined, window: TimeWindow) {
  const tenant = useTenant();
  const { indexNames, jobId, includeFilled } = query.filters;
  return useEndpoint(
    readSeries,
    {
      query: {
        tenant,
        area: area ?? "",
        index: CHART_ORDER.filter((name) => indexNames?.includes(name) ?? true),
        jobId,
        from: utcInstant(new Date(window.from)),
        to: utcInstant(new Date(window.to)),
        maxPoints: MOST_POINTS,
        ...(includeFilled === false ? { includeFilled: "false" as const } : {}),
      },
    },
    { enabled: area !== undefined },
  );
}
