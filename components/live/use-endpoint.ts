"use client";

import { keepPreviousData, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { z } from "zod";
import type { Endpoint } from "@/lib/base/request/endpoint";
import { readSeriesColumns, type SeriesInput, seriesInput, unpackSeries } from "@/lib/farm/series/columns";
import { type ApiError, type CallInput, callEndpoint, callKey } from "@/lib/web/api/client";
import { useTenant } from "./site-context";

type Schema = z.ZodType;
type ReadOptions<A extends Schema> = Pick<
  UseQueryOptions<z.output<A>, ApiError>,
  "enabled" | "refetchInterval" | "staleTime" | "placeholderData" | "structuralSharing"
>;

/** Reads an endpoint; events invalidate it (live-provider.tsx). The last answer stays while a new one is read. */
export function useEndpoint<P extends Schema, Q extends Schema, B extends Schema, A extends Schema>(
  endpoint: Endpoint<P, Q, B, A>,
  input: CallInput<P, Q> = {},
  options: ReadOptions<A> = {},
) {
  return useQuery<z.output<A>, ApiError>({
    queryKey: callKey(endpoint, input),
    queryFn: ({ signal }) => callEndpoint(endpoint, { ...input, signal }),
    placeholderData: keepPreviousData as never,
    ...options,
  });
}

/** Reads an endpoint about the page's tenancy, which is added to the query; reads nothing before one is connected. */
export function useTenantEndpoint<P extends Schema, Q extends Schema, B extends Schema, A extends Schema>(
  endpoint: Endpoint<P, Q, B, A>,
  { params, query }: { params?: z.input<P>; query?: Omit<z.input<Q>, "tenant"> } = {},
  options: ReadOptions<A> & { enabled?: boolean } = {},
) {
  const tenant = useTenant();
  const input = { params, query: { tenant, ...query } as z.input<Q> };
  return useEndpoint(endpoint, input, {
    ...options,
    enabled: tenant !== undefined && options.enabled !== false,
  });
}

/** Reads series for charts, which come in columns that the browser caches and revalidates. */
export function useSeries(query: SeriesInput, options: { enabled?: boolean } = {}) {
  const read = useEndpoint(readSeriesColumns, seriesInput(query), options);
  const { data, error } = read;
  const series = useMemo(() => data?.series.map(unpackSeries), [data]);
  return { series, error, read };
}

/** A typed value, debounced. */
export function usePaused<T>(value: T, pauseMs = 250): T {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return paused;
}
