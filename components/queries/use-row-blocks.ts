"use client";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { readEvery } from "@/components/live/retry";
import { usePaused } from "@/components/live/use-endpoint";
import { HOUR_MS } from "@/lib/base/core/time";
import { type Query, queryRowHours, queryRowWindow } from "@/lib/history/queries/contract";
import type { RowCells } from "@/lib/history/queries/row-cells";
import { fillHours, makeRowMap, type RowMap, rangeFrom } from "@/lib/history/queries/row-map";
import { type ApiError, callEndpoint } from "@/lib/web/api/client";

/** Rows per read. */
const BLOCK_ROWS = 200;
/** Rows that are scrolled past faster than this are not read. */
const SETTLED_MS = 70;
/** Time that rows out of view stay cached. */
const UNUSED_MS = 60_000;

export type RowLayout = { map: RowMap; columns: string[] };

/**
 * Reads the layout in time of a finished query's stored rows. Events do not match its key: otherwise every step of any
 * query would count all rows again, although a finished query does not change.
 */
export function useRowLayout({ id, finishedAt }: Query) {
  return useQuery<RowLayout, ApiError>({
    queryKey: ["query-row-hours", id, finishedAt],
    queryFn: ({ signal }) => readLayout(id, signal),
    refetchInterval: readEvery(false),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Rows of a large result are counted over several calls. */
async function readLayout(id: string, signal: AbortSignal): Promise<RowLayout> {
  const hours: { hour: number; rows: number }[] = [];
  for (let from: string | undefined; ; ) {
    const part = await callEndpoint(queryRowHours, { params: { id }, query: { from }, signal });
    const begin = part.first === null ? 0 : Date.parse(part.first) / HOUR_MS;
    part.counts.forEach((rows, offset) => {
      if (rows > 0) hours.push({ hour: begin + offset, rows });
    });
    if (part.next === null) {
      const { first, counts } = fillHours(hours);
      return { map: makeRowMap(first, counts), columns: part.columns };
    }
    from = part.next;
  }
}

/** The rows of a range of row numbers, read in blocks; a row is undefined until its block arrives. */
export function useRowBlocks({ id, finishedAt }: Query, map: RowMap, range: { first: number; last: number }) {
  const first = Math.floor(range.first / BLOCK_ROWS);
  const last = Math.floor(Math.max(range.first, range.last - 1) / BLOCK_ROWS);
  const shown = `${first} ${last}`;
  const isSettled = usePaused(shown, SETTLED_MS) === shown;
  const blocks = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const answers = useQueries({
    queries: blocks.map((block) => ({
      queryKey: ["query-rows", id, finishedAt, block],
      queryFn: ({ signal }: { signal: AbortSignal }) => readBlock(id, map, block, signal),
      enabled: isSettled,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: UNUSED_MS,
      refetchInterval: readEvery(false),
    })),
  });
  const failed = answers.find(({ error }) => error !== null);
  return {
    rowOf: (row: number): RowCells | undefined =>
      answers[Math.floor(row / BLOCK_ROWS) - first]?.data?.[row % BLOCK_ROWS],
    failed: failed && {
      ...failed,
      refetch: () => {
        for (const answer of answers) if (answer.error) void answer.refetch();
      },
    },
    some: useMemo(() => answers.find(({ data }) => data !== undefined)?.data, [answers]),
  };
}

async function readBlock(id: string, map: RowMap, block: number, signal: AbortSignal): Promise<RowCells[]> {
  const place = rangeFrom(map, block * BLOCK_ROWS, BLOCK_ROWS);
  if (!place) return [];
  const [from, to] = [new Date(place.from).toISOString(), new Date(place.to).toISOString()];
  const query = { from, to, skip: place.skip, limit: place.limit };
  return (await callEndpoint(queryRowWindow, { params: { id }, query, signal })).items;
}
