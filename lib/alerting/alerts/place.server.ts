import "server-only";
import { groupBy } from "@/lib/base/core/group-by";
import { DAY_MS } from "@/lib/base/core/time";
import { transaction } from "@/lib/base/db/transaction.server";
import { lockAlerts, tellAlerts } from "./apply-store.server";
import { inferPlaces, listAlertIdsOfJobs, listOfSameAreas, listUnplaced } from "./place-store.server";

const AT_ONCE = 500;
const CATCH_UP_MS = 7 * DAY_MS;

/**
 * Works out anew where alerts are: by the control area that a plant alert names, once its id is known, else by the
 * readings of its job around its time. An alert of which neither is known has no place. Alerts with the same control
 * area follow where one changed.
 * @param wanted alerts by their own ids, or by those of their jobs
 */
export async function placeAlerts(
  tenancyId: number,
  wanted: { alertIds: readonly string[] } | { jobIds: readonly string[] },
): Promise<void> {
  const alertIds =
    "alertIds" in wanted ? wanted.alertIds : await listAlertIdsOfJobs(tenancyId, wanted.jobIds);
  const changed = await placeInSlices(tenancyId, alertIds);
  if (changed.length > 0) await placeInSlices(tenancyId, await listOfSameAreas(tenancyId, changed));
}

async function placeInSlices(tenancyId: number, alertIds: readonly string[]): Promise<string[]> {
  const changed: string[] = [];
  for (let start = 0; start < alertIds.length; start += AT_ONCE)
    changed.push(...(await placeSome(tenancyId, alertIds.slice(start, start + AT_ONCE))));
  return changed;
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

/** @returns the alerts whose places changed */
async function placeSome(tenancyId: number, alertIds: readonly string[]): Promise<string[]> {
  return transaction(async (tx) => {
    await lockAlerts(
      tx,
      alertIds.map((alertId) => `${tenancyId}:${alertId}`),
    );
    const changed = await inferPlaces(tx, tenancyId, alertIds);
    await tellAlerts(tx, changed);
    return changed.map(({ alertId }) => alertId);
  });
}
