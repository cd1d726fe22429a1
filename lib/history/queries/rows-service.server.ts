import "server-only";
import { AppError } from "@/lib/base/core/errors";
import { HOUR_MS } from "@/lib/base/core/time";
import type { AnswerOf, QueryOf } from "@/lib/base/request/endpoint";
import type { Actor } from "@/lib/identity/actor/contract";
import type { queryAreas, queryRejects, queryRowHours, queryRows, queryRowWindow } from "./contract";
import { cellsAt, pickCells, type RowCells, rowColumnsOf, type StoredRow } from "./row-cells";
import { fillHours, nextPartHours } from "./row-map";
import {
  areasWithRows,
  type HourOfRows,
  hoursOfRows,
  listRejects,
  pageOfRows,
  rowsInWindow,
} from "./rows-store.server";
import type { QueryRecord } from "./store.server";
import { visibleQuery } from "./visible.server";

/** Hours of the first part of a count: a week of five thousand areas is read in about a second. */
const FIRST_PART_HOURS = 7 * 24;
/** After this time a count starts no further part. */
const BUDGET_MS = 8_000;

/** Stored rows that the query's filters select, oldest first. */
export async function readQueryRows(
  actor: Actor,
  id: string,
  page: QueryOf<typeof queryRows>,
): Promise<AnswerOf<typeof queryRows>> {
  const { query } = await visibleQuery(actor, id);
  const { items, nextCursor } = await pageOfRows(query, page);
  return { columns: rowColumnsOf(query), items: toCells(query, items), nextCursor };
}

/** The areas in which the query's filters select stored rows. */
export async function readQueryAreas(actor: Actor, id: string): Promise<AnswerOf<typeof queryAreas>> {
  const { query } = await visibleQuery(actor, id);
  return { items: await areasWithRows(query) };
}

/** Counts these rows by hour, so that a table of any length can be laid out. */
export async function readQueryRowHours(
  actor: Actor,
  id: string,
  { from }: QueryOf<typeof queryRowHours>,
): Promise<AnswerOf<typeof queryRowHours>> {
  const { query } = await visibleQuery(actor, id);
  const { hours, next } = await countHours(query, { from: from?.getTime() });
  const { first, counts } = fillHours(hours);
  return {
    columns: rowColumnsOf(query),
    total: hours.reduce((sum, { rows }) => sum + rows, 0),
    first: hours.length === 0 ? null : new Date(first * HOUR_MS).toISOString(),
    counts,
    next: next === null ? null : new Date(next).toISOString(),
  };
}

/** These rows of a part of the query's time, without the first `skip`. */
export async function readQueryRowWindow(
  actor: Actor,
  id: string,
  window: QueryOf<typeof queryRowWindow>,
): Promise<AnswerOf<typeof queryRowWindow>> {
  const { query } = await visibleQuery(actor, id);
  if (window.from > window.to) throw new AppError("bad-request", "from is after to.", { parameter: "from" });
  return { items: toCells(query, await rowsInWindow(query, window)) };
}

/** Rows of the result that could not be stored, at most a thousand. */
export async function readQueryRejects(actor: Actor, id: string): Promise<AnswerOf<typeof queryRejects>> {
  const { query } = await visibleQuery(actor, id);
  return { items: await listRejects(query.tenancyId, id) };
}

function toCells(query: QueryRecord, rows: readonly StoredRow[]): RowCells[] {
  const columns = rowColumnsOf(query);
  return rows.map((row) => pickCells(columns, cellsAt(row.at.toISOString(), row)));
}

/** A part of a query's time, epoch milliseconds, both ends inclusive, and its rows by hour. */
export type CountedPart = { from: number; to: number; hours: HourOfRows[] };

/**
 * Counts the stored rows that a query selects, in consecutive parts of its time: one short statement each, however
 * many rows there are in all.
 * @param from where to begin, epoch milliseconds; the query's own beginning where it is later
 * @throws AppError `unavailable` when counting a part takes too long
 */
export async function* countInParts(
  query: QueryRecord,
  from = Number.NEGATIVE_INFINITY,
): AsyncGenerator<CountedPart, void> {
  const end = Date.parse(query.filters.to ?? "");
  let length = FIRST_PART_HOURS;
  for (let at = Math.max(from, Date.parse(query.filters.from ?? "")); at <= end; ) {
    const to = Math.min(end, (Math.floor(at / HOUR_MS) + length) * HOUR_MS - 1);
    const begun = performance.now();
    const hours = await hoursOfRows(query, { from: new Date(at), to: new Date(to) });
    length = nextPartHours(length, performance.now() - begun);
    yield { from: at, to, hours };
    at = to + 1;
  }
}

/**
 * Counts parts until the time budget is spent, at least one.
 * @returns `next`: where to go on, epoch milliseconds; null when everything is counted
 * @throws AppError `unavailable` as {@link countInParts}, when nothing is counted yet
 */
export async function countHours(
  query: QueryRecord,
  { from, budgetMs = BUDGET_MS }: { from?: number; budgetMs?: number } = {},
): Promise<{ hours: HourOfRows[]; next: number | null }> {
  const hours: HourOfRows[] = [];
  const end = Date.parse(query.filters.to ?? "");
  const begun = performance.now();
  let next: number | null = null;
  try {
    for await (const part of countInParts(query, from)) {
      hours.push(...part.hours);
      next = part.to < end ? part.to + 1 : null;
      if (performance.now() - begun >= budgetMs) break;
    }
  } catch (error) {
    const isTooMuch = error instanceof AppError && error.code === "unavailable";
    if (!isTooMuch || next === null) throw error;
  }
  return { hours, next };
}
