"use client";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type ListedAlert, listAlerts } from "@/lib/alerting/alerts/contract";
import type { ApiError } from "@/lib/web/api/client";
import { callEndpoint } from "@/lib/web/api/client";
import type { listInput } from "./filters";
import { pagesKey } from "./pages-key";

type Page = { items: ListedAlert[]; nextCursor: string | null };

/** The alerts that fit the filters, page after page; events read all shown pages again. */
export function useAlertPages(input: ReturnType<typeof listInput>, enabled: boolean) {
  const query = useInfiniteQuery<
    Page,
    ApiError,
    { pages: Page[] },
    ReturnType<typeof pagesKey>,
    string | null
  >({
    queryKey: pagesKey(input),
    queryFn: ({ pageParam, signal }) =>
      callEndpoint(listAlerts, {
        query: { ...input.query, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: null,
    getNextPageParam: (last) => last.nextCursor,
    placeholderData: keepPreviousData,
    enabled,
  });
  const alerts = useMemo(() => query.data?.pages.flatMap((page) => page.items), [query.data]);
  return { ...query, alerts };
}
