import "server-only";
import { Prisma, type Query as QueryRow, type SavedQuery as SavedRow } from "@/generated/prisma/client";
import { AppError } from "@/lib/base/core/errors";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { transaction } from "@/lib/base/db/transaction.server";
import { EVENT_CHANNEL } from "@/lib/base/events/contract";
import type { QueryFilters, QueryType, SelectColumns } from "@/lib/service/contract";
import {
  QUERY_STATUSES,
  type QueryError,
  type QueryForm,
  type QueryPurpose,
  type QueryStatus,
} from "./contract";
import { isOver } from "./words";

/** Columns of a query that Prisma knows as text, JSON or bigint only. */
type Typed = {
  type: QueryType;
  status: QueryStatus;
  purpose: QueryPurpose;
  asked: QueryFilters;
  filters: QueryFilters;
  selectColumns: SelectColumns | null;
  error: QueryError | null;
  bytes: number;
};

/** A query as it is stored, its columns typed. */
export type QueryRecord = Omit<QueryRow, keyof Typed> & Typed;

export type NewQueryRecord = Pick<
  QueryRecord,
  "id" | "tenancyId" | "type" | "asked" | "filters" | "purpose" | "requestedBy"
> & { selectColumns?: SelectColumns };

/** Columns that a step may change; a null `checkpoint` loads the result from its first row. */
export type QueryChange = Partial<
  Omit<QueryRecord, keyof NewQueryRecord | "createdAt" | "checkpoint" | "unknownColumns"> & {
    checkpoint: null;
  }
>;

/** Statuses of queries that are not over. */
export const ACTIVE: QueryStatus[] = QUERY_STATUSES.filter((status) => !isOver(status));

/** Adds a query as `queued`. */
export async function insertQuery(query: NewQueryRecord): Promise<void> {
  const { selectColumns, ...rest } = query;
  await getPrisma().$transaction([
    getPrisma().query.create({
      data: { ...rest, status: "queued", selectColumns: selectColumns ?? Prisma.DbNull },
    }),
    notifyViewers(query.id),
  ]);
}

/** One query, or null. */
export async function findQuery(id: string): Promise<QueryRecord | null> {
  const row = await getPrisma().query.findFirst({ where: { id } });
  return row && toRecord(row);
}

/**
 * Changes a query that has one of the given statuses, and notifies viewers.
 * @returns false, with nothing changed, when it has another status: someone else was first
 */
export async function changeQuery(id: string, from: QueryStatus[], change: QueryChange): Promise<boolean> {
  const { error, checkpoint, ...data } = change;
  const [changed] = await getPrisma().$transaction([
    getPrisma().query.updateMany({
      where: { id, status: { in: from } },
      data: { ...data, error: orDbNull(error), checkpoint: orDbNull(checkpoint) },
    }),
    notifyViewers(id),
  ]);
  return changed.count > 0;
}

/** SQL NULL for null; undefined leaves a column as it is. */
const orDbNull = <T>(value: T | null | undefined) => (value === null ? Prisma.DbNull : value);

function notifyViewers(id: string) {
  return getPrisma().$executeRaw`
    SELECT pg_notify(${EVENT_CHANNEL}, json_build_object('type', 'query', 'tenantId', t.tenant_id, 'id', q.id)::text)
    FROM queries q JOIN tenancies t ON t.id = q.tenancy_id WHERE q.id = ${id}`;
}

