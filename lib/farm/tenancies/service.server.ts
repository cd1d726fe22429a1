import "server-only";
import { AppError } from "@/lib/base/core/errors";
import { postgresCode } from "@/lib/base/db/error-code.server";
import { type Transaction, transaction } from "@/lib/base/db/transaction.server";
import { log } from "@/lib/base/request/log.server";
import { onceARequest } from "@/lib/base/request/request-context.server";
import { seal, tryUnseal, unseal } from "@/lib/base/secrets/seal.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess, tenancyLimits } from "@/lib/identity/actor/rules";
import { recordAudit } from "@/lib/identity/audit/service.server";
import {
  clientSecretPurpose,
  type ServiceAccess,
  type SyncType,
  type TenancyRef,
  type WebhookKey,
  webhookSecretPurpose,
} from "./contract";
import {
  type AccessRow,
  findAccessRow,
  findTenancyRow,
  listAccessRows,
  listSecretRows,
  listTenancyRefs,
  listTenancyRows,
  moveAreaLimits,
  resealClientSecret,
  resealWebhookSecret,
  type SecretRow,
  setTenantId,
  type TenancyRow,
} from "./store.server";

export { beingDeleted, deleteRows, wasDeleted } from "./deletion.server";

const UNIQUE_VIOLATION = "23505";

/** Secrets whose failure to open was logged; they are read every few seconds. */
const loggedSecrets = new Set<number>();

/** Begins to read what nearly every page asks for next, while it is still being found out who asks. */
export function expectTenancies(): void {
  onceARequest("tenancies", listTenancyRefs).catch(() => undefined);
}

/** The tenancies that the actor may see, oldest first, each with what of it they may. */
export async function visibleTenancies(actor: Actor): Promise<TenancyRef[]> {
  const all = (await onceARequest("tenancies", listTenancyRefs)).map((tenancy) => ({
    ...tenancy,
    within: tenancyLimits(actor.areas, tenancy.tenantId),
  }));
  return all.filter(
    ({ id, within }) => (actor.tenancyId === null || id === actor.tenancyId) && within?.length !== 0,
  );
}

/**
 * The tenancy that a call is about (docs/spec/http-contract.md "Conventions"): the named one, or the only one.
 * @throws AppError `bad-request` on `tenant` when it is unknown, or missing where there are several
 */
export async function resolveTenancy(actor: Actor, tenantId: string | undefined): Promise<TenancyRef> {
  const visible = await visibleTenancies(actor);
  if (tenantId === undefined) return onlyOne(visible);
  const found = visible.find((tenancy) => tenancy.tenantId === tenantId);
  if (!found)
    throw new AppError("bad-request", `No tenancy has the tenantId ${tenantId}.`, { parameter: "tenant" });
  return found;
}

function onlyOne(visible: TenancyRef[]): TenancyRef {
  const [first, second] = visible;
  if (first && !second) return first;
  const message = first
    ? "There are several tenancies: say which one with tenant=<tenantId>."
    : "No tenancy is connected yet. An admin connects one under Admin, Tenancies.";
  throw new AppError("bad-request", message, { parameter: "tenant" });
}

/**
 * Every active webhook secret, opened, with the header of its tenancy (docs/spec/service-interface.md "Signature").
 * One that no key opens is left out and logged. For the webhook intake alone.
 */
export async function webhookKeys(): Promise<WebhookKey[]> {
  const rows = await listSecretRows({ retired: false });
  return rows.map(openWebhookKey).filter((key) => key !== null);
}

/** Whether any tenancy has a webhook secret in use: without one no notification can be taken in. */
export async function takesNotifications(): Promise<boolean> {
  return (await listSecretRows({ retired: false })).length > 0;
}

/**
 * What calls of the service need for one tenancy; null when it is unknown or not fully connected.
 * @throws AppError `unavailable` when the stored secret does not open
 */
export async function serviceAccess(tenancyId: number): Promise<ServiceAccess | null> {
  const row = await findAccessRow(tenancyId);
  return row && openAccess(row);
}

/** The same for every tenancy that is fully connected; one whose secret does not open is logged and left out. */
export async function listServiceAccess(): Promise<ServiceAccess[]> {
  const rows = await listAccessRows();
  return rows.map(openOrLog).filter((access) => access !== null);
}

function openOrLog(row: AccessRow): ServiceAccess | null {
  try {
    return openAccess(row);
  } catch (error) {
    log.error({ err: error, tenantId: row.tenantId }, "The client secret of a tenancy cannot be opened");
    return null;
  }
}

/**
 * Which tenancy holds a webhook secret already, retired ones included; null when none does. The secrets are
 * opened and compared: a keyed hash would miss one after a change of LEAFWATCH_SECRET_KEYS.
 */
export async function findWebhookSecret(secret: string, tx?: Transaction): Promise<SecretRow | null> {
  const rows = await listSecretRows({ retired: true }, tx);
  return rows.find((row) => opensAs(row) === secret) ?? null;
}

const opensAs = ({ sealed, tenantId, fingerprint }: SecretRow) =>
  tryUnseal(sealed, webhookSecretPurpose(tenantId, fingerprint));

