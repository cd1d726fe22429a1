import "server-only";
import { groupBy } from "@/lib/core/group-by";
import { transaction } from "@/lib/db/transaction.server";
import { lockAlerts, tellAlerts } from "./apply-store.server";
import { inferPlaces, listAlertIdsOfJobs, listUnplaced } from "./place-store.server";

const AT_ONCE = 500;
const CATCH_UP_MS = 7 * 86_400_000;

/**
 * Works out anew where alerts are: by the area that a plant alert names, else by the readings of its job
 * around its time. An alert whose job is not known has no place.
 * @param wanted alerts by their own ids, or by those of their jobs
 */
export async function placeAlerts(
  tenancyId: number,
  wanted: { alertIds: readonly string[] } | { jobIds: readonly string[] },
): Promise<void> {
  const alertIds =
    "alertIds" in wanted ? wanted.alertIds : await listAlertIdsOfJobs(tenancyId, wanted.jobIds);
  for (let start = 0; start < alertIds.length; start += AT_ONCE)
    await placeSome(tenancyId, alertIds.slice(start, start + AT_ONCE));
}

/** After a load of readings: the alerts of the jobs that it held. */
export async function placeAlertsOfJobs(tenancyId: number, jobIds: readonly string[]): Promise<void> {
  await placeAlerts(tenancyId, { jobIds });
}

/** Places what a process that ended in between left without a place; quick when there is nothing. */
export async function placeUnplaced(now: Date): Promise<void> {
  const found = await listUnplaced(new Date(now.getTime() - CATCH_UP_MS));
  for (const [tenancyId, alerts] of groupBy(found, (alert) => alert.tenancyId))
    await placeAlerts(tenancyId, { alertIds: alerts.map(({ alertId }) => alertId) });
}

async function placeSome(tenancyId: number, alertIds: readonly string[]): Promise<void> {
  await transaction(async (tx) => {
    await lockAlerts(
      tx,
      alertIds.map((alertId) => `${tenancyId}:${alertId}`),
    );
    await tellAlerts(tx, await inferPlaces(tx, tenancyId, alertIds));
  });
}
