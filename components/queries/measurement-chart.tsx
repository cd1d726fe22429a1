"use client";
import { parseAsArrayOf, parseAsStringLiteral, useQueryState } from "nuqs";
import { useMemo, useState } from "react";
import { ChartFrame, type TimeWindow } from "@/components/charts/chart-frame";
import { IndexChart } from "@/components/charts/index-chart";
import { useEndpoint } from "@/components/live/use-endpoint";
import { useTenant } from "@/components/shell/site-context";
import { Button } from "@/components/ui/button";
import { useClock } from "@/components/ui/clock";
import { Select } from "@/components/ui/select";
import { ErrorState, SkeletonRows } from "@/components/ui/states";
import { displayPath } from "@/lib/core/paths";
import { utcInstant } from "@/lib/core/time";
import {
  type ColumnSeries,
  readMeasurementSeries,
  VALUE_COLUMNS,
  type ValueColumn,
} from "@/lib/measurements/contract";
import { CHF_COLUMNS } from "@/lib/plant-service/contract";
import { chosenColumns } from "@/lib/queries/columns";
import type { Query } from "@/lib/queries/contract";
import type { Series } from "@/lib/series/contract";
import { useChartAreas, windowOf } from "./chart-area";
import { ColumnChoice } from "./column-choice";

const MOST_POINTS = 500;
/** What is looked at first: the yields in the dark and in the light, and what is given off as heat. */
const FIRST: readonly ValueColumn[] = ["fv_fm", "fqx_fmx", "npq"];

/** Chosen columns of fluorescence over the query's period, a chart each, of one area and all below it. */
export function MeasurementChart({ query }: { query: Query }) {
  const { now, zone } = useClock();
  const { offered } = useChartAreas(query);
  const [picked, setPicked] = useState<string | null>(null);
  const area = picked ?? offered[0];
  const [part, setPart] = useState<TimeWindow | null>(null);
  const [table, setTable] = useState(false);
  const window = part ?? windowOf(query);
  const { columns, chosen, choose } = useColumns(query);
  const { data, error, refetch } = useSeries(query, area, chosen, window);
  if (area === undefined || (!data && !error)) return <SkeletonRows rows={4} label="Reading the values" />;
  const series = (data?.series ?? []).map((one) => asSeries(one, area));
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
        <Button icon="table" aria-pressed={table} onClick={() => setTable(!table)}>
          {table ? "Charts" : "Table"}
        </Button>
        {part && (
          <Button variant="quiet" onClick={() => setPart(null)}>
            Whole period
          </Button>
        )}
      </div>
      <ColumnChoice columns={columns} chosen={chosen} onChange={choose} />
      {error && <ErrorState compact cause={error.message} onRetry={() => void refetch()} />}
      <ChartFrame window={window} timeZone={zone} zoomed={part !== null} onZoom={setPart}>
        <div className={`grid grid-cols-1 gap-6 ${series.length > 1 ? "xl:grid-cols-2" : ""}`}>
          {series.map((one, place) => (
            // On a phone one chart at a time.
            <div key={one.index} className={place > 0 ? "max-sm:hidden" : undefined}>
              <IndexChart
                index={one.index}
                series={one}
                now={now.getTime()}
                nights={NONE}
                spans={NONE}
                publishedUntil={null}
                alertRoom={false}
                pooled="measurements"
                table={table}
                emptyReason={`No ${one.index} in ${displayPath(area)} in this time.`}
              />
              <p className="mt-1 text-xs text-ink-3">{meaningOf(one.index)}</p>
            </div>
          ))}
        </div>
      </ChartFrame>
    </div>
  );
}

const NONE: [] = [];
const MEANINGS: Record<string, string> = CHF_COLUMNS;
const meaningOf = (column: string) => MEANINGS[column];

/** What can be charted of a query, and what is; the choice stands in the address. */
function useColumns({ selectColumns }: Query) {
  const [inAddress, setInAddress] = useQueryState(
    "columns",
    parseAsArrayOf(parseAsStringLiteral(VALUE_COLUMNS)),
  );
  const columns = useMemo(() => {
    const asked = chosenColumns(VALUE_COLUMNS, selectColumns);
    return VALUE_COLUMNS.filter((column) => asked.includes(column));
  }, [selectColumns]);
  const wanted = columns.filter((column) => (inAddress ?? FIRST).includes(column));
  const chosen = wanted.length > 0 ? wanted : columns.slice(0, 1);
  return { columns, chosen, choose: (next: ValueColumn[]) => void setInAddress(next) };
}

function useSeries(query: Query, area: string | undefined, column: ValueColumn[], window: TimeWindow) {
  const tenant = useTenant();
  const { jobId, devices } = query.filters;
  const [from, to] = [utcInstant(new Date(window.from)), utcInstant(new Date(window.to))];
  return useEndpoint(
    readMeasurementSeries,
    { query: { tenant, area, column, device: devices, jobId, from, to, maxPoints: MOST_POINTS } },
    { enabled: area !== undefined && column.length > 0 },
  );
}

/** A column as the charts draw it: nothing of it is interpolated, and it has no unit. */
function asSeries({ column, step, points }: ColumnSeries, area: string): Series {
  return {
    index: column,
    unit: null,
    area,
    jobId: null,
    resolution: step.startsWith("PT") ? "hour" : "day",
    step,
    points: points.map((point) => ({ ...point, filled: 0 })),
  };
}
