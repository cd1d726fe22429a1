import "server-only";
import { getPool } from "@/lib/base/db/pool.server";
import { LAST_NOTIFICATION } from "@/lib/base/db/sql-fragments.server";

/** What is known of a tenancy's sources; times as the database has them. */
export type FreshnessFacts = {
  delayHours: number;
  everyMinutes: number;
  backfillDays: number;
  syncEnabled: boolean;
  hasService: boolean;
  hasSecret: boolean;
  lastNotificationAt: Date | null;
  endpointAnsweredAt: string | null;
  accepted: number;
  quarantined: number;
  rejected: number;
  lastRejectedAt: Date | null;
  newestReading: Date | null;
  completeFrom: Date | null;
  completeUntil: Date | null;
  lastSuccessAt: Date | null;
  nextTryAt: Date | null;
  failures: number;
  lastError: string | null;
};

/** Counts look at so many of the newest deliveries at most: a flood must not slow every page down. */
const COUNTED = 10_000;

/**
 * One statement over the sources of a tenancy. Rejected deliveries belong to nobody and are counted for all.
 * @param since from when on deliveries are counted
 * @returns null when there is no such tenancy
 */
export async function readFreshnessFacts(tenancyId: number, since: Date): Promise<FreshnessFacts | null> {
  const { rows } = await getPool().query<FreshnessFacts>(
    `SELECT t.data_delay_hours AS "delayHours", t.sync_every_minutes AS "everyMinutes",
       t.backfill_days AS "backfillDays", t.sync_enabled AS "syncEnabled",
       (t.base_url IS NOT NULL AND t.auth_url IS NOT NULL AND t.client_id IS NOT NULL
         AND t.client_secret IS NOT NULL) AS "hasService",
       EXISTS (SELECT FROM webhook_secrets WHERE tenancy_id = t.id AND retired_at IS NULL) AS "hasSecret",
       ${LAST_NOTIFICATION} AS "lastNotificationAt",
       (SELECT value ->> 'at' FROM settings WHERE key = 'endpoint-answered') AS "endpointAnsweredAt",
       (SELECT count(*)::int FROM notifications WHERE tenancy_id = t.id AND received_at >= $2) AS accepted,
       (SELECT count(*)::int FROM (SELECT tenancy_id, received_at FROM deliveries
          WHERE outcome = 'quarantined' AND set_aside_at IS NULL ORDER BY id DESC LIMIT ${COUNTED}) AS newest
          WHERE tenancy_id = t.id AND received_at >= $2) AS quarantined,
       (SELECT count(*)::int FROM (SELECT received_at FROM deliveries
          WHERE outcome = 'rejected' ORDER BY id DESC LIMIT ${COUNTED}) AS newest
          WHERE received_at >= $2) AS rejected,
       (SELECT received_at FROM deliveries WHERE outcome = 'rejected' ORDER BY id DESC LIMIT 1) AS "lastRejectedAt",
       (SELECT max(last_at) FROM job_areas WHERE tenancy_id = t.id) AS "newestReading",
       s.complete_from AS "completeFrom", s.complete_until AS "completeUntil",
       s.last_success_at AS "lastSuccessAt", s.next_try_at AS "nextTryAt",
       coalesce(s.failures, 0) AS failures, s.last_error AS "lastError"
     FROM tenancies t LEFT JOIN sync_states s ON s.tenancy_id = t.id AND s.type = 'indices'
     WHERE t.id = $1`,
    [tenancyId, since],
  );
  return rows[0] ?? null;
}
