import "server-only";
import { z } from "zod";
import type { AreaLimits } from "@/lib/base/core/area-limits";
import { AppError } from "@/lib/base/core/errors";
import type { IndexName } from "@/lib/base/core/indices";
import { type Transaction, transaction } from "@/lib/base/db/transaction.server";
import type { TenancyRef } from "@/lib/farm/tenancies/contract";
import { resolveTenancy } from "@/lib/farm/tenancies/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { accountIdOf, isPersonOf, requireAccess } from "@/lib/identity/actor/rules";
import { recordAudit } from "@/lib/identity/audit/service.server";
import { lockAlerts, tellAlerts } from "./apply-store.server";
import type { OneAlert } from "./detail-contract";
import { indexOf } from "./evidence";
import { requireSeen } from "./handling.server";
import { insertActions } from "./handling-store.server";
import { deleteAction, findLastAction } from "./history-store.server";
import { type Band, bandBefore, bandPeriod, type MeasuredValue, recoveryOf } from "./recovery";
import {
  findRecoveryAnswer,
  findRecoverySubject,
  hasRecovery,
  listMeasured,
  listOthersOpen,
  listToJudge,
  type RecoveryAnswer,
  type RecoverySubject,
  saveRecovery,
  saveRecoveryAnswer,
} from "./recovery-store.server";

/**
 * After a load of readings: works out which open alerts of its jobs have probably recovered (recovery.ts). Every
 * window hears of a change.
 */
export async function judgeRecoveriesOfJobs(tenancyId: number, jobIds: readonly string[]): Promise<void> {
  for (const alertId of await listToJudge(tenancyId, jobIds))
    await transaction((tx) => judgeRecovery(tx, tenancyId, alertId));
}

/** Works it out for one alert. The alert is taken for this transaction, so that an answer given meanwhile counts. */
export async function judgeRecovery(tx: Transaction, tenancyId: number, alertId: string): Promise<void> {
  await lockAlerts(tx, [`${tenancyId}:${alertId}`]);
  const alert = await findRecoverySubject(tx, tenancyId, alertId);
  if (!alert) return;
  const found = alert.status === "open" ? await foundFor(tx, { tenancyId, alertId, ...alert }) : null;
  if (await saveRecovery(tx, { tenancyId, alertId }, found))
    await tellAlerts(tx, [{ tenantId: alert.tenantId, alertId }]);
}

type Subject = RecoverySubject & { tenancyId: number; alertId: string };

async function foundFor(tx: Transaction, alert: Subject) {
  const { band, values, newest } = await earlierBand(tx, alert, null);
  const recovery = band && newest ? recoveryOf(band, values, { ...alert, newest }) : null;
  return band && recovery ? { ...recovery, ...band.range } : null;
}

/**
 * The band that the index of an alert was in before, with the values that it and a recovery rest on.
 * @param within of the alert's areas only those that lie in it; null for what is asked on nobody's behalf
 */
export async function earlierBand(
  tx: Transaction,
  alert: Subject,
  within: AreaLimits,
): Promise<{ index: IndexName; band: Band | null; values: MeasuredValue[]; newest: Date | null }> {
  const index = indexOf(alert);
  const { from } = bandPeriod(alert.began);
  const { values, newest } = await listMeasured(tx, { ...alert, index, within }, from);
  const others = await listOthersOpen(tx, alert, from);
  const disturbed = others.map((other) => ({ from: other.from, to: other.to ?? alert.began }));
  return { index, band: bandBefore(index, values, alert.began, disturbed, alert.zone), values, newest };
}

/**
 * Somebody says that the plants have recovered (role grower). The alert stays open, because only the service
 * closes it, and asks for nobody until it rises.
 * @throws AppError `forbidden`; `not-found`; `conflict` where nothing is asked any more
 */
export async function confirmRecovery(actor: Actor, input: OneAlert, now = new Date()): Promise<void> {
  await answer(actor, input, "recovery-confirmed", (before) => ({
    ...before,
    recoveryConfirmedAt: now,
    recoveryConfirmedBy: actor.name,
  }));
}

/**
 * Somebody says that they have not (role grower): asked again only when the index has left its band and come back.
 * @throws as `confirmRecovery`
 */
export async function denyRecovery(actor: Actor, input: OneAlert, now = new Date()): Promise<void> {
  await answer(actor, input, "recovery-denied", (before) => ({ ...before, recoveryDeniedAt: now }));
}

async function answer(
  actor: Actor,
  input: OneAlert,
  action: "recovery-confirmed" | "recovery-denied",
  change: (before: RecoveryAnswer) => RecoveryAnswer,
): Promise<void> {
  await act(actor, input, async (tx, tenancy, { confirmedAt }) => {
    const { alertId } = input;
    if (confirmedAt) throw new AppError("conflict", "Somebody has confirmed it meanwhile.");
    if (!(await hasRecovery(tx, tenancy.id, alertId)))
      throw new AppError("conflict", "Its index has left the band meanwhile: nothing is asked any more.");
    const before = await findRecoveryAnswer(tx, tenancy.id, alertId);
    await saveRecoveryAnswer(tx, tenancy.id, alertId, change(before));
    const detail = { before: JSON.parse(JSON.stringify(before)) };
    await insertActions(tx, {
      tenancyId: tenancy.id,
      alertIds: [alertId],
      actor: actor.name,
      actorId: accountIdOf(actor),
      action,
      detail,
    });
    return `alert.${action}`;
  });
}

const answerBefore = z.object({
  before: z.object({
    recoveryConfirmedAt: z.coerce.date().nullable(),
    recoveryConfirmedBy: z.string().nullable(),
    recoveryDeniedAt: z.coerce.date().nullable(),
  }),
});

/**
 * Takes back the actor's own answer (role grower): what was before stands again.
 * @throws AppError `forbidden`; `not-found`; `conflict` where somebody else answered last, or nobody did
 */
export async function undoRecoveryAnswer(actor: Actor, input: OneAlert): Promise<void> {
  await act(actor, input, async (tx, tenancy) => {
    const acts = ["recovery-confirmed", "recovery-denied"] as const;
    const last = await findLastAction(tx, tenancy.id, input.alertId, acts);
    const parsed = answerBefore.safeParse(last?.detail);
    if (!last || !isPersonOf(actor, last.actorId) || !parsed.success)
      throw new AppError("conflict", "The last answer is not yours to take back.");
    await saveRecoveryAnswer(tx, tenancy.id, input.alertId, parsed.data.before);
    await deleteAction(tx, tenancy.id, last.id);
    return `alert.${last.action}-undone`;
  });
}

/** One change of one alert: the alert is taken, the change made, what it is called written down, everybody told. */
async function act(
  actor: Actor,
  { tenant, alertId }: OneAlert,
  change: (tx: Transaction, tenancy: TenancyRef, alert: RecoverySubject) => Promise<string>,
): Promise<void> {
  requireAccess(actor, "grower");
  const tenancy = await resolveTenancy(actor, tenant);
  await transaction(async (tx) => {
    await lockAlerts(tx, [`${tenancy.id}:${alertId}`]);
    await requireSeen(tx, tenancy, alertId);
    const alert = await findRecoverySubject(tx, tenancy.id, alertId);
    if (!alert) throw new AppError("not-found", `No alert has the id ${alertId}.`);
    const action = await change(tx, tenancy, alert);
    await recordAudit(tx, actor, { action, target: alertId, detail: { tenantId: tenancy.tenantId } });
    await tellAlerts(tx, [{ tenantId: tenancy.tenantId, alertId }]);
    await judgeRecovery(tx, tenancy.id, alertId);
  });
}
