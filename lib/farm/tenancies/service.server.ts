import "server-only";
import { AppError } from "@/lib/base/core/errors";
import type { Transaction } from "@/lib/base/db/transaction.server";
import { log } from "@/lib/base/request/log.server";
import { onceARequest } from "@/lib/base/request/request-context.server";
import { tryUnseal } from "@/lib/base/secrets/seal.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { tenancyLimits } from "@/lib/identity/actor/rules";
import { openAccess, openWebhookKey } from "./access.server";
import { type ServiceAccess, type TenancyRef, type WebhookKey, webhookSecretPurpose } from "./contract";
import {
  type AccessRow,
  findAccessRow,
  listAccessRows,
  listSecretRows,
  listTenancyRefs,
  type SecretRow,
} from "./store.server";

export { beingDeleted, deleteRows, wasDeleted } from "./deletion.server";
export { requireOwnKeys } from "./key-check.server";
export { changeTenantId } from "./tenant-id.server";

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
 * The tenancy that a call is about (contract.md, "Read API"): the named one, or the only one.
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
 * Every active webhook secret, opened, with the header of its tenancy (service-interface 5.2). One that no
 * key opens is left out and logged. For the webhook intake alone.
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
