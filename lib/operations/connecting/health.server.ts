import "server-only";
import { z } from "zod";
import { DAY_MS } from "@/lib/base/core/time";
import { transaction } from "@/lib/base/db/transaction.server";
import { SYNC_TYPE_NAMES, SYNC_TYPES, type SyncType } from "@/lib/farm/tenancies/contract";
import { listTenancyRows, type TenancyRow } from "@/lib/farm/tenancies/store.server";
import { pauseSync } from "@/lib/history/sync/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import { recordAudit } from "@/lib/identity/audit/service.server";
import { requireTenancy } from "./admin.server";
import type { SyncLine, TenancyHealth } from "./health";
import {
  listRejectedReasons,
  listSyncQueries,
  listSyncStates,
  listUnknownIndices,
  readExtent,
  type SyncStateRow,
} from "./health-store.server";

export const syncPauseSchema = z.strictObject({
  tenantId: z.string(),
  type: z.enum(SYNC_TYPES),
  paused: z.boolean(),
});

/**
 * How the history of every tenancy stands, oldest tenancy first (role admin).
 * @param now the clock, for how far back history is to reach
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
  const { tenantId, name, timeZone, syncEnabled, dataDelayHours, syncEveryMinutes } = row;
  const types = new Set([...row.syncTypes, ...states.map(({ type }) => type)]);
  return {
    ...{ tenantId, name, timeZone, syncEnabled, dataDelayHours, unknownIndices, rejected, queries },
    connected: Boolean(row.baseUrl && row.authUrl && row.clientId && row.clientSecret),
    everyMinutes: syncEveryMinutes,
    areas: extent.areas,
    readings: { oldest: textOf(extent.oldest), newest: textOf(extent.newest) },
    sync: SYNC_TYPES.filter((type) => types.has(type)).map((type) =>
      toLine(
        type,
        states.find((state) => state.type === type),
        new Date(now.getTime() - row.backfillDays * DAY_MS),
      ),
    ),
  };
}

const textOf = (at: Date | null | undefined) => at?.toISOString() ?? null;

function toLine(type: SyncType, state: SyncStateRow | undefined, wantedFrom: Date): SyncLine {
  return {
    type,
    paused: state?.paused ?? false,
    lastReadingAt: textOf(state?.lastReadingAt),
    completeFrom: textOf(state?.completeFrom),
    completeUntil: textOf(state?.completeUntil),
    wantedFrom: wantedFrom.toISOString(),
    lastSuccessAt: textOf(state?.lastSuccessAt),
    lastTryAt: textOf(state?.lastTryAt),
    nextTryAt: textOf(state?.nextTryAt),
    failures: state?.failures ?? 0,
    lastError: state?.lastError ?? null,
  };
}

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
