import "server-only";
import { type Access, roleSchema } from "@/lib/base/core/access";
import { AppError } from "@/lib/base/core/errors";
import { postgresCode } from "@/lib/base/db/error-code.server";
import { type Transaction, transaction } from "@/lib/base/db/transaction.server";
import type { AnswerOf } from "@/lib/base/request/endpoint";
import { log } from "@/lib/base/request/log.server";
import { onceARequest } from "@/lib/base/request/request-context.server";
import { sitePrefix } from "@/lib/base/request/site-path";
import { seal, tryUnseal, unseal } from "@/lib/base/secrets/seal.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { roleIn } from "@/lib/identity/actor/roles";
import { mayAccess, requireAccess, tenancyLimits } from "@/lib/identity/actor/rules";
import { recordAudit } from "@/lib/identity/audit/service.server";
import {
  clientSecretPurpose,
  type listVisible,
  type ServiceAccess,
  type SyncType,
  type TenancyRef,
  type WebhookKey,
  webhookSecretPurpose,
} from "./contract";
import * as store from "./store.server";

export { beingDeleted, deleteRows, wasDeleted } from "./deletion.server";
export { distinctName } from "./slug";
export { findFreeSlug } from "./store.server";

const UNIQUE_VIOLATION = "23505";

/** Secrets whose failure to open was logged; they are read every few seconds. */
const loggedSecrets = new Set<number>();

/** Starts reading the tenancies, which nearly every page needs, while the session is still looked up. */
export function expectTenancies(): void {
  onceARequest("tenancies", store.listTenancyRefs).catch(() => undefined);
}

/** The tenancies that the actor may see, oldest first, each with the actor's role and limits in it. */
export async function visibleTenancies(actor: Actor): Promise<TenancyRef[]> {
  const all = (await onceARequest("tenancies", store.listTenancyRefs)).map((tenancy) => ({
    ...tenancy,
    within: tenancyLimits(actor.areas, tenancy.tenantId),
    role: roleIn(actor, tenancy.tenantId),
  }));
  return all.filter(
    ({ id, within }) => (actor.tenancyId === null || id === actor.tenancyId) && within?.length !== 0,
  );
}

/** The tenancies that the actor may see (docs/spec/http-contract.md "Accounts and the API itself"), with the actor's role in each. */
export async function listVisibleTenancies(actor: Actor): Promise<AnswerOf<typeof listVisible>> {
  requireAccess(actor, "viewer");
  const visible = await visibleTenancies(actor);
  return {
    items: visible.map(({ tenantId, name, slug, timeZone, role }) => ({
      ...{ tenantId, name, slug, timeZone },
      role: roleSchema.parse(role),
    })),
  };
}

/** The beginning of the addresses of a tenancy's pages: empty where the installation has one tenancy. */
export async function readPrefix({ slug }: Pick<TenancyRef, "slug">): Promise<string> {
  const all = await onceARequest("tenancies", store.listTenancyRefs);
  return sitePrefix(slug, all.length < 2);
}

/** The visible tenancy that has or had a slug, else undefined. */
export async function findBySlug(actor: Actor, slug: string): Promise<TenancyRef | undefined> {
  const visible = await visibleTenancies(actor);
  const present = visible.find((tenancy) => tenancy.slug === slug);
  if (present) return present;
  const owner = await store.findSlugOwner(slug);
  return visible.find(({ id }) => id === owner);
}

/**
 * The visible tenancies of a call that names an id of one (docs/spec/http-contract.md "Conventions"): the named one, else
 * those that `hold` the id.
 * @throws AppError `bad-request` on `tenant` if it is unknown, or none is named and several hold the id
 */
export async function resolveHolder(
  actor: Actor,
  tenantId: string | undefined,
  hold: (tenancy: TenancyRef) => Promise<boolean>,
): Promise<TenancyRef | undefined> {
  const visible = tenantId === undefined ? await visibleTenancies(actor) : [];
  if (visible.length < 2) return resolveTenancy(actor, tenantId);
  const holding = await Promise.all(visible.map(hold));
  const [first, second] = visible.filter((_, place) => holding[place]);
  if (second)
    throw new AppError(
      "bad-request",
      "Several tenancies have this id: say which one with tenant=<tenantId>.",
      { parameter: "tenant" },
    );
  return first;
}

