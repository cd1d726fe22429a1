import "server-only";
import type { z } from "zod";
import { AppError } from "@/lib/base/core/errors";
import type { Actor } from "@/lib/identity/auth/contract";
import { requireAccess } from "@/lib/identity/auth/rules";
import { chosenAreas } from "./chosen-store.server";
import type { queryAreas, queryRejects, queryRowHours, queryRows, queryRowWindow } from "./contract";
import { countHours } from "./hour-count.server";
import { listRejects } from "./rejects-store.server";
import { pickCells, rowColumnsOf } from "./row-cells";
import { countsOf } from "./row-map";
import { pageOfRows } from "./rows-store.server";
import { visibleQuery } from "./visible.server";
import { rowsWithin } from "./window-store.server";

type Answer<E extends { answer?: z.ZodType }> = Promise<z.input<NonNullable<E["answer"]>>>;
type Asked<E extends { query?: z.ZodType }> = z.output<NonNullable<E["query"]>>;

const HOUR = 3_600_000;

/** Stored rows that the query's filters select, oldest first. */
export async function readQueryRows(
  actor: Actor,
  id: string,
  page: Asked<typeof queryRows>,
): Answer<typeof queryRows> {
  requireAccess(actor, "viewer");
  const { query } = await visibleQuery(actor, id);
  const columns = rowColumnsOf(query);
  const { items, nextCursor } = await pageOfRows(query, page);
  return { columns, items: items.map((row) => pickCells(columns, row)), nextCursor };
}

/** The areas that those rows lie in: what charts of them can be chosen from. */
export async function readQueryAreas(actor: Actor, id: string): Answer<typeof queryAreas> {
  requireAccess(actor, "viewer");
  const { query } = await visibleQuery(actor, id);
  return { items: await chosenAreas(query) };
}

/** How many of those rows lie in each hour: what a table of any length is laid out with. */
export async function readQueryRowHours(
  actor: Actor,
  id: string,
  { from }: Asked<typeof queryRowHours>,
): Answer<typeof queryRowHours> {
  requireAccess(actor, "viewer");
  const { query } = await visibleQuery(actor, id);
  const { hours, next } = await countHours(query, { from: from?.getTime() });
  const { first, counts } = countsOf(hours);
  return {
    columns: rowColumnsOf(query),
    total: hours.reduce((sum, { rows }) => sum + rows, 0),
    first: hours.length === 0 ? null : new Date(first * HOUR).toISOString(),
    counts,
    next: next === null ? null : new Date(next).toISOString(),
  };
}

/** Those rows of a part of its time, without the first `skip` of them. */
export async function readQueryRowWindow(
  actor: Actor,
  id: string,
  window: Asked<typeof queryRowWindow>,
): Answer<typeof queryRowWindow> {
  requireAccess(actor, "viewer");
  const { query } = await visibleQuery(actor, id);
  if (window.from > window.to) throw new AppError("bad-request", "from is after to.", { parameter: "from" });
  const columns = rowColumnsOf(query);
  return { items: (await rowsWithin(query, window)).map((row) => pickCells(columns, row)) };
}

/** Rows of the result that could not be stored, at most a thousand. */
export async function readQueryRejects(actor: Actor, id: string): Answer<typeof queryRejects> {
  requireAccess(actor, "viewer");
  const { query } = await visibleQuery(actor, id);
  return { items: await listRejects(query.tenancyId, id) };
}
