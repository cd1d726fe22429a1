import "server-only";
import { AppError } from "@/lib/base/core/errors";
import { DAY_MS, MINUTE_MS } from "@/lib/base/core/time";
import { type Transaction, transaction } from "@/lib/base/db/transaction.server";
import type { AnswerOf, QueryOf } from "@/lib/base/request/endpoint";
import type { Scope, TenancyRef } from "@/lib/farm/tenancies/contract";
import { requireTenancy } from "@/lib/farm/tenancies/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { accountIdOf, requireAccess } from "@/lib/identity/actor/rules";
import { recordAudit } from "@/lib/identity/audit/service.server";
import { listOwnerNames } from "@/lib/identity/users/service.server";
import { lockAlerts, publishAlertChanges } from "./apply-store.server";
import type { AlertAct, listOwners } from "./contract";
import type { OneAlert } from "./detail-contract";
import {
  type AcknowledgeInput,
  type ActOnSites,
  type AssignInput,
  acknowledged,
  assigned,
  type HandledAlert,
  type Handling,
  type NotesInput,
  released,
  type SelectedAlerts,
  type SiteOutcome,
  type SnoozeInput,
  snoozed,
  UNDONE_BY,
  undone,
  unsnoozed,
} from "./handling";
import {
  type ActDetail,
  deleteLastNote,
  findHandled,
  findLastActs,
  insertActions,
  insertNotes,
  saveHandlings,
} from "./history-store.server";

/** The alerts that an act changed. */
type Changed = { alertIds: string[] };

const MAX_SNOOZE_MS = 31 * DAY_MS;
/** Later, others may have read the note and acted on it. */
const NOTE_UNDO_MS = 10 * MINUTE_MS;

/**
 * Acknowledges alerts (role grower), for a chosen owner, else for whom each is assigned to, else for oneself; those whose
 * acknowledgement still counts are skipped, also by the note.
 * @returns the alerts that changed; `kept`: whose each alert stays that was assigned to somebody else
 * @throws AppError `forbidden`; `bad-request` on `owner`; `not-found` when one of the alerts is unknown or not in the
 * actor's areas, and then nothing changes
 */
export async function acknowledge(
  actor: Actor,
  input: AcknowledgeInput,
  now = new Date(),
): Promise<Changed & { kept?: string[] }> {
  const owner = input.owner === undefined ? null : await checkOwner(actor, input);
  const act = { by: actor.name, at: now.toISOString() };
  const changed = await changeHandlings(actor, input, {
    action: "acknowledged",
    detail: ({ owner }) => ({ owner }),
    note: input.note,
    change: (alert) => acknowledged(alert, act, owner),
  });
  const kept = changed.flatMap((one) =>
    owner === null && one.owner !== actor.name ? (one.owner ?? []) : [],
  );
  return { alertIds: changed.map(({ alertId }) => alertId), ...(kept.length > 0 && { kept }) };
}

/**
 * Ends the acknowledgement of alerts (role grower), whoever acknowledged them.
 * @throws as `acknowledge`
 */
export function release(actor: Actor, input: SelectedAlerts): Promise<Changed> {
  return handle(actor, input, { action: "acknowledgement-undone", change: released });
}

/**
 * Assigns alerts (role grower) to an active grower or admin, by name.
 * @throws as `acknowledge`
 */
export async function assign(actor: Actor, input: AssignInput): Promise<Changed> {
  const owner = await checkOwner(actor, input);
  return handle(actor, input, {
    action: "owner-set",
    detail: () => ({ owner }),
    change: (alert) => assigned(alert, owner),
  });
}

/**
 * Snoozes open alerts that are not acknowledged (role grower), until a time or until they get worse.
 * @throws AppError `bad-request` on `until` when it is past or more than 31 days away; else as `acknowledge`
 */
export async function snooze(actor: Actor, input: SnoozeInput, now = new Date()): Promise<Changed> {
  requireAccess(actor, "grower");
  const { until } = input;
  const length = until ? until.getTime() - now.getTime() : 1;
  if (length <= 0) throw new AppError("bad-request", "The time is past.", { parameter: "until" });
  if (length > MAX_SNOOZE_MS)
    throw new AppError("bad-request", "An alert can be put away for 31 days at most.", {
      parameter: "until",
    });
  const end = until?.toISOString() ?? null;
  const act = { by: actor.name, at: now.toISOString() };
  return handle(actor, input, {
    action: "snoozed",
    detail: () => ({ until: end }),
    change: (alert) => snoozed(alert, act, end),
  });
}

/**
 * Ends the snooze of alerts (role grower).
 * @throws as `acknowledge`
 */
export function unsnooze(actor: Actor, input: SelectedAlerts): Promise<Changed> {
  return handle(actor, input, { action: "woken", change: unsnoozed });
}