/**
 * The tenancy of a call (docs/spec/http-contract.md "Conventions"): the named one, or the only one.
 * @throws AppError `bad-request` on `tenant` if it is unknown, or missing and there are several
 */
export async function resolveTenancy(actor: Actor, tenantId: string | undefined): Promise<TenancyRef> {
  const visible = await visibleTenancies(actor);
  const refuse = (message: string) => new AppError("bad-request", message, { parameter: "tenant" });
  if (tenantId !== undefined) {
    const found = visible.find((tenancy) => tenancy.tenantId === tenantId);
    if (!found) throw refuse(`No tenancy has the tenantId ${tenantId}.`);
    return found;
  }
  const [first, second] = visible;
  if (!first) throw refuse("No tenancy is connected yet. An admin connects one under Admin, Tenancies.");
  if (second) throw refuse("There are several tenancies: say which one with tenant=<tenantId>.");
  return first;
}

/**
 * The tenancy of a change, as `resolveTenancy` finds it.
 * @throws AppError `forbidden` if the actor's role is too low, in general or there; else as `resolveTenancy`
 */
export async function requireTenancy(
  actor: Actor,
  access: Access,
  tenantId: string | undefined,
): Promise<TenancyRef> {
  requireAccess(actor, access);
  const tenancy = await resolveTenancy(actor, tenantId);
  requireRole(tenancy, access);
  return tenancy;
}

/** @throws AppError `forbidden` if the actor's role in a tenancy is too low */
export function requireRole(tenancy: Pick<TenancyRef, "name" | "role">, access: Access): void {
  if (mayAccess(tenancy, access)) return;
  throw new AppError(
    "forbidden",
    `You are a ${tenancy.role} at ${tenancy.name}. Ask an admin to make you a ${access} there.`,
  );
}

/**
 * Every active webhook secret, opened, with the signature header of its tenancy (docs/spec/service-interface.md
 * "Signature"). Secrets that no key opens are left out and logged. For the webhook intake only.
 */
export async function webhookKeys(): Promise<WebhookKey[]> {
  const rows = await store.listSecretRows({ retired: false });
  return rows.map(toWebhookKey).filter((key) => key !== null);
}

/** Returns true if any tenancy has an active webhook secret, without which no notification is accepted. */
export async function takesNotifications(): Promise<boolean> {
  return (await store.listSecretRows({ retired: false })).length > 0;
}

/**
 * Returns address and credentials for calls to the service; null if the tenancy is unknown or not fully connected.
 * @throws AppError `unavailable` if the stored secret does not open
 */
export async function serviceAccess(tenancyId: number): Promise<ServiceAccess | null> {
  const row = await store.findTenancyRow(tenancyId);
  return row && openAccess(row);
}

/** The same for every fully connected tenancy; one whose secret does not open is logged and left out. */
export async function listServiceAccess(): Promise<ServiceAccess[]> {
  const rows = await store.listTenancyRows();
  return rows.flatMap((row) => {
    try {
      return openAccess(row) ?? [];
    } catch (error) {
      log.error({ err: error, tenantId: row.tenantId }, "The client secret of a tenancy cannot be opened");
      return [];
    }
  });
}

/**
 * The owner of a webhook secret, retired ones included; null if nobody has it. The secrets are opened and compared: a
 * keyed hash would miss one after a change of LEAFWATCH_SECRET_KEYS.
 */
export async function findWebhookSecret(secret: string, tx?: Transaction): Promise<store.SecretRow | null> {
  const rows = await store.listSecretRows({ retired: true }, tx);
  return rows.find((row) => openSecret(row) === secret) ?? null;
}

const openSecret = ({ sealed, tenantId, fingerprint }: store.SecretRow) =>
  tryUnseal(sealed, webhookSecretPurpose(tenantId, fingerprint));

