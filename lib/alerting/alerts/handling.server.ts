import "server-only";
import { AppError } from "@/lib/base/core/errors";
import { DAY_MS } from "@/lib/base/core/time";
import { type Transaction, transaction } from "@/lib/base/db/transaction.server";
import type { Scope, TenancyRef } from "@/lib/farm/tenancies/contract";
import { resolveTenancy } from "@/lib/farm/tenancies/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { accountIdOf, requireAccess } from "@/lib/identity/actor/rules";
import { recordAudit } from "@/lib/identity/audit/service.server";
import { listOwnerNames } from "@/lib/identity/users/service.server";
import { lockAlerts, tellAlerts } from "./apply-store.server";
import type { AlertAct } from "./contract";
import {
  acknowledged,
  givenBack,
  type HandledAlert,
  type Handling,
  handedTo,
  snoozed,
  UNDONE_BY,
  undone,
  woken,
} from "./handling";
import type {
  AcknowledgeInput,
  HandOverInput,
  NoteInput,
  SelectedAlerts,
  SnoozeInput,
} from "./handling-input";
import {
  type ActDetail,
  findHandled,
  findLastActs,
  insertActions,
  insertNotes,
  saveHandlings,
} from "./handling-store.server";

/** The alerts that an act changed. */
type Changed = { alertIds: string[] };

const LONGEST_SNOOZE_MS = 31 * DAY_MS;

/**
 * Takes alerts in hand (role grower), for oneself or another, with a note where one is given; one that
 * somebody has already stays with them, unless it rose since.
 * @returns the alerts that changed hands; the note is on these
 * @throws AppError `forbidden`; `bad-request` on `owner`; `not-found` when one of the alerts is unknown or not theirs to see, and
 * then nothing changes
 */
export async function acknowledge(actor: Actor, input: AcknowledgeInput, now = new Date()): Promise<Changed> {
  const owner = await ownerOf(actor, input.owner);
  const act = { by: actor.name, at: now.toISOString() };
  return handle(actor, input, {
    action: "acknowledged",
    detail: { owner },
    change: (alert) => acknowledged(alert, act, owner),
    and: async (tx, tenancy, alertIds) => {
      const text = input.note;
      if (text !== undefined) await addNotes(tx, actor, tenancy, alertIds, text);
    },
  });
}

/**
 * Gives alerts back to nobody (role grower), whoever had them.
 * @returns the alerts that somebody had
 * @throws as `acknowledge`
 */
export function undoAcknowledgement(actor: Actor, input: SelectedAlerts): Promise<Changed> {
  return handle(actor, input, { action: "acknowledgement-undone", change: givenBack });
}

/**
 * Hands alerts to somebody (role grower): an active grower or admin, by name.
 * @returns the alerts that changed hands
 * @throws as `acknowledge`
 */
export async function handOver(actor: Actor, input: HandOverInput): Promise<Changed> {
  const owner = await ownerOf(actor, input.owner);
  return handle(actor, input, {
    action: "owner-set",
    detail: { owner },
    change: (alert) => handedTo(alert, owner),
  });
}

/**
 * Puts open alerts away until a time, or until they get worse (role grower).
 * @returns the alerts that were put away: those that nobody has
 * @throws AppError `bad-request` on `until` when it is past or too far off; else as `acknowledge`
 */
export async function snooze(actor: Actor, input: SnoozeInput, now = new Date()): Promise<Changed> {
  requireAccess(actor, "grower");
  const { until } = input;
  const length = until ? until.getTime() - now.getTime() : 1;
  if (length <= 0) throw new AppError("bad-request", "The time is past.", { parameter: "until" });
  if (length > LONGEST_SNOOZE_MS)
    throw new AppError("bad-request", "An alert can be put away for 31 days at most.", {
      parameter: "until",
    });
  const end = until?.toISOString() ?? null;
  const act = { by: actor.name, at: now.toISOString() };
  return handle(actor, input, {
    action: "snoozed",
    detail: { until: end },
    change: (alert) => snoozed(alert, act, end),
  });
}

/**
 * Ends snoozes (role grower).
 * @returns the alerts that were snoozed
 * @throws as `acknowledge`
 */
export function wake(actor: Actor, input: SelectedAlerts): Promise<Changed> {
  return handle(actor, input, { action: "woken", change: woken });
}

/**
 * Takes back the actor's own last act on alerts (role grower), where nobody acted since.
 * @returns the alerts that are as they were before it
 * @throws as `acknowledge`
 */