/**
 * Undoes the actor's own last act on alerts (role grower), unless somebody acted since.
 * @returns the alerts whose act was undone
 * @throws as `acknowledge`
 */
export async function undoLastAct(actor: Actor, input: SelectedAlerts): Promise<Changed> {
  const tenancy = await requireTenancy(actor, "grower", input.tenant);
  return transaction(async (tx) => {
    await lockHandled(tx, tenancy, input.alertIds);
    const alertIds: string[] = [];
    for (const last of await findLastActs(tx, tenancy.id, input.alertIds)) {
      const before = undone(last, accountIdOf(actor));
      if (!before) continue;
      const { alertId } = last;
      await saveHandlings(tx, tenancy.id, [{ alertId, ...before }]);
      const detail = () => ({ undo: true, owner: before.owner, until: before.snoozedUntil });
      await recordAct(tx, actor, tenancy, UNDONE_BY[last.action], [alertId], detail);
      alertIds.push(alertId);
    }
    return { alertIds };
  });
}

/**
 * Does one act on alerts of one site or of several (role grower), each site for itself: what one refuses changes nothing
 * there.
 * @throws AppError as the act does, if every site refused it
 */
export async function actOnSites(actor: Actor, input: ActOnSites): Promise<{ sites: SiteOutcome[] }> {
  requireAccess(actor, "grower");
  const sites: SiteOutcome[] = [];
  let refusal: AppError | undefined;
  for (const { tenant, alertIds } of input.sites)
    try {
      const changed = await actOnSite(actor, input, { tenant, alertIds });
      sites.push({ tenant, ...changed, refused: null });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refusal ??= error;
      sites.push({ tenant, alertIds: [], refused: error.message });
    }
  if (refusal && sites.every(({ refused }) => refused !== null)) throw refusal;
  return { sites };
}

function actOnSite(
  actor: Actor,
  input: ActOnSites,
  alerts: SelectedAlerts,
): Promise<Changed & { kept?: string[] }> {
  switch (input.act) {
    case "acknowledge":
      return acknowledge(actor, { ...alerts, owner: input.owner, note: input.note });
    case "assign":
      return assign(actor, { ...alerts, owner: input.owner });
    case "snooze":
      return snooze(actor, { ...alerts, until: input.until });
    case "release":
      return release(actor, alerts);
    case "unsnooze":
      return unsnooze(actor, alerts);
    case "undo":
      return undoLastAct(actor, alerts);
  }
}

/**
 * Adds a note to each of several alerts (role grower), signed with the actor's name. Other than an act it is written at
 * every site or at none: a second try would write it twice where it was written.
 * @throws AppError `forbidden`; `not-found` when one of the alerts is unknown
 */
export async function writeNotes(actor: Actor, { sites, text }: NotesInput): Promise<void> {
  const asked: { tenancy: TenancyRef; alertIds: string[] }[] = [];
  for (const { tenant, alertIds } of sites)
    asked.push({ tenancy: await requireTenancy(actor, "grower", tenant), alertIds });
  await transaction(async (tx) => {
    // In one order, so that two notes at once cannot wait for each other.
    for (const { tenancy, alertIds } of asked.toSorted((a, b) => a.tenancy.id - b.tenancy.id)) {
      await lockHandled(tx, tenancy, alertIds);
      await addNotes(tx, actor, tenancy, alertIds, text);
      await recordChange(tx, actor, tenancy, "alert.note-added", alertIds);
    }
  });
}

/**
 * Deletes the actor's own last note on an alert (role grower), within ten minutes.
 * @throws AppError `forbidden`; `not-found`; `conflict` if there is none that young
 */
export async function undoNote(actor: Actor, input: OneAlert, now = new Date()): Promise<void> {
  const tenancy = await requireTenancy(actor, "grower", input.tenant);
  const { alertId } = input;
  await transaction(async (tx) => {
    await requireSeen(tx, tenancy, alertId);
    const authorId = accountIdOf(actor);
    const since = new Date(now.getTime() - NOTE_UNDO_MS);
    if (authorId === null || !(await deleteLastNote(tx, { tenancyId: tenancy.id, alertId, authorId }, since)))
      throw new AppError("conflict", "Only your own note can be taken back, for ten minutes.");
    await recordChange(tx, actor, tenancy, "alert.note-undone", [alertId]);
  });
}

/** @throws AppError `not-found` when an alert is unknown or not in the actor's areas */
export async function requireSeen(tx: Transaction, tenancy: Scope, alertId: string): Promise<void> {
  if ((await findHandled(tx, tenancy, [alertId])).length === 0) throw unknownAlert(alertId);
}

/** The error for an alert that does not exist, or that the actor may not see. */
export const unknownAlert = (alertId: string) => new AppError("not-found", `No alert has the id ${alertId}.`);

