import "server-only";
import { AppError } from "@/lib/base/core/errors";
import { type Transaction, transaction } from "@/lib/base/db/transaction.server";
import { tryUnseal } from "@/lib/base/secrets/seal.server";
import { checkTypedAddresses } from "@/lib/farm/tenancies/addresses.server";
import {
  clientSecretPurpose,
  MEMBER_NAMES,
  type NewTenancy,
  type SettingsChanges,
  storedTrialsSchema,
  type TenancyDetails,
  type TenancySettings,
  type TenancySummary,
  type WebhookSecretLine,
  webhookSecretPurpose,
} from "@/lib/farm/tenancies/contract";
import {
  type ClientUse,
  clientUse,
  findSlugOwner,
  findTenancyRow,
  insertTenancy,
  keepFormerSlug,
  lastNotificationTimes,
  listActiveSecrets,
  listSecretRows,
  listTenancyRows,
  type SecretRow,
  secretUses,
  syncFacts,
  type TenancyRow,
  updateTenancy,
} from "@/lib/farm/tenancies/store.server";
import { requestSync } from "@/lib/history/sync/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import { recordAudit } from "@/lib/identity/audit/service.server";
import { changedMembers, isSuperseded, refuseLocked, type SecretUse } from "./admin-rules";
import { type Tried, trialsNow } from "./trials";

const MEMBERS = Object.keys(MEMBER_NAMES) as (keyof TenancySettings)[];

/** Characters of a fingerprint that are enough to tell a few secrets apart. */
const MARK_LENGTH = 8;

type SealedSecret = Awaited<ReturnType<typeof listActiveSecrets>>[number];

/** All tenancies as the list shows them (role admin). */
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
 * One tenancy with its settings; of secrets only that they exist and open (role admin).
 * @throws AppError `not-found`
 */
export async function readTenancy(actor: Actor, tenantId: string): Promise<TenancyDetails> {
  const row = await knownTenancy(actor, tenantId);
  const [secrets, uses, client] = await Promise.all([
    listActiveSecrets(row.id),
    secretUses(row.id),
    clientUse(row.id, row.clientSecretSetAt),
  ]);
  const used = secrets.map((secret) => ({
    ...secret,
    ...(uses.get(secret.id) ?? { verified: 0, lastVerifiedAt: null }),
  }));
  return {
    ...toSettings(row),
    id: row.id,
    tenantId,
    trustedAddresses: row.trustedAddresses,
    lockedFields: row.lockedFields,
    clientSecret: toClientSecret(row, client),
    trials: trialsNow(storedTrialsSchema.parse(row.trials), triedOf(row), client.usedAt),
    webhookSecrets: used.map((secret) => toSecretLine(tenantId, secret, used)),
    deletion: row.deletingAt && {
      since: row.deletingAt.toISOString(),
      by: row.deletingBy ?? "somebody",
      rows: Number(row.deletedRows),
    },
  };
}

/**
 * Creates a tenancy from its id, name and time zone; the rest is entered on its page.
 * @throws AppError `conflict` on `tenantId` if it is taken
 */