/**
 * The opened access of a tenancy; null when an address, the client or its secret is missing.
 * @throws AppError `unavailable` when the stored secret does not open
 */
export function openAccess(row: AccessRow): ServiceAccess | null {
  const { baseUrl, authUrl, clientId, clientSecret } = row;
  if (!baseUrl || !authUrl || !clientId || !clientSecret) return null;
  return {
    tenancyId: row.id,
    tenantId: row.tenantId,
    name: row.name,
    timeZone: row.timeZone,
    baseUrl,
    authUrl,
    clientId,
    clientSecret: unseal(clientSecret, clientSecretPurpose(row.tenantId)),
    tokenAuth: row.tokenAuth === "post" ? "post" : "basic",
    dataDelayHours: row.dataDelayHours,
    queryDeadlineMinutes: row.queryDeadlineMinutes,
    trustedAddresses: row.trustedAddresses,
    sync: {
      enabled: row.syncEnabled,
      types: row.syncTypes as SyncType[],
      backfillDays: row.backfillDays,
      everyMinutes: row.syncEveryMinutes,
    },
  };
}

/** Opens a webhook secret; null, logged once, when no key opens it, so that the others keep working. */
export function openWebhookKey(row: SecretRow): WebhookKey | null {
  const { tenancyId, tenantId, header, id: secretId } = row;
  const secret = tryUnseal(row.sealed, webhookSecretPurpose(tenantId, row.fingerprint));
  if (secret === null) {
    if (!loggedSecrets.has(secretId))
      log.error({ tenantId, secretId }, "A webhook secret cannot be opened: enter it again");
    loggedSecrets.add(secretId);
    return null;
  }
  return { tenancyId, tenantId, secretId, header, secret };
}

/**
 * Prevents a start with keys that open none of the stored secrets: no signature could be checked, and every notification
 * would be lost. A single secret that does not open is shown in the pages instead.
 * @throws AppError `unavailable`, with what to do
 */
export async function requireOwnKeys(): Promise<void> {
  const [tenancies, webhooks] = await Promise.all([listTenancyRows(), listSecretRows({ retired: false })]);
  const opened = [
    ...tenancies.flatMap(({ tenantId, clientSecret }) =>
      clientSecret ? [tryUnseal(clientSecret, clientSecretPurpose(tenantId))] : [],
    ),
    ...webhooks.map(({ tenantId, sealed, fingerprint }) =>
      tryUnseal(sealed, webhookSecretPurpose(tenantId, fingerprint)),
    ),
  ];
  if (opened.length === 0 || opened.some((secret) => secret !== null)) return;
  throw new AppError(
    "unavailable",
    "LEAFWATCH_SECRET_KEYS, else the data folder's secret-keys, holds none of the keys that sealed the stored secrets: put the old key back, after the new one if there is one.",
  );
}

/**
 * Changes the id of a tenancy to the one that its service sends (role admin), as long as nothing was accepted under the
 * old one. Its secrets are bound to the id, so they are sealed again.
 * @throws AppError `not-found`; `conflict` while the provisioning file names it or it is being deleted, where another
 *   tenancy has the id, or once a notification was accepted
 */
export async function changeTenantId(actor: Actor, from: string, to: string): Promise<void> {
  requireAccess(actor, "admin");
  const row = await findTenancyRow(from);
  if (!row) throw new AppError("not-found", `No tenancy has the tenantId ${from}.`);
  if (row.lockedFields.length > 0)
    throw new AppError(
      "conflict",
      "The provisioning file names this tenancy. Take it out there, restart, then use the id that came.",
    );
  if (await findTenancyRow(to)) throw takenError(to);
  try {
    await transaction((tx) => reassignId(tx, actor, row, to));
  } catch (error) {
    throw postgresCode(error) === UNIQUE_VIOLATION ? takenError(to) : error;
  }
}

const takenError = (tenantId: string) =>
  new AppError("conflict", `Another tenancy has the id ${tenantId}. Enter the webhook secret there.`);

async function reassignId(tx: Transaction, actor: Actor, row: TenancyRow, to: string): Promise<void> {
  const { id, tenantId: from } = row;
  if (!(await setTenantId(tx, { id, from, to })))
    throw new AppError(
      "conflict",
      `${row.name} has accepted a notification under the id ${from}, or is being deleted: its id stays.`,
    );
  const client = row.clientSecret && tryUnseal(row.clientSecret, clientSecretPurpose(from));
  if (client) await resealClientSecret(tx, id, seal(client, clientSecretPurpose(to)));
  // As they were before the change: the new id opens none of them.
  for (const { id: secretId, sealed, fingerprint } of await listSecretRows(
    { retired: true, tenancyId: id },
    tx,
  )) {
    const secret = tryUnseal(sealed, webhookSecretPurpose(from, fingerprint));
    if (secret) await resealWebhookSecret(tx, secretId, seal(secret, webhookSecretPurpose(to, fingerprint)));
  }
  await moveAreaLimits(tx, from, to);
  await recordAudit(tx, actor, {
    action: "tenancy.id-corrected",
    target: row.name,
    detail: { tenantId: `${from} → ${to}` },
  });
}
