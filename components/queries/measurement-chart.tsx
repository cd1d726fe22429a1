"use client";
import { parseAsArrayOf, parseAsStringLiteral, useQueryState } from "nuqs";
import { useMemo } from "react";
import { ChartLegend } from "@/components/areas/chart-legend";
import { stepLength } from "@/components/charts/model";
import { lightOf, paceOf } from "@/components/charts/pace";
import { useEndpoint } from "@/components/live/use-endpoint";
import { useTenant } from "@/components/shell/site-context";
import { SkeletonRows } from "@/components/ui/states";
import { displayPath } from "@/lib/core/paths";
import { type ColumnSeries, readMeasurementSeries } from "@/lib/measurements/contract";
import { CHF_COLUMNS, CHF_VALUE_COLUMNS, type ChfValueColumn } from "@/lib/plant-service/contract";
import { chosenColumns } from "@/lib/queries/columns";
import type { Query } from "@/lib/queries/contract";
import type { Series } from "@/lib/series/contract";
import { ColumnButtons, ColumnSelect } from "./column-choice";
import { MOST_POINTS, ResultFrame, type ResultView, useResultView } from "./result-frame";

/** What is looked at first: the yields in the dark and in the light, and what is given off as heat. */
const FIRST: readonly ChfValueColumn[] = ["fv_fm", "fqx_fmx", "npq"];

/** Chosen columns of fluorescence over the query's period, a chart each, of one area and all below it. */
export function MeasurementChart({ query }: { query: Query }) {
  const view = useResultView(query);
  const { columns, chosen, choose } = useColumns(query);
  const { data, error, refetch } = useSeries(query, view, chosen);
  const { area, nights } = view;
  if (area === undefined || (!data && !error)) return <SkeletonRows rows={4} label="Reading the values" />;
  return (
    <ResultFrame
      view={view}
      choices={<ColumnSelect columns={columns} chosen={chosen} onChange={choose} />}
      above={
        <>
          <ColumnButtons columns={columns} chosen={chosen} onChange={choose} />
          <ChartLegend
            interpolated={false}
            pooled="measurement"
            pending={false}
            daily={nights.length === 0}
          />
        </>
      }
      answer={{ error, refetch }}
      series={(data?.series ?? []).map((one) => asSeries(one, area))}
      chart={{
        pooled: "measurements",
        paced: true,
        emptyReason: `None of it was measured in ${displayPath(area)} in this time.`,
      }}
      noteOf={({ index, step, points }) => (
        <p className="mt-1 text-xs text-ink-3">
          {[MEANINGS[index], lightOf(points, paceOf(points, stepLength(step)), nights)]
            .filter(Boolean)
            .join("; ")}
        </p>
      )}
    />
  );
}

const MEANINGS: Record<string, string> = CHF_COLUMNS;

/** What can be charted of a query, and what is; the choice stands in the address. */
function useColumns({ selectColumns }: Query) {
  const [inAddress, setInAddress] = useQueryState(
    "columns",
    parseAsArrayOf(parseAsStringLiteral(CHF_VALUE_COLUMNS)),
  );
  const columns = useMemo(() => {
    const asked = chosenColumns(CHF_VALUE_COLUMNS, selectColumns);
    return CHF_VALUE_COLUMNS.filter((column) => asked.includes(column));
  }, [selectColumns]);
  const wanted = columns.filter((column) => (inAddress ?? FIRST).includes(column));
  const chosen = wanted.length > 0 ? wanted : columns.slice(0, 1);
  return { columns, chosen, choose: (next: ChfValueColumn[]) => void setInAddress(next) };
}

function useSeries(query: Query, { area, period }: ResultView, column: ChfValueColumn[]) {
  const tenant = useTenant();
  const { jobId, devices } = query.filters;
  return useEndpoint(
    readMeasurementSeries,
    { query: { tenant, area, column, device: devices, jobId, ...period, maxPoints: MOST_POINTS } },
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