/** Null if an address, the client or its secret is missing. @throws AppError `unavailable` if the secret does not open */
function openAccess(row: store.TenancyRow): ServiceAccess | null {
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

/** Null if no key opens the secret, which is logged once, so that the others keep working. */
function toWebhookKey(row: store.SecretRow): WebhookKey | null {
  const { tenancyId, tenantId, header, id: secretId } = row;
  const secret = openSecret(row);
  if (secret !== null) return { tenancyId, tenantId, secretId, header, secret };
  if (!loggedSecrets.has(secretId))
    log.error({ tenantId, secretId }, "A webhook secret cannot be opened: enter it again");
  loggedSecrets.add(secretId);
  return null;
}

/**
 * Prevents a start with keys that open none of the stored secrets: no signature could be checked, and every notification
 * would be lost. A single secret that does not open is shown in the pages instead.
 * @throws AppError `unavailable`, with what to do
 */
export async function requireOwnKeys(): Promise<void> {
  const [tenancies, webhooks] = await Promise.all([
    store.listTenancyRows(),
    store.listSecretRows({ retired: false }),
  ]);
  const opened = [
    ...tenancies.flatMap(({ tenantId, clientSecret }) =>
      clientSecret ? [tryUnseal(clientSecret, clientSecretPurpose(tenantId))] : [],
    ),
    ...webhooks.map(openSecret),
  ];
  if (opened.length === 0 || opened.some((secret) => secret !== null)) return;
  throw new AppError(
    "unavailable",
    "LEAFWATCH_SECRET_KEYS, else the data folder's secret-keys, holds none of the keys that sealed the stored secrets: put the old key back, after the new one if there is one.",
  );
}

/**
 * Changes the id of a tenancy to the one that its service sends (role admin), while nothing was accepted under the old
 * one. Its secrets are bound to the id, so they are sealed again.
 * @throws AppError `not-found`; `conflict` if the provisioning file names the tenancy, it is being deleted, another one
 *   has the id, or a notification was accepted
 */
export async function changeTenantId(actor: Actor, from: string, to: string): Promise<void> {
  requireAccess(actor, "admin");
  const row = await store.findTenancyRow(from);
  if (!row) throw new AppError("not-found", `No tenancy has the tenantId ${from}.`);
  if (row.lockedFields.length > 0)
    throw new AppError(
      "conflict",
      "The provisioning file names this tenancy. Take it out there, restart, then use the id that came.",
    );
  if (await store.findTenancyRow(to)) throw takenError(to);
  try {
    await transaction((tx) => reassignId(tx, actor, row, to));
  } catch (error) {
    throw postgresCode(error) === UNIQUE_VIOLATION ? takenError(to) : error;
  }
}

const takenError = (tenantId: string) =>
  new AppError("conflict", `Another tenancy has the id ${tenantId}. Enter the webhook secret there.`);

async function reassignId(tx: Transaction, actor: Actor, row: store.TenancyRow, to: string): Promise<void> {
  const { id, tenantId: from } = row;
  if (!(await store.setTenantId(tx, { id, from, to })))
    throw new AppError(
      "conflict",
      `${row.name} has accepted a notification under the id ${from}, or is being deleted: its id stays.`,
    );
  const client = row.clientSecret && tryUnseal(row.clientSecret, clientSecretPurpose(from));
  if (client) await store.updateTenancy(tx, id, { clientSecret: seal(client, clientSecretPurpose(to)) });
  // These rows carry the new id, which opens none of them.
  for (const row of await store.listSecretRows({ retired: true, tenancyId: id }, tx)) {
    const secret = openSecret({ ...row, tenantId: from });
    const sealed = secret && seal(secret, webhookSecretPurpose(to, row.fingerprint));
    if (sealed) await store.resealWebhookSecret(tx, row.id, sealed);
  }
  await store.moveAreaLimits(tx, from, to);
  await recordAudit(tx, actor, {
    action: "tenancy.id-corrected",
    target: row.name,
    detail: { tenantId: `${from} → ${to}` },
  });
}
