import "server-only";
import { z } from "zod";
import type { AreaLimits } from "@/lib/base/core/area-limits";
import { AppError } from "@/lib/base/core/errors";
import type { IndexName } from "@/lib/base/core/indices";
import { type Transaction, transaction } from "@/lib/base/db/transaction.server";
import type { TenancyRef } from "@/lib/farm/tenancies/contract";
import { requireTenancy } from "@/lib/farm/tenancies/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { isPersonOf } from "@/lib/identity/actor/rules";
import { type AlertKey, lockAlerts, publishAlertChanges } from "./apply-store.server";
import type { OneAlert } from "./detail-contract";
import { evidenceIndex } from "./evidence";
import { recordAct, recordChange, requireSeen, unknownAlert } from "./handling.server";
import { deleteAction, findLastAction } from "./history-store.server";
import { type Band, bandBefore, bandPeriod, detectRecovery, type MeasuredValue } from "./recovery";
import {
  findRecoverySubject,
  listMeasured,
  listOthersOpen,
  listToJudge,
  type RecoveryAnswer,
  type RecoverySubject,
  saveRecovery,
  saveRecoveryAnswer,
} from "./recovery-store.server";

/** Judges the open alerts of growth jobs whose readings were just loaded, and publishes the changes. */
export async function judgeRecoveriesOfJobs(tenancyId: number, jobIds: readonly string[]): Promise<void> {
  for (const alertId of await listToJudge(tenancyId, jobIds))
    await transaction((tx) => judgeRecovery(tx, { tenancyId, alertId }));
}

/** Judges one alert and stores the result. Locks the alert, so that an answer given meanwhile counts. */
export async function judgeRecovery(tx: Transaction, key: AlertKey): Promise<void> {
  await lockAlerts(tx, [`${key.tenancyId}:${key.alertId}`]);
  const alert = await findRecoverySubject(tx, key);
  if (!alert) return;
  const found = alert.status === "open" ? await findRecovery(tx, alert) : null;
  if (await saveRecovery(tx, key, found)) await publishAlertChanges(tx, [alert]);
}

async function findRecovery(tx: Transaction, alert: RecoverySubject) {
  const { band, values, newest } = await readEarlierBand(tx, alert, null);
  const recovery = band && newest ? detectRecovery(band, values, { ...alert, newest }) : null;
  return band && recovery ? { ...recovery, ...band.range } : null;
}

/**
 * The earlier band of an alert's index, with the measured values since the beginning of the band's period.
 * @param within limits the alert's areas; null for background jobs
 */
export async function readEarlierBand(
  tx: Transaction,
  alert: RecoverySubject,
  within: AreaLimits,
): Promise<{ index: IndexName; band: Band | null; values: MeasuredValue[]; newest: Date | null }> {
  const index = evidenceIndex(alert);
  const { from } = bandPeriod(alert.began);
  const { values, newest } = await listMeasured(tx, { ...alert, index, within }, from);
  const others = await listOthersOpen(tx, alert, from);
  const disturbed = others.map((other) => ({ from: other.from, to: other.to ?? alert.began }));
  return { index, band: bandBefore(index, values, alert.began, disturbed, alert.zone), values, newest };
}

/**
 * Confirms a probable recovery (role grower). The alert stays open, because only the service closes it, but needs no
 * attention until it rises.
 * @throws AppError `forbidden`; `not-found`; `conflict` if the recovery is no longer claimed
 */
export async function confirmRecovery(actor: Actor, input: OneAlert, now = new Date()): Promise<void> {
  await answer(actor, input, "recovery-confirmed", (before) => ({
    ...before,
    recoveryConfirmedAt: now,
    recoveryConfirmedBy: actor.name,
  }));
}

/**
 * Denies a probable recovery (role grower). The question returns only after the index left its band and came back.
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
  await act(actor, input, async (tx, tenancy, alert) => {
    if (alert.confirmedAt) throw new AppError("conflict", "Somebody has confirmed it meanwhile.");
    if (!alert.isProbable)
      throw new AppError("conflict", "Its index has left the band meanwhile: nothing is asked any more.");
    const { recoveryConfirmedAt, recoveryConfirmedBy, recoveryDeniedAt } = alert;
    const before = { recoveryConfirmedAt, recoveryConfirmedBy, recoveryDeniedAt };
    await saveRecoveryAnswer(tx, alert, change(before));
    const detail = { before: JSON.parse(JSON.stringify(before)) };
    await recordAct(tx, actor, tenancy, action, [alert.alertId], () => detail);
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
 * Undoes the actor's own answer about a recovery (role grower).
 * @throws AppError `forbidden`; `not-found`; `conflict` if somebody else answered last, or nobody did
 */
export async function undoRecoveryAnswer(actor: Actor, input: OneAlert): Promise<void> {
  await act(actor, input, async (tx, tenancy, alert) => {
    const last = await findLastAction(tx, alert, ["recovery-confirmed", "recovery-denied"]);
    const parsed = answerBefore.safeParse(last?.detail);
    if (!last || !isPersonOf(actor, last.actorId) || !parsed.success)
      throw new AppError("conflict", "The last answer is not yours to take back.");
    await saveRecoveryAnswer(tx, alert, parsed.data.before);
    await deleteAction(tx, tenancy.id, last.id);
    await recordChange(tx, actor, tenancy, `alert.${last.action}-undone`, [alert.alertId]);
  });
}

/** Locks one alert, changes it and judges its recovery again, in one transaction. */
async function act(
  actor: Actor,
  { tenant, alertId }: OneAlert,
  change: (tx: Transaction, tenancy: TenancyRef, alert: RecoverySubject) => Promise<void>,
): Promise<void> {
  const tenancy = await requireTenancy(actor, "grower", tenant);
  await transaction(async (tx) => {
    const key = { tenancyId: tenancy.id, alertId };
    await lockAlerts(tx, [`${tenancy.id}:${alertId}`]);
    await requireSeen(tx, tenancy, alertId);
    const alert = await findRecoverySubject(tx, key);
    if (!alert) throw unknownAlert(alertId);
    await change(tx, tenancy, alert);
    await judgeRecovery(tx, key);
  });
}
