import "server-only";
import { AppError } from "@/lib/base/core/errors";
import { transaction } from "@/lib/base/db/transaction.server";
import { checkTypedAddresses } from "@/lib/farm/tenancies/addresses.server";
import {
  MEMBER_NAMES,
  type NewTenancy,
  type SettingsChanges,
  type TenancyDetails,
  type TenancySummary,
} from "@/lib/farm/tenancies/contract";
import {
  clientUse,
  findTenancyRow,
  insertTenancy,
  lastNotificationTimes,
  listActiveSecrets,
  listSecretRows,
  listTenancyRows,
  secretUses,
  syncFacts,
  type TenancyRow,
  updateTenancy,
} from "@/lib/farm/tenancies/store.server";
import { requestSync } from "@/lib/history/sync/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import { recordAudit } from "@/lib/identity/audit/service.server";
import { changedMembers, refuseLocked } from "./admin-rules";
import { toDetails, toSummary } from "./lines.server";

/** All tenancies with what an admin looks for first (role admin). */
export async function listTenancies(actor: Actor): Promise<TenancySummary[]> {
  requireAccess(actor, "admin");
  const [rows, secrets, notified, synced] = await Promise.all([
    listTenancyRows(),
    listSecretRows({ retired: false }),
    lastNotificationTimes(),
    syncFacts(),
  ]);
  return rows.map((row) => toSummary(row, { secrets, notified, synced }));
}

/**
 * One tenancy with its settings; of secrets only when and by whom they were stored (role admin).
 * @throws AppError `not-found`
 */
export async function readTenancy(actor: Actor, tenantId: string): Promise<TenancyDetails> {
  const row = await knownTenancy(actor, tenantId);
  const [secrets, uses, client] = await Promise.all([
    listActiveSecrets(row.id),
    secretUses(row.id),
    clientUse(row.id, row.clientSecretSetAt),
  ]);
  return toDetails(row, secrets, uses, client);
}

/**
 * Makes a tenancy from its id, name and time zone; the rest is filled in on its page.
 * @throws AppError `conflict` on `tenantId` when it is taken
 */
export async function createTenancy(actor: Actor, input: NewTenancy): Promise<{ tenantId: string }> {
  requireAccess(actor, "admin");
  await transaction(async (tx) => {
    if ((await insertTenancy(tx, input)) === null)
      throw new AppError("conflict", "There is a tenancy with this id already.", { parameter: "tenantId" });
    await recordAudit(tx, actor, {
      action: "tenancy.created",
      target: input.name,
      detail: { tenantId: input.tenantId, timeZone: input.timeZone },
    });
  });
  return { tenantId: input.tenantId };
}

/**
 * Writes those settings of a tenancy that are given. A changed address must not be private, unless
 * LEAFWATCH_ALLOW_PRIVATE_HOSTS names it, and ends the trust that the provisioning file lent.
 * @throws AppError `conflict` on a locked member, `bad-request` on an address that must not be called
 */
export async function saveSettings(actor: Actor, tenantId: string, changes: SettingsChanges): Promise<void> {
  const row = await requireTenancy(actor, tenantId);
  const before = toDetails(row, []);
  const settings = { ...before, ...changes };
  const changed = changedMembers(before, settings);
  if (changed.length === 0) return;
  refuseLocked(changed, row.lockedFields);
  const addresses = (["baseUrl", "authUrl"] as const).filter((member) => changed.includes(member));
  await checkTypedAddresses(Object.fromEntries(addresses.map((member) => [member, settings[member]])));
  await transaction(async (tx) => {
    await updateTenancy(tx, row.id, {
      ...Object.fromEntries(changed.map((member) => [member, settings[member]])),
      ...(addresses.length > 0 ? { trustedAddresses: false } : {}),
    });
    await recordAudit(tx, actor, {
      action: "tenancy.edited",
      target: settings.name,
      detail: Object.fromEntries(
        changed.map((member) => [
          MEMBER_NAMES[member],
          `${text(before[member])} → ${text(settings[member])}`,
        ]),
      ),
    });
  });
  await requestSync(row.id);
}

const text = (value: unknown) => (value === null ? "none" : String(value));

/**
 * The row of a tenancy for an admin who changes it.
 * @throws AppError `forbidden`, `not-found`, `conflict` while it is being deleted
 */
export async function requireTenancy(actor: Actor, tenantId: string): Promise<TenancyRow> {
  const row = await knownTenancy(actor, tenantId);
  if (row.deletingAt)
    throw new AppError("conflict", `${row.name} is being deleted: it cannot be changed any more.`);
  return row;
}

async function knownTenancy(actor: Actor, tenantId: string): Promise<TenancyRow> {
  requireAccess(actor, "admin");
  const row = await findTenancyRow(tenantId);
  if (!row) throw new AppError("not-found", `No tenancy has the tenantId ${tenantId}.`);
  return row;
}
