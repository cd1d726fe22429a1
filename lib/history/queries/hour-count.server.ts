import "server-only";
import { AppError } from "@/lib/base/core/errors";
import { nextPartHours } from "./count-pace";
import type { QueryRecord } from "./store.server";
import { type HourOfRows, hoursOfRows } from "./window-store.server";

const HOUR = 3_600_000;
/** A week of five thousand areas is read in about a second. */
const FIRST_PART_HOURS = 7 * 24;
/** After so long no further part is begun: whoever asked gets what is counted. */
const BUDGET_MS = 8_000;

/** A part of a query's time, epoch milliseconds, both ends inclusive, and where its rows lie. */
export type CountedPart = { from: number; to: number; hours: HourOfRows[] };

/**
 * Counts the stored rows that a query selects, part by part of its time, which follow one another without a hole:
 * each by one short statement, however many rows there are in all.
 * @param from where to begin within the query's time, epoch milliseconds
 * @throws AppError `unavailable` when the rows of a part are too many to be counted in time
 */
export async function* countInParts(
  record: QueryRecord,
  from = Number.NEGATIVE_INFINITY,
): AsyncGenerator<CountedPart, void> {
  const end = Date.parse(record.filters.to ?? "");
  let length = FIRST_PART_HOURS;
  for (let at = Math.max(from, Date.parse(record.filters.from ?? "")); at <= end; ) {
    const to = Math.min(end, (Math.floor(at / HOUR) + length) * HOUR - 1);
    const begun = performance.now();
    const hours = await hoursOfRows(record, { from: new Date(at), to: new Date(to) });
    length = nextPartHours(length, performance.now() - begun);
    yield { from: at, to, hours };
    at = to + 1;
  }
}

/**
 * As many of the parts as can be counted in some seconds, one at least.
 * @returns `next`, epoch milliseconds: where to go on; null when all is counted
 * @throws AppError `unavailable` as {@link countInParts}, when there is nothing to answer with
 */
export async function countHours(
  record: QueryRecord,
  { from, budgetMs = BUDGET_MS }: { from?: number; budgetMs?: number } = {},
): Promise<{ hours: HourOfRows[]; next: number | null }> {
  const hours: HourOfRows[] = [];
  const end = Date.parse(record.filters.to ?? "");
  const begun = performance.now();
  let next: number | null = null;
  try {
    for await (const part of countInParts(record, from)) {
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
