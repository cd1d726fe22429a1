"use client";
import { useMemo } from "react";
import { readSeriesColumns, type SeriesInput, seriesInput, unpackSeries } from "@/lib/series/columns";
import { useEndpoint } from "./use-endpoint";

/** The series of charts: they come in columns, which a browser keeps and asks about. */
export function useSeries(query: SeriesInput, options: { enabled?: boolean } = {}) {
  const { data, error, refetch, dataUpdatedAt } = useEndpoint(readSeriesColumns, seriesInput(query), options);
  const series = useMemo(() => data?.series.map(unpackSeries), [data]);
  return { series, error, refetch, dataUpdatedAt };
}