/** A page of a tenancy's queries, newest first, with one more than `limit` where there are more. */
export async function listQueryPage(
  tenancyId: number,
  page: { purpose?: QueryPurpose; limit: number; after?: { createdAt: Date; id: string } },
): Promise<QueryRecord[]> {
  const { purpose, limit, after } = page;
  const rows = await getPrisma().query.findMany({
    where: {
      tenancyId,
      purpose,
      OR: after && [
        { createdAt: { lt: after.createdAt } },
        { createdAt: after.createdAt, id: { lt: after.id } },
      ],
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit + 1,
  });
  return rows.map(toRecord);
}

/** The query that is fetching a tenancy's history of a type, or null. */
export async function activeFetch(tenancyId: number, type: string): Promise<QueryRecord | null> {
  const row = await getPrisma().query.findFirst({
    where: { tenancyId, type, purpose: { in: ["sync", "backfill"] }, status: { in: ACTIVE } },
  });
  return row && toRecord(row);
}

/** Fetches of a tenancy's history that ended after an instant, in that order. */
export async function endedFetches(
  tenancyId: number,
  type: string,
  after: Date | null,
): Promise<QueryRecord[]> {
  const rows = await getPrisma().query.findMany({
    where: {
      tenancyId,
      type,
      purpose: { in: ["sync", "backfill"] },
      finishedAt: after ? { gt: after } : { not: null },
    },
    orderBy: { finishedAt: "asc" },
  });
  return rows.map(toRecord);
}

/** Queries that are not over and have no job. */
export async function strandedQueries(): Promise<string[]> {
  const rows = await getPrisma().$queryRaw<{ id: string }[]>`
    SELECT q.id FROM queries q
    WHERE q.status = ANY(${ACTIVE})
      AND coalesce(q.next_try_at, q.created_at) < now() - interval '20 seconds'
      AND NOT EXISTS (SELECT FROM graphile_worker.jobs j
        WHERE j.key = 'query:' || q.id AND (j.attempts < j.max_attempts OR j.locked_at IS NOT NULL))`;
  return rows.map((row) => row.id);
}

function toRecord(row: QueryRow): QueryRecord {
  return { ...row, bytes: Number(row.bytes) } as QueryRecord;
}

export type SavedRecord = Omit<SavedRow, "form"> & { form: QueryForm };

/** The saved queries of a tenancy that are not deleted. */
export async function listSaved(tenancyId: number): Promise<SavedRecord[]> {
  const rows = await getPrisma().savedQuery.findMany({ where: { tenancyId, deletedAt: null } });
  return rows.map(toSavedRecord);
}

/** A saved query, deleted or not; null where there is none. */
export async function findSaved(id: string): Promise<SavedRecord | null> {
  const row = await getPrisma().savedQuery.findFirst({ where: { id } });
  return row && toSavedRecord(row);
}

type NewSavedRecord = Pick<SavedRow, "id" | "tenancyId" | "name" | "createdBy"> & { form: QueryForm };

/** @throws AppError `conflict` on `name` when it is taken */
export function insertSaved(record: NewSavedRecord): Promise<void> {
  return takeName(record, (tx) => tx.savedQuery.create({ data: record }));
}

/** @throws AppError `conflict` on `name` when it is taken */
export function renameRow({ id, tenancyId }: SavedRecord, name: string): Promise<void> {
  return takeName({ tenancyId, name }, (tx) =>
    tx.savedQuery.update({ where: { tenancyId_id: { tenancyId, id } }, data: { name } }),
  );
}

/** Marks a saved query as deleted; null restores it. */
export async function markDeleted({ id, tenancyId }: SavedRecord, deletedAt: Date | null): Promise<void> {
  await getPrisma().savedQuery.update({ where: { tenancyId_id: { tenancyId, id } }, data: { deletedAt } });
}

/** A deleted query gives up its name; the unique key decides between two at once. */
async function takeName(
  { tenancyId, name }: { tenancyId: number; name: string },
  work: (tx: Prisma.TransactionClient) => Promise<unknown>,
): Promise<void> {
  try {
    await transaction(async (tx) => {
      await tx.savedQuery.deleteMany({ where: { tenancyId, name, deletedAt: { not: null } } });
      await work(tx);
    });
  } catch (error) {
    if (!(error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002")) throw error;
    const message = `There is a saved query “${name}” already: choose another name, or delete that one first.`;
    throw new AppError("conflict", message, { parameter: "name" });
  }
}

function toSavedRecord(row: SavedRow): SavedRecord {
  return { ...row, form: row.form as QueryForm };
}
