"use client";
import { parseAsArrayOf, parseAsStringLiteral, useQueryState } from "nuqs";
import { useMemo } from "react";
import { ChartLegend } from "@/components/areas/chart-legend";
import { ColumnButtons, ColumnSelect } from "@/components/charts/column-choice";
import { asSeries, ColumnNote, chosenAmong } from "@/components/charts/column-series";
import { useEndpoint } from "@/components/live/use-endpoint";
import { useTenant } from "@/components/shell/site-context";
import { SkeletonRows } from "@/components/ui/states";
import { displayPath } from "@/lib/base/core/paths";
import { readMeasurementSeries } from "@/lib/farm/measurements/contract";
import type { Query } from "@/lib/history/queries/contract";
import { chosenColumns } from "@/lib/history/queries/row-cells";
import { CHF_VALUE_COLUMNS, type ChfValueColumn } from "@/lib/service/contract";
import { LightUnknown } from "./light-asked";
import { MOST_POINTS, ResultFrame, type ResultView, useResultView } from "./result-frame";

/** Chosen columns of fluorescence over the query's period, a chart each, of one area and all below it. */
export function MeasurementChart({ query }: { query: Query }) {
  const view = useResultView(query);
  const { columns, chosen, choose } = useColumns(query);
  const read = useSeries(query, view, chosen);
  const { data, error } = read;
  const { area, nights } = view;
  // Then it says nothing of a column that it comes by day or at night alone.
  const isOneLight = query.filters.isDaytime !== undefined;
  if (area === undefined || (!data && !error)) return <SkeletonRows rows={4} label="Reading the values" />;
  const series = (data?.series ?? []).map((one) => asSeries(one, area));
  return (
    <ResultFrame
      view={view}
      choices={<ColumnSelect columns={columns} chosen={chosen} onChange={choose} />}
      above={
        <>
          <LightUnknown query={query} />
          <ColumnButtons columns={columns} chosen={chosen} onChange={choose} />
          {!view.table && (
            <ChartLegend
              interpolated={false}
              pooled="measurement"
              pending={false}
              daily={nights.length === 0}
            />
          )}
        </>
      }
      answer={read}
      series={series}
      chart={{
        pooled: "measurements",
        paced: true,
        emptyReason: `None of it was measured in ${displayPath(area)} in this time.`,
      }}
      noteOf={(one) => (
        <ColumnNote column={one.index} series={one} nights={isOneLight ? NO_NIGHTS : nights} />
      )}
    />
  );
}

const NO_NIGHTS: [] = [];

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
  const chosen = chosenAmong(columns, inAddress);
  return { columns, chosen, choose: (next: ChfValueColumn[]) => void setInAddress(next) };
}

function useSeries(query: Query, { area, period }: ResultView, column: ChfValueColumn[]) {
  const tenant = useTenant();
  const { jobId, devices, isDaytime } = query.filters;
  const light =
    isDaytime === undefined ? {} : { isDaytime: isDaytime ? ("true" as const) : ("false" as const) };
  return useEndpoint(
    readMeasurementSeries,
    { query: { tenant, area, column, device: devices, jobId, ...light, ...period, maxPoints: MOST_POINTS } },
    { enabled: area !== undefined && column.length > 0 },
  );
}
