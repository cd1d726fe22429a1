"use client";
import { type InfiniteData, keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { z } from "zod";
import { type ApiError, callEndpoint } from "@/lib/api/client";
import { type Query, queryRows } from "@/lib/queries/contract";

/** Few at first, so that what stands below stays in reach. */
const FIRST_PAGE = 20;
const NEXT_PAGE = 100;

type Page = z.output<NonNullable<typeof queryRows.answer>>;
export type Row = Page["items"][number];

/**
 * The stored rows of a query that is over, page after page. Its key is none that events touch: with every
 * step of any query all pages would be read again, and a query that is over does not change.
 */
export function useRows({ id, finishedAt }: Query) {
  const list = useInfiniteQuery<
    Page,
    ApiError,
    InfiniteData<Page>,
    readonly [string, string, string | null],
    string | null
  >({
    queryKey: ["query-rows", id, finishedAt],
    queryFn: ({ pageParam, signal }) =>
      callEndpoint(queryRows, {
        params: { id },
        query: pageParam ? { limit: NEXT_PAGE, cursor: pageParam } : { limit: FIRST_PAGE },
        signal,
      }),
    initialPageParam: null,
    getNextPageParam: (last) => last.nextCursor,
    placeholderData: keepPreviousData,
    refetchInterval: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.items), [list.data]);
  return { ...list, rows, columns: list.data?.pages[0]?.columns ?? [] };
}
