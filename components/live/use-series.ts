"use client";
import { useMemo } from "react";
import { readSeriesColumns, type SeriesInput, seriesInput, unpackSeries } from "@/lib/farm/series/columns";
import { useEndpoint } from "./use-endpoint";

/** The series of charts: they come in columns, which a browser keeps and asks about. */
export function useSeries(query: SeriesInput, options: { enabled?: boolean } = {}) {
  const read = useEndpoint(readSeriesColumns, seriesInput(query), options);
  const { data, error } = read;
  const series = useMemo(() => data?.series.map(unpackSeries), [data]);
  return { series, error, read };
}