export async function undoLastAct(actor: Actor, input: SelectedAlerts): Promise<Changed> {
  requireAccess(actor, "grower");
  const tenancy = await resolveTenancy(actor, input.tenant);
  return transaction(async (tx) => {
    await existing(tx, tenancy, input.alertIds);
    const alertIds: string[] = [];
    for (const last of await findLastActs(tx, tenancy.id, input.alertIds)) {
      const before = undone(last, accountIdOf(actor));
      if (!before) continue;
      const { alertId } = last;
      await saveHandlings(tx, tenancy.id, [{ alertId, ...before }]);
      const detail = { undo: true, owner: before.owner, until: before.snoozedUntil };
      await record(tx, actor, tenancy, UNDONE_BY[last.action], [alertId], detail);
      alertIds.push(alertId);
    }
    return { alertIds };
  });
}

/**
 * Writes a note on an alert (role grower), signed with the actor's name.
 * @throws AppError `forbidden`; `not-found` when the alert is unknown
 */
export async function writeNote(actor: Actor, input: NoteInput): Promise<void> {
  requireAccess(actor, "grower");
  const tenancy = await resolveTenancy(actor, input.tenant);
  await transaction(async (tx) => {
    const alertIds = [input.alertId];
    await existing(tx, tenancy, alertIds);
    await addNotes(tx, actor, tenancy, alertIds, input.text);
    await tell(tx, actor, tenancy, "alert.note-added", alertIds);
  });
}

type Act = {
  action: AlertAct;
  detail?: ActDetail;
  change: (alert: HandledAlert) => Handling | null;
  /** What else the act does with the alerts that it changed. */
  and?: (tx: Transaction, tenancy: TenancyRef, alertIds: string[]) => Promise<void>;
};

async function handle(actor: Actor, input: SelectedAlerts, act: Act): Promise<Changed> {
  requireAccess(actor, "grower");
  const tenancy = await resolveTenancy(actor, input.tenant);
  return transaction(async (tx) => {
    const found = await existing(tx, tenancy, input.alertIds);
    const next = found.flatMap((alert) => {
      const handling = act.change(alert);
      return handling ? [{ alertId: alert.alertId, ...handling }] : [];
    });
    const alertIds = next.map(({ alertId }) => alertId);
    if (alertIds.length === 0) return { alertIds };
    await saveHandlings(tx, tenancy.id, next);
    const before = new Map(found.map(({ alertId, handling }) => [alertId, handling]));
    await record(tx, actor, tenancy, act.action, alertIds, (alertId) => ({
      ...act.detail,
      before: before.get(alertId),
    }));
    await act.and?.(tx, tenancy, alertIds);
    return { alertIds };
  });
}

/** The alerts, taken for this transaction alone. */
async function existing(
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
  if (unknown !== undefined) throw new AppError("not-found", `No alert has the id ${unknown}.`);
  return found;
}

/**
 * For what is done to one alert.
 * @throws AppError `not-found` when it is unknown or not theirs to see
 */
export async function requireSeen(tx: Transaction, tenancy: Scope, alertId: string): Promise<void> {
  if ((await findHandled(tx, tenancy, [alertId])).length === 0)
    throw new AppError("not-found", `No alert has the id ${alertId}.`);
}

async function ownerOf(actor: Actor, wanted: string | undefined): Promise<string> {
  if (wanted === undefined || wanted === actor.name) return actor.name;
  if ((await listOwnerNames(actor)).includes(wanted)) return wanted;
  throw new AppError("bad-request", `${wanted} is no active grower or admin.`, { parameter: "owner" });
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

async function record(
  tx: Transaction,
  actor: Actor,
  tenancy: TenancyRef,
  action: AlertAct,
  alertIds: readonly string[],
  detail: ActDetail | ((alertId: string) => ActDetail),
): Promise<void> {
  const by = { actor: actor.name, actorId: accountIdOf(actor) };
  await insertActions(tx, { tenancyId: tenancy.id, alertIds, ...by, action, detail });
  await tell(tx, actor, tenancy, `alert.${action}`, alertIds);
}

async function tell(
  tx: Transaction,
  actor: Actor,
  { tenantId }: TenancyRef,
  action: string,
  alertIds: readonly string[],
): Promise<void> {
  for (const alertId of alertIds)
    await recordAudit(tx, actor, { action, target: alertId, detail: { tenantId } });
  await tellAlerts(
    tx,
    alertIds.map((alertId) => ({ tenantId, alertId })),
  );
}