export async function createTenancy(actor: Actor, input: NewTenancy): Promise<{ tenantId: string }> {
  requireAccess(actor, "admin");
  await transaction(async (tx) => {
    if (!(await insertTenancy(tx, input)))
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
 * Saves the given settings of a tenancy. A changed address must not be private, unless LEAFWATCH_ALLOW_PRIVATE_HOSTS
 * names it, and loses the trust that came with the provisioning file.
 * @throws AppError `conflict` on a locked member, `bad-request` on an address that must not be called
 */
export async function saveSettings(actor: Actor, tenantId: string, changes: SettingsChanges): Promise<void> {
  const row = await requireTenancy(actor, tenantId);
  const before = toSettings(row);
  const settings = { ...before, ...changes };
  const changed = changedMembers(before, settings);
  if (changed.length === 0) return;
  refuseLocked(changed, row.lockedFields);
  const addresses = (["baseUrl", "authUrl"] as const).filter((member) => changed.includes(member));
  await checkTypedAddresses(Object.fromEntries(addresses.map((member) => [member, settings[member]])));
  await transaction(async (tx) => {
    if (changed.includes("slug")) await moveSlug(tx, row, settings.slug);
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

/** @throws AppError `conflict` on `slug` if another tenancy has or had it */
async function moveSlug(tx: Transaction, { id, slug: from }: TenancyRow, to: string): Promise<void> {
  const owner = await findSlugOwner(to, tx);
  if (owner !== null && owner !== id)
    throw new AppError("conflict", `Addresses with ${to} lead to another tenancy. Choose another name.`, {
      parameter: "slug",
    });
  await keepFormerSlug(tx, id, from, to);
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

/** The settings of a tenancy, as its form and the audit name them. */
export function toSettings(row: TenancyRow): TenancySettings {
  return Object.fromEntries(MEMBERS.map((member) => [member, row[member]])) as TenancySettings;
}

/** The stored values that a test depends on. */
export const triedOf = (row: TenancyRow): Tried => ({
  ...row,
  secretSetAt: row.clientSecretSetAt?.toISOString() ?? null,
});

function toClientSecret(row: TenancyRow, { usedAt, refused }: ClientUse): TenancyDetails["clientSecret"] {
  if (!row.clientSecret) return null;
  return {
    storedAt: (row.clientSecretSetAt ?? row.updatedAt).toISOString(),
    storedBy: row.clientSecretSetBy ?? "somebody",
    opens: tryUnseal(row.clientSecret, clientSecretPurpose(row.tenantId)) !== null,
    lastUsedAt: usedAt?.toISOString() ?? null,
    refused,
  };
}

function toSecretLine(
  tenantId: string,
  secret: SealedSecret & SecretUse,
  all: readonly SecretUse[],
): WebhookSecretLine {
  return {
    id: secret.id,
    createdAt: secret.createdAt.toISOString(),
    createdBy: secret.createdBy,
    lastUsedAt: secret.lastUsedAt?.toISOString() ?? null,
    provisioned: secret.provisioned,
    mark: secret.fingerprint.slice(0, MARK_LENGTH),
    opens: tryUnseal(secret.sealed, webhookSecretPurpose(tenantId, secret.fingerprint)) !== null,
    verified: secret.verified,
    superseded: isSuperseded(secret, all, new Date()),
  };
}

/** Returns true if all that a query needs is stored: addresses, client id and secret. */
export function isConnected({ baseUrl, authUrl, clientId, clientSecret }: TenancyRow): boolean {
  return Boolean(baseUrl && authUrl && clientId && clientSecret);
}

/** A tenancy as the list shows it. */
export function toSummary(
  row: TenancyRow,
  facts: {
    secrets: readonly SecretRow[];
    notified: ReadonlyMap<number, Date>;
    synced: Awaited<ReturnType<typeof syncFacts>>;
  },
): TenancySummary {
  const states = facts.synced.filter(({ tenancyId }) => tenancyId === row.id);
  const readings = states.flatMap(({ lastReadingAt }) => lastReadingAt ?? []);
  const failing = states.find(({ failures }) => failures > 0);
  const newest = readings.toSorted((a, b) => b.getTime() - a.getTime())[0];
  return {
    id: row.id,
    tenantId: row.tenantId,
    name: row.name,
    slug: row.slug,
    timeZone: row.timeZone,
    queries: isConnected(row),
    syncEnabled: row.syncEnabled,
    webhookSecrets: facts.secrets.filter(({ tenancyId }) => tenancyId === row.id).length,
    lastNotificationAt: facts.notified.get(row.id)?.toISOString() ?? null,
    lastReadingAt: newest?.toISOString() ?? null,
    lastError: failing?.lastError ?? null,
    provisioned: row.lockedFields.length > 0,
    deleting: row.deletingAt !== null,
  };
}
