import "server-only";
import { Prisma } from "@/generated/prisma/client";
import { rowsToText } from "@/lib/base/core/rows-to-text";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { LAST_NOTIFICATION } from "@/lib/base/db/sql-fragments.server";
import type { Freshness } from "./contract";

/** The facts about a tenancy's sources by the members of `Freshness`, and what the backfill is judged by. */
export type FreshnessFacts = Omit<Freshness["notifications"], "connected" | "diskFullSince"> &
  Omit<Freshness["readings"], "connected" | "backfill"> & {
    hasSecret: boolean;
    hasService: boolean;
    backfillDays: number;
    completeFrom: string | null;
    completeUntil: string | null;
  };

/** When readings are fetched next: without a time they are due, at the latest in the minute after. */
const NEXT_TRY = Prisma.sql`coalesce(s.next_try_at, CASE WHEN t.sync_enabled AND t.base_url IS NOT NULL
  AND t.auth_url IS NOT NULL AND t.client_id IS NOT NULL AND t.client_secret IS NOT NULL AND NOT coalesce(s.paused, false)
  THEN greatest(now(), s.held_until) END)`;

/** Counts cover this many of the newest deliveries at most, so that a flood slows no page down. */
const MAX_COUNTED = 10_000;

/**
 * One statement over the sources of tenancies, by id. Rejected deliveries belong to nobody and are counted for all.
 * @param since from when on deliveries are counted
 */
export async function readFreshnessFacts(
  tenancyIds: readonly number[],
  since: Date,
): Promise<Map<number, FreshnessFacts>> {
  const isCounted = Prisma.sql`received_at >= ${since.toISOString()}::timestamptz`;
  const rows = await getPrisma().$queryRaw<{ id: number }[]>`
    WITH quarantined AS MATERIALIZED (
      SELECT tenancy_id, count(*)::int AS count FROM (SELECT tenancy_id, received_at FROM deliveries
        WHERE outcome = 'quarantined' AND set_aside_at IS NULL ORDER BY id DESC LIMIT ${MAX_COUNTED}) AS newest
      WHERE ${isCounted} GROUP BY tenancy_id
    )
    SELECT t.id, t.data_delay_hours AS "delayHours", t.sync_every_minutes AS "everyMinutes",
      t.backfill_days AS "backfillDays", t.sync_enabled AS "syncEnabled",
      (t.base_url IS NOT NULL AND t.auth_url IS NOT NULL AND t.client_id IS NOT NULL
        AND t.client_secret IS NOT NULL) AS "hasService",
      EXISTS (SELECT FROM webhook_secrets WHERE tenancy_id = t.id AND retired_at IS NULL) AS "hasSecret",
      ${Prisma.raw(LAST_NOTIFICATION)} AS "lastAt",
      (SELECT (value ->> 'at')::timestamptz FROM settings WHERE key = 'endpoint-answered') AS "endpointAnsweredAt",
      (SELECT count(*)::int FROM notifications WHERE tenancy_id = t.id AND ${isCounted}) AS "accepted24h",
      coalesce((SELECT count FROM quarantined WHERE tenancy_id = t.id), 0) AS "quarantined24h",
      (SELECT count(*)::int FROM (SELECT received_at FROM deliveries
         WHERE outcome = 'rejected' ORDER BY id DESC LIMIT ${MAX_COUNTED}) AS newest
         WHERE ${isCounted}) AS "rejected24h",
      (SELECT received_at FROM deliveries WHERE outcome = 'rejected' ORDER BY id DESC LIMIT 1) AS "lastRejectedAt",
      (SELECT max(last_at) FROM job_areas WHERE tenancy_id = t.id) AS until,
      s.complete_from AS "completeFrom", s.complete_until AS "completeUntil",
      s.last_success_at AS "lastSuccessAt", ${NEXT_TRY} AS "nextTryAt",
      coalesce(s.failures, 0) AS failures, s.last_error AS "lastError"
    FROM tenancies t LEFT JOIN sync_states s ON s.tenancy_id = t.id AND s.type = 'indices'
    WHERE t.id = ANY(${[...tenancyIds]}::int[])`;
  return new Map(rowsToText(rows).map(({ id, ...facts }) => [id, facts as unknown as FreshnessFacts]));
}