/** Adds an act on alerts to their history and the audit log, and publishes the change. */
export async function recordAct(
  tx: Transaction,
  actor: Actor,
  tenancy: TenancyRef,
  action: AlertAct,
  alertIds: readonly string[],
  detail: (alertId: string) => ActDetail,
  auditDetail: Record<string, string> = {},
): Promise<void> {
  const by = { actor: actor.name, actorId: accountIdOf(actor) };
  await insertActions(tx, { tenancyId: tenancy.id, alertIds, ...by, action, detail });
  await recordChange(tx, actor, tenancy, `alert.${action}`, alertIds, auditDetail);
}

/** Adds a change of alerts to the audit log and publishes it. */
export async function recordChange(
  tx: Transaction,
  actor: Actor,
  { tenantId }: TenancyRef,
  action: string,
  alertIds: readonly string[],
  detail: Record<string, string> = {},
): Promise<void> {
  for (const alertId of alertIds)
    await recordAudit(tx, actor, { action, target: alertId, detail: { tenantId, ...detail } });
  await publishAlertChanges(
    tx,
    alertIds.map((alertId) => ({ tenantId, alertId })),
  );
}

type Act = {
  action: AlertAct;
  detail?: (after: Handling) => ActDetail;
  note?: string | undefined;
  change: (alert: HandledAlert) => Handling | null;
};

async function handle(actor: Actor, input: SelectedAlerts, act: Act): Promise<Changed> {
  return { alertIds: (await changeHandlings(actor, input, act)).map(({ alertId }) => alertId) };
}

/** The handling of each alert that the act changed, after it. */
async function changeHandlings(
  actor: Actor,
  input: SelectedAlerts,
  act: Act,
): Promise<(Handling & { alertId: string })[]> {
  const tenancy = await requireTenancy(actor, "grower", input.tenant);
  return transaction(async (tx) => {
    const found = await lockHandled(tx, tenancy, input.alertIds);
    const next = found.flatMap((alert) => {
      const handling = act.change(alert);
      return handling ? [{ alertId: alert.alertId, ...handling }] : [];
    });
    if (next.length === 0) return next;
    await saveHandlings(tx, tenancy.id, next);
    const alertIds = next.map(({ alertId }) => alertId);
    const before = new Map(found.map(({ alertId, handling }) => [alertId, handling]));
    const details = new Map(next.map(({ alertId, ...after }) => [alertId, act.detail?.(after)]));
    await recordAct(tx, actor, tenancy, act.action, alertIds, (alertId) => ({
      ...details.get(alertId),
      before: before.get(alertId),
    }));
    if (act.note !== undefined) await addNotes(tx, actor, tenancy, alertIds, act.note);
    return next;
  });
}

/** Locks alerts until the transaction ends. @throws AppError `not-found` when one of them is not in scope */
async function lockHandled(
  tx: Transaction,
  tenancy: Scope,
  alertIds: readonly string[],
): Promise<HandledAlert[]> {
  await lockAlerts(
    tx,
    alertIds.map((alertId) => `handling:${tenancy.id}:${alertId}`),
  );
  const found = await findHandled(tx, tenancy, alertIds);
  const known = new Set(found.map(({ alertId }) => alertId));
  const unknown = alertIds.find((alertId) => !known.has(alertId));
  if (unknown !== undefined) throw unknownAlert(unknown);
  return found;
}

async function checkOwner(
  actor: Actor,
  { tenant, owner: wanted }: { tenant?: string | undefined; owner?: string | undefined },
): Promise<string> {
  const { tenantId, name } = await requireTenancy(actor, "grower", tenant);
  if (wanted === undefined || wanted === actor.name) return actor.name;
  if ((await listOwnerNames(actor, tenantId)).includes(wanted)) return wanted;
  throw new AppError(
    "bad-request",
    `${wanted} is no active grower or admin at ${name}. Choose somebody who is.`,
    { parameter: "owner" },
  );
}

/** The people who can look after alerts (GET /api/v1/owners): of a tenancy, else of any (role grower). */
export async function readOwners(
  actor: Actor,
  { tenant }: QueryOf<typeof listOwners>,
): Promise<AnswerOf<typeof listOwners>> {
  if (tenant !== undefined) await requireTenancy(actor, "grower", tenant);
  return { items: (await listOwnerNames(actor, tenant)).map((name) => ({ name })) };
}

function addNotes(
  tx: Transaction,
  actor: Actor,
  { id: tenancyId }: TenancyRef,
  alertIds: readonly string[],
  text: string,
): Promise<void> {
  const by = { author: actor.name, authorId: accountIdOf(actor) };
  return insertNotes(tx, { tenancyId, alertIds, ...by, text });
}
