"use client";
import { keepPreviousData, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import type { z } from "zod";
import type { Endpoint } from "@/lib/base/request/endpoint";
import { type ApiError, type CallInput, callEndpoint, callKey } from "@/lib/web/api/client";

type Schema = z.ZodType;

/**
 * Reads an endpoint and keeps it fresh: events invalidate it (use-events.ts). While something new is read, what
 * was there stays on the page.
 */
export function useEndpoint<P extends Schema, Q extends Schema, B extends Schema, A extends Schema>(
  endpoint: Endpoint<P, Q, B, A>,
  input: CallInput<P, Q> = {},
  options: Pick<
    UseQueryOptions<z.output<A>, ApiError>,
    "enabled" | "refetchInterval" | "staleTime" | "placeholderData" | "structuralSharing"
  > = {},
) {
  return useQuery<z.output<A>, ApiError>({
    queryKey: callKey(endpoint, input),
    queryFn: ({ signal }) => callEndpoint(endpoint, { ...input, signal }),
    placeholderData: keepPreviousData as never,
    ...options,
  });
}
