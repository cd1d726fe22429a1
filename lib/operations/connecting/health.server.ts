import "server-only";
import { z } from "zod";
import { AppError } from "@/lib/base/core/errors";
import type { Stretch } from "@/lib/base/core/stretches";
import { DAY_MS, HOUR_MS, siteDateTime } from "@/lib/base/core/time";
import { transaction } from "@/lib/base/db/transaction.server";
import { SYNC_TYPE_NAMES, SYNC_TYPES, type SyncType } from "@/lib/farm/tenancies/contract";
import { resolveTenancy } from "@/lib/farm/tenancies/service.server";
import { listTenancyRows, type TenancyRow } from "@/lib/farm/tenancies/store.server";
import { cancelQuery } from "@/lib/history/queries/service.server";
import type { readSync } from "@/lib/history/sync/contract";
import {
  addRequest,
  dropRequest,
  fetchableSpan,
  pauseSync,
  queueSync,
  readActiveFetch,
  readSyncView,
} from "@/lib/history/sync/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import { recordAudit } from "@/lib/identity/audit/service.server";
import { isConnected, requireTenancy } from "./admin.server";
import type { SyncLine, TenancyHealth } from "./health";
import {
  listRejectedReasons,
  listSyncQueries,
  listSyncStates,
  listUnknownIndices,
  readExtent,
} from "./health-store.server";

export const syncPauseSchema = z.strictObject({
  tenantId: z.string(),
  type: z.enum(SYNC_TYPES),
  paused: z.boolean(),
});

/**
 * Reads the state of every tenancy's history, oldest tenancy first (role admin).
 * @param now the end of the wanted history
 */
export async function listHealth(actor: Actor, now: Date): Promise<TenancyHealth[]> {
  requireAccess(actor, "admin");
  const rows = await listTenancyRows();
  return Promise.all(rows.map((row) => healthOf(row, now)));
}

async function healthOf(row: TenancyRow, now: Date): Promise<TenancyHealth> {
  const [states, unknownIndices, rejected, queries, extent] = await Promise.all([
    listSyncStates(row.id),
    listUnknownIndices(row.id),
    listRejectedReasons(row.id),
    listSyncQueries(row.id),
    readExtent(row.id),
  ]);
  const { tenantId, name, timeZone, syncEnabled, syncEveryMinutes, syncTypes, backfillDays } = row;
  const wantedFrom = new Date(now.getTime() - backfillDays * DAY_MS);
  const types = new Set([...syncTypes, ...states.map(({ type }) => type)]);
  return {
    ...{ tenantId, name, timeZone, syncEnabled, syncEveryMinutes },
    ...{ unknownIndices, rejected, queries, ...extent },
    connected: isConnected(row),
    sync: SYNC_TYPES.filter((type) => types.has(type)).map((type) => ({
      ...NOT_FETCHED,
      ...states.find((state) => state.type === type),
      ...{ type, wantedFrom },
    })),
  };
}

const NOT_FETCHED: Omit<SyncLine, "type" | "wantedFrom"> = {
  ...{ paused: false, failures: 0, lastError: null, lastReadingAt: null },
  ...{ completeFrom: null, completeUntil: null, lastSuccessAt: null, lastTryAt: null, nextTryAt: null },
};

/**
 * Pauses or resumes the fetching of one type of a tenancy.
 * @throws AppError `forbidden`, `not-found`
 */
export async function pauseHistory(
  actor: Actor,
  { tenantId, type, paused }: z.output<typeof syncPauseSchema>,
): Promise<void> {
  const row = await requireTenancy(actor, tenantId);
  await pauseSync(actor, tenantId, type, paused);
  await transaction((tx) =>
    recordAudit(tx, actor, {
      action: paused ? "sync.paused" : "sync.resumed",
      target: row.name,
      detail: { type: SYNC_TYPE_NAMES[type] },
    }),
  );
}

const when = z.iso.datetime({ offset: true });

export const refetchSchema = z.strictObject({
  tenantId: z.string(),
  type: z.enum(SYNC_TYPES),
  /** Rounded to whole hours, and cut to what the service has. */
  from: when,
  to: when,
});

export const dropRefetchSchema = z.strictObject({ tenantId: z.string(), id: z.string().regex(/^\d{1,18}$/) });

export const stopFetchSchema = z.strictObject({
  tenantId: z.string(),
  type: z.enum(SYNC_TYPES),
  id: z.string(),
});

/**
 * Reads the state of fetching a tenancy's history (GET /api/v1/sync; role admin).
 * @throws AppError `bad-request` on `tenant`, `forbidden`
 */
export async function readSyncOfTenancy(
  actor: Actor,
  query: { tenant?: string | undefined },
): Promise<z.input<NonNullable<typeof readSync.answer>>> {
  requireAccess(actor, "admin");
  const { tenantId } = await resolveTenancy(actor, query.tenant);
  const row = await requireTenancy(actor, tenantId);
  const { backfillDays, dataDelayHours, syncEveryMinutes: everyMinutes } = row;
  const settings = { backfillDays, dataDelayHours, everyMinutes };
  const now = Date.now();
  return {
    enabled: row.syncEnabled,
    connected: isConnected(row),
    types: await Promise.all(
      typesOf(row).map((type) => readSyncView(actor, { tenancyId: row.id, type }, settings, now)),
    ),
  };
}

