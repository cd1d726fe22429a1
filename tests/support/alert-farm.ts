import type { TestApp } from "./app";
import { addAreas } from "./history";

/** An alert as it stands in the database. */
export type GivenAlert = {
  id: string;
  job?: string;
  paths: string[];
  rank?: number;
  type?: "HEALTH" | "PRODUCTIVITY";
  /** Minutes. */
  began?: number;
  changed?: number;
  status?: "open" | "closed";
  /** Who acknowledged it. */
  by?: string;
  /** Who it is assigned to. */
  owner?: string;
  snoozed?: boolean;
  category?: string;
};

/** An instant some minutes after the first. RFC 3339 UTC. */
export const minute = (n: number) => new Date(Date.UTC(2026, 10, 20) + n * 60_000).toISOString();
const SEVERITIES = [null, "LOW", "MEDIUM", "HIGH"];
let farms = 0;

/** A tenancy of its own with these alerts. */
export async function addAlertFarm(
  app: TestApp,
  alerts: readonly GivenAlert[],
): Promise<{ id: number; tenant: string }> {
  const tenant = `FARM ${farms++}`;
  const id = await app.addTenancy(tenant);
  await addAreas(app.pool, id, [...new Set(alerts.flatMap(({ paths }) => paths))]);
  for (const one of alerts) {
    const { rank = 1, job = "JOB", type = "HEALTH", began = 0, status = "open", category } = one;
    await app.pool.query(
      `INSERT INTO alerts (tenancy_id, alert_id, shape, type, severity, rank, status, first_event_at, last_event_at, closed_at,
         job_id, incomplete, notifications, category)
       VALUES ($1, $2, 'alert', $3, $4, $5, $6, $7, $8, CASE WHEN $6 = 'closed' THEN $8::timestamptz END, $9, false, 1, $10)`,
      [
        ...[id, one.id, category ? null : type, category ? null : SEVERITIES[rank], rank, status],
        ...[minute(began), minute(one.changed ?? began), job, category ?? null],
      ],
    );
    await app.pool.query(
      `INSERT INTO alert_places (tenancy_id, alert_id, area_id, certainty)
       SELECT tenancy_id, $2, id, 'inferred' FROM control_areas WHERE tenancy_id = $1 AND path = ANY($3)`,
      [id, one.id, one.paths],
    );
    if (one.by || one.owner || one.snoozed)
      await app.pool.query(
        `INSERT INTO alert_handlings (tenancy_id, alert_id, acknowledged_at, acknowledged_by, acknowledged_rank, owner,
           snoozed_at, snoozed_by, snoozed_rank)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [
          ...[id, one.id, ...(one.by ? [new Date(), one.by, rank] : [null, null, null]), one.owner ?? null],
          ...(one.snoozed ? [new Date(), "R. Bakker", rank] : [null, null, null]),
        ],
      );
  }
  return { id, tenant };
}
