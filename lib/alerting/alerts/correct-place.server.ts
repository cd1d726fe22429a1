import "server-only";
import { isOpen } from "@/lib/base/core/area-limits";
import { AppError } from "@/lib/base/core/errors";
import { type Transaction, transaction } from "@/lib/base/db/transaction.server";
import type { Scope } from "@/lib/farm/tenancies/contract";
import { resolveTenancy } from "@/lib/farm/tenancies/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { accountIdOf, requireAccess } from "@/lib/identity/actor/rules";
import { recordAudit } from "@/lib/identity/audit/service.server";
import { lockAlerts, tellAlerts } from "./apply-store.server";
import type { PlaceInput } from "./detail-contract";
import { requireSeen } from "./handling.server";
import { insertActions } from "./handling-store.server";
import { findAreas, inferPlaces, listPlaces, replacePlaces } from "./place-store.server";
import { judgeRecovery } from "./recovery.server";

/** What an undo hands in again: the areas that a person had named before, or null for what the readings say. */
type Before = { paths: string[] | null };

/**
 * Says where an alert is (role grower): in the areas named, or (`paths` null) where the readings of its job are.
 * The area tree and every list follow. Who is limited to some areas moves it among these; where else it is stays.
 * @returns what was before, for an undo
 * @throws AppError `forbidden`; `not-found` when the alert is unknown; `bad-request` on `paths` for an unknown area
 */
export async function correctPlace(actor: Actor, input: PlaceInput): Promise<Before> {
  requireAccess(actor, "grower");
  const tenancy = await resolveTenancy(actor, input.tenant);
  const { id: tenancyId, tenantId, within } = tenancy;
  const { alertId, paths } = input;
  return transaction(async (tx) => {
    await lockAlerts(tx, [`${tenancyId}:${alertId}`]);
    await requireSeen(tx, tenancy, alertId);
    const before = await listPlaces(tx, tenancyId, alertId);
    const elsewhere = before.map(({ path }) => path).filter((path) => !isOpen(within, path));
    const wanted = [
      ...(await idsOf(tx, tenancy, paths ?? [])),
      ...(await areaIdsOf(tx, tenancyId, elsewhere)),
    ];
    await replacePlaces(tx, tenancyId, alertId, wanted);
    if (paths === null) await inferPlaces(tx, tenancyId, [alertId]);
    const after = await listPlaces(tx, tenancyId, alertId);
    const by = paths === null ? "readings" : "person";
    const detail = { before: before.map(({ path }) => path), after: after.map(({ path }) => path), by };
    const person = { actor: actor.name, actorId: accountIdOf(actor) };
    await insertActions(tx, { tenancyId, alertIds: [alertId], ...person, action: "placed", detail });
    const words = { tenantId, before: detail.before.join(", "), after: detail.after.join(", "), by };
    await recordAudit(tx, actor, { action: "alert.placed", target: alertId, detail: words });
    await tellAlerts(tx, [{ tenantId, alertId }]);
    await judgeRecovery(tx, tenancyId, alertId);
    const corrected = before.some(({ certainty }) => certainty === "corrected");
    return { paths: corrected ? detail.before.filter((path) => isOpen(within, path)) : null };
  });
}

/** The ids of the areas that a person names: only those that they may see. */
async function idsOf(tx: Transaction, { id, within }: Scope, paths: readonly string[]): Promise<number[]> {
  const areas = (await findAreas(tx, id, paths)).filter(({ path }) => isOpen(within, path));
  const unknown = paths.find((path) => !areas.some((area) => area.path === path));
  if (unknown !== undefined)
    throw new AppError("bad-request", `No control area has the path ${unknown}.`, { parameter: "paths" });
  return areas.map(({ id }) => id);
}

async function areaIdsOf(tx: Transaction, tenancyId: number, paths: readonly string[]): Promise<number[]> {
  return (await findAreas(tx, tenancyId, paths)).map(({ id }) => id);
}
