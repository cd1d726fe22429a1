"use client";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { readEvery } from "@/components/live/retry";
import { useTenant } from "@/components/live/site-context";
import { listQueries, type QueryPurpose } from "@/lib/history/queries/contract";
import { isOver } from "@/lib/history/queries/words";
import { callEndpoint } from "@/lib/web/api/client";
import { queriesInput, queriesKey } from "./list-input";

/** Events announce each change; this polling updates the counts between them. */
export const WHILE_RUNNING_MS = 2_000;
export const AT_REST_MS = 120_000;

/** The queries of one purpose, newest first, by pages; polled often while one of them runs. */
export function useQueries(purpose: QueryPurpose) {
  const tenant = useTenant();
  const input = queriesInput(tenant, purpose);
  const list = useInfiniteQuery({
    queryKey: queriesKey(input),
    queryFn: ({ pageParam, signal }) =>
      callEndpoint(listQueries, { query: { ...input.query, cursor: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    placeholderData: keepPreviousData,
    enabled: tenant !== undefined,
    refetchInterval: (read) => {
      const items = read.state.data?.pages.flatMap((page) => page.items) ?? [];
      return readEvery(items.every((query) => isOver(query.status)) ? AT_REST_MS : WHILE_RUNNING_MS)(read);
    },
  });
  const items = useMemo(() => list.data?.pages.flatMap((page) => page.items), [list.data]);
  return { ...list, items };
}
