"use client";
import { type InfiniteData, keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { readEvery } from "@/components/live/retry";
import { useTenant } from "@/components/live/site-context";
import { useEndpoint } from "@/components/live/use-endpoint";
import { listQueries, type Query, type QueryPurpose, readQuery } from "@/lib/history/queries/contract";
import { isOver } from "@/lib/history/queries/words";
import { type ApiError, callEndpoint } from "@/lib/web/api/client";
import { queriesInput, queriesKey } from "./list-input";

/** Events announce each change; this polling updates the counts between them. */
const WHILE_RUNNING_MS = 2_000;
const AT_REST_MS = 120_000;

type Page = { items: Query[]; nextCursor: string | null };

/** The queries of one purpose, newest first, by pages; polled often while one of them runs. */
export function useQueries(purpose: QueryPurpose, enabled = true) {
  const tenant = useTenant();
  const input = queriesInput(tenant, purpose);
  const list = useInfiniteQuery<
    Page,
    ApiError,
    InfiniteData<Page>,
    ReturnType<typeof queriesKey>,
    string | null
  >({
    queryKey: queriesKey(input),
    queryFn: ({ pageParam, signal }) =>
      callEndpoint(listQueries, {
        query: { ...input.query, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: null,
    getNextPageParam: (last) => last.nextCursor,
    placeholderData: keepPreviousData,
    enabled: enabled && tenant !== undefined,
    refetchInterval: (read) => {
      const items = read.state.data?.pages.flatMap((page) => page.items) ?? [];
      return readEvery(items.every((query) => isOver(query.status)) ? AT_REST_MS : WHILE_RUNNING_MS)(read);
    },
  });
  const items = useMemo(() => list.data?.pages.flatMap((page) => page.items), [list.data]);
  return { ...list, items };
}

/** One query: from the list if it is there, else read on its own. */
export function useOneQuery(id: string | null, listed: readonly Query[]) {
  const found = listed.find((query) => query.id === id);
  const read = useEndpoint(
    readQuery,
    { params: { id: id ?? "" } },
    {
      enabled: id !== null && !found,
      refetchInterval: (query) =>
        readEvery(query.state.data && !isOver(query.state.data.status) ? WHILE_RUNNING_MS : AT_REST_MS)(
          query,
        ),
    },
  );
  const fetched = id === null ? undefined : read.data;
  return { query: found ?? fetched, error: found ? null : read.error, read };
}
