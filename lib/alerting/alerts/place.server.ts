import "server-only";
import { isOpen } from "@/lib/base/core/area-limits";
import { AppError } from "@/lib/base/core/errors";
import { groupBy } from "@/lib/base/core/group-by";
import { DAY_MS } from "@/lib/base/core/time";
import { type Transaction, transaction } from "@/lib/base/db/transaction.server";
import type { Scope } from "@/lib/farm/tenancies/contract";
import { requireTenancy } from "@/lib/farm/tenancies/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { lockAlerts, publishAlertChanges } from "./apply-store.server";
import type { PlaceInput } from "./detail-contract";
import { recordAct, requireSeen } from "./handling.server";
import {
  findAreas,
  inferPlaces,
  listAlertIdsOfJobs,
  listPlaces,
  listUnplaced,
  listWithSameControlAreas,
  replacePlaces,
} from "./place-store.server";
import { judgeRecovery } from "./recovery.server";

/** Alerts placed in one transaction. */
const BATCH_SIZE = 500;
const CATCH_UP_MS = 7 * DAY_MS;

/**
 * Infers the places of alerts: the control area that a plant alert names, once its id is known, else the areas with
 * readings of its job around its time (docs/spec/product.md "Places"). After a change, alerts with the same control area
 * are placed again.
 */
export async function placeAlerts(
  tenancyId: number,
  { alertIds }: { alertIds: readonly string[] },
): Promise<void> {
  const changed = await placeInBatches(tenancyId, alertIds);
  if (changed.length > 0) await placeInBatches(tenancyId, await listWithSameControlAreas(tenancyId, changed));
}

/** Places the alerts of growth jobs whose readings were just loaded. */
export async function placeAlertsOfJobs(tenancyId: number, jobIds: readonly string[]): Promise<void> {
  await placeAlerts(tenancyId, { alertIds: await listAlertIdsOfJobs(tenancyId, jobIds) });
}

/** Places alerts of the last seven days that a process did not place before it ended. */
export async function placeUnplaced(now: Date): Promise<void> {
  const found = await listUnplaced(new Date(now.getTime() - CATCH_UP_MS));
  for (const [tenancyId, alerts] of groupBy(found, (alert) => alert.tenancyId))
    await placeAlerts(tenancyId, { alertIds: alerts.map(({ alertId }) => alertId) });
}

/**
 * Corrects the place of an alert (role grower) to the areas named, or (`paths` null) to those inferred.
 * An actor with limits changes only places within these.
 * @returns the input that undoes it: the areas named before, null where the place was inferred
 * @throws AppError `forbidden`; `not-found` when the alert is unknown; `bad-request` on `paths` for an unknown area
 */
export async function correctPlace(actor: Actor, input: PlaceInput): Promise<{ paths: string[] | null }> {
  const tenancy = await requireTenancy(actor, "grower", input.tenant);
  const { id: tenancyId, within } = tenancy;
  const { alertId, paths } = input;
  const key = { tenancyId, alertId };
  return transaction(async (tx) => {
    await lockAlerts(tx, [`${tenancyId}:${alertId}`]);
    await requireSeen(tx, tenancy, alertId);
    const found = await listPlaces(tx, key);
    const before = found.map(({ path }) => path);
    const hidden = before.filter((path) => !isOpen(within, path));
    const wanted = [
      ...(await requireAreas(tx, tenancy, paths ?? [])),
      ...(await findAreas(tx, tenancyId, hidden)),
    ];
    const areaIds = wanted.map(({ id }) => id);
    await replacePlaces(tx, key, areaIds);
    if (paths === null) await inferPlaces(tx, tenancyId, [alertId]);
    const after = (await listPlaces(tx, key)).map(({ path }) => path);
    const by = paths === null ? "readings" : "person";
    const inWords = { before: before.join(", "), after: after.join(", "), by };
    await recordAct(tx, actor, tenancy, "placed", [alertId], () => ({ before, after, by }), inWords);
    await judgeRecovery(tx, key);
    const wasCorrected = found.some(({ certainty }) => certainty === "corrected");
    return { paths: wasCorrected ? before.filter((path) => isOpen(within, path)) : null };
  });
}

/** @throws AppError `bad-request` on `paths` for an area that is unknown or not the actor's to see */
async function requireAreas(tx: Transaction, { id, within }: Scope, paths: readonly string[]) {
  const areas = (await findAreas(tx, id, paths)).filter(({ path }) => isOpen(within, path));
  const unknown = paths.find((path) => !areas.some((area) => area.path === path));
  if (unknown !== undefined)
    throw new AppError("bad-request", `No control area has the path ${unknown}.`, { parameter: "paths" });
  return areas;
}

/** @returns the alerts whose places changed */
async function placeInBatches(tenancyId: number, alertIds: readonly string[]): Promise<string[]> {
  const changed: string[] = [];
  for (let start = 0; start < alertIds.length; start += BATCH_SIZE)
    changed.push(...(await placeBatch(tenancyId, alertIds.slice(start, start + BATCH_SIZE))));
  return changed;
}

async function placeBatch(tenancyId: number, alertIds: readonly string[]): Promise<string[]> {
  return transaction(async (tx) => {
    await lockAlerts(
      tx,
      alertIds.map((alertId) => `${tenancyId}:${alertId}`),
    );
    const changed = await inferPlaces(tx, tenancyId, alertIds);
    await publishAlertChanges(tx, changed);
    return changed.map(({ alertId }) => alertId);
  });
}