const typesOf = (row: TenancyRow) => SYNC_TYPES.filter((type) => row.syncTypes.includes(type));

/**
 * Has a period fetched again, its newest part first; the newest hours still come before it. GET /api/v1/sync shows
 * its progress.
 * @returns the period, cut to whole hours of what the service has
 * @throws AppError `forbidden`, `not-found`, `bad-request` on `from` or `to`, `conflict` if the type is not fetched
 */
export async function requestRefetch(
  actor: Actor,
  { tenantId, type, from, to }: z.output<typeof refetchSchema>,
): Promise<{ from: string; to: string }> {
  const row = await requireTenancy(actor, tenantId);
  if (!row.syncEnabled || !isConnected(row) || !typesOf(row).includes(type))
    throw new AppError(
      "conflict",
      "This history is not fetched: it is switched on in the tenancy's settings.",
    );
  const asked = { from: Date.parse(from), to: Date.parse(to) };
  const stretch = cutToFetchable(asked, fetchableSpan(row.dataDelayHours, Date.now()));
  await transaction(async (tx) => {
    await addRequest(tx, actor, { tenancyId: row.id, tenantId, type }, stretch);
    await note(tx, actor, row, "sync.refetch-asked", type, stretch);
  });
  await queueSync(row.id);
  return { from: new Date(stretch.from).toISOString(), to: new Date(stretch.to).toISOString() };
}

function cutToFetchable(asked: Stretch, fetchable: Stretch): Stretch {
  if (asked.from >= asked.to) throw fault("from", "It has to begin before it ends.");
  if (asked.to <= fetchable.from) throw fault("to", "All of it is older than what the service keeps.");
  if (asked.from >= fetchable.to) throw fault("from", "All of it is newer than what the service has.");
  return {
    from: Math.max(Math.floor(asked.from / HOUR_MS) * HOUR_MS, fetchable.from),
    to: Math.min(Math.ceil(asked.to / HOUR_MS) * HOUR_MS, fetchable.to),
  };
}

const fault = (parameter: string, message: string) => new AppError("bad-request", message, { parameter });

function note(
  tx: Parameters<typeof recordAudit>[0],
  actor: Actor,
  row: TenancyRow,
  action: string,
  type: SyncType,
  { from, to }: { from: number | Date; to: number | Date },
): Promise<void> {
  const site = (at: number | Date) => siteDateTime(new Date(at), row.timeZone);
  return recordAudit(tx, actor, {
    action,
    target: row.name,
    detail: { type: SYNC_TYPE_NAMES[type], from: site(from), to: site(to) },
  });
}

/**
 * Withdraws a requested period, and cancels the query that runs for it; what was fetched stays.
 * @throws AppError `forbidden`, `not-found`, `conflict` if it is over
 */
export async function dropRefetch(
  actor: Actor,
  { tenantId, id }: z.output<typeof dropRefetchSchema>,
): Promise<void> {
  const row = await requireTenancy(actor, tenantId);
  const dropped = await transaction(async (tx) => {
    const ask = await dropRequest(tx, actor, row.id, BigInt(id));
    if (!ask) throw new AppError("conflict", "It is over already.");
    const { fromAt: from, remainingTo: to } = ask;
    await note(tx, actor, row, "sync.refetch-dropped", ask.type as SyncType, { from, to });
    return ask;
  });
  const active = await readActiveFetch(actor, row.id, dropped.type as SyncType);
  const isItsOwn =
    active?.purpose === "backfill" && Date.parse(active.filters.to ?? "") === dropped.remainingTo.getTime();
  if (isItsOwn) await cancelQuery(actor, active.id).catch(ignoreOver);
  await queueSync(row.id);
}

/** The query may have ended since it was read. */
function ignoreOver(error: unknown): void {
  if (!(error instanceof AppError) || error.code !== "conflict") throw error;
}

/**
 * Stops the fetch under way. Its period stays a hole and is fetched again after an hour.
 * @throws AppError `forbidden`, `not-found`, `conflict` if it is over
 */
export async function stopFetch(
  actor: Actor,
  { tenantId, type, id }: z.output<typeof stopFetchSchema>,
): Promise<void> {
  const row = await requireTenancy(actor, tenantId);
  const active = await readActiveFetch(actor, row.id, type);
  if (active?.id !== id) throw new AppError("conflict", "The fetch is over already.");
  await cancelQuery(actor, id);
  const { from = "", to = "" } = active.filters;
  await transaction((tx) =>
    note(tx, actor, row, "sync.fetch-stopped", type, { from: new Date(from), to: new Date(to) }),
  );
  await queueSync(row.id);
}
