import "server-only";
import { z } from "zod";
import { Prisma, type Tenancy, type WebhookSecret } from "@/generated/prisma/client";
import { sharedInTurn } from "@/lib/base/core/shared-read";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { LAST_NOTIFICATION } from "@/lib/base/db/sql-fragments.server";
import type { Transaction } from "@/lib/base/db/transaction.server";
import type { NewTenancy, StoredTrials, TenancyRef } from "./contract";
import { freeSlug } from "./slug";

export type TenancyRow = Tenancy;

/** All tenancies, oldest first; not those that are being deleted. */
export const listTenancyRefs = sharedInTurn(
  (): Promise<readonly Omit<TenancyRef, "within" | "role">[]> =>
    getPrisma().tenancy.findMany({
      where: { deletingAt: null },
      select: { id: true, tenantId: true, name: true, slug: true, timeZone: true, shiftTimes: true },
      orderBy: { id: "asc" },
    }),
);

/** One tenancy with its settings and its sealed client secret; null if there is none. */
export function findTenancyRow(key: string | number): Promise<TenancyRow | null> {
  const where = typeof key === "number" ? { id: key } : { tenantId: key };
  return getPrisma().tenancy.findUnique({ where });
}

/** Every tenancy with its settings and its sealed client secret, oldest first. */
export function listTenancyRows(): Promise<TenancyRow[]> {
  return getPrisma().tenancy.findMany({ orderBy: { id: "asc" } });
}

/** A webhook secret, sealed, with its owner. */
export type SecretRow = Pick<WebhookSecret, "id" | "tenancyId" | "sealed" | "fingerprint" | "provisioned"> & {
  tenantId: string;
  tenancyName: string;
  header: string;
  retired: boolean;
};

/** Webhook secrets of all tenancies or of one, with `retired` the retired ones too. */
export function listSecretRows(
  { retired, tenancyId = null }: { retired: boolean; tenancyId?: number | null },
  tx: Transaction = getPrisma(),
): Promise<SecretRow[]> {
  return tx.$queryRaw`
    SELECT s.id, s.tenancy_id AS "tenancyId", s.sealed, s.fingerprint, s.provisioned, t.tenant_id AS "tenantId",
      t.name AS "tenancyName", t.signature_header AS header, s.retired_at IS NOT NULL AS retired
    FROM webhook_secrets s JOIN tenancies t ON t.id = s.tenancy_id
    WHERE (${retired} OR s.retired_at IS NULL) AND (${tenancyId}::int IS NULL OR s.tenancy_id = ${tenancyId})
    ORDER BY s.id`;
}

/** The active webhook secrets of a tenancy, oldest first, sealed. */
export function listActiveSecrets(tenancyId: number): Promise<WebhookSecret[]> {
  return getPrisma().webhookSecret.findMany({
    where: { tenancyId, retiredAt: null },
    orderBy: { id: "asc" },
  });
}

/** The number of notifications that each secret of a tenancy verified in the last seven days, and the last time. */
export async function secretUses(
  tenancyId: number,
): Promise<Map<number, { verified: number; lastVerifiedAt: Date }>> {
  const rows = await getPrisma().$queryRaw<{ secretId: number; verified: number; lastVerifiedAt: Date }[]>`
    select d.secret_id as "secretId", count(*)::int as verified, max(n.received_at) as "lastVerifiedAt"
    from notifications n join deliveries d on d.id = n.delivery_id
    where n.tenancy_id = ${tenancyId} and n.received_at > now() - interval '7 days' and d.secret_id is not null
    group by d.secret_id`;
  return new Map(rows.map(({ secretId, ...use }) => [secretId, use]));
}

/** When the service last accepted a query with a client secret, and whether it refused the secret at the last try. */
export type ClientUse = { usedAt: Date | null; refused: boolean };

/** The use of a tenancy's present client secret, stored at `storedAt`, from its queries since then. */
export async function clientUse(tenancyId: number, storedAt: Date | null): Promise<ClientUse> {
  const since = storedAt ?? new Date(0);
  const refusal = { error: { path: ["code"], equals: "token-refused" } };
  const query = getPrisma().query;
  const [taken, tried] = await Promise.all([
    query.findFirst({
      where: { tenancyId, submittedAt: { gte: since } },
      orderBy: { submittedAt: "desc" },
      select: { submittedAt: true },
    }),
    query.findFirst({
      where: { tenancyId, createdAt: { gte: since }, OR: [{ submittedAt: { not: null } }, refusal] },
      orderBy: { createdAt: "desc" },
      select: { submittedAt: true },
    }),
  ]);
  return { usedAt: taken?.submittedAt ?? null, refused: tried !== null && tried.submittedAt === null };
}

/** When the last notification of each tenancy arrived; tenancies without one are missing. */
export async function lastNotificationTimes(): Promise<Map<number, Date>> {
  const rows = await getPrisma().$queryRaw<{ id: number; at: Date | null }[]>`
    select t.id, ${Prisma.raw(LAST_NOTIFICATION)} as at from tenancies t`;
  return new Map(rows.flatMap(({ id, at }) => (at ? [[id, at] as const] : [])));
}

/** The newest reading and the last fault of each tenancy and type of history. */
export function syncFacts() {
  return getPrisma().syncState.findMany({
    select: { tenancyId: true, lastReadingAt: true, lastError: true, failures: true },
  });
}

/** Adds a tenancy; returns false if the tenantId is taken. */
export async function insertTenancy(tx: Transaction, input: NewTenancy): Promise<boolean> {
  const slug = await findFreeSlug(tx, input.name);
  const { count } = await tx.tenancy.createMany({ data: [{ ...input, slug }], skipDuplicates: true });
  return count > 0;
}

/** Present and former slugs lead somewhere; neither is given to another tenancy. */
export async function findFreeSlug(tx: Transaction, name: string): Promise<string> {
  const [present, former] = await Promise.all([
    tx.tenancy.findMany({ select: { slug: true } }),
    tx.tenancySlug.findMany({ select: { slug: true } }),
  ]);
  const taken = new Set([...present, ...former].map(({ slug }) => slug));
  return freeSlug(name, (slug) => taken.has(slug));
}

/** The tenancy that has or had a slug; null if none. */
export async function findSlugOwner(slug: string, tx: Transaction = getPrisma()): Promise<number | null> {
  const present = await tx.tenancy.findUnique({ where: { slug }, select: { id: true } });
  if (present) return present.id;
  const former = await tx.tenancySlug.findFirst({ where: { slug } });
  return former?.tenancyId ?? null;
}

/** Keeps a slug as a former one; one that is taken back is no longer former. */
export async function keepFormerSlug(
  tx: Transaction,
  tenancyId: number,
  from: string,
  to: string,
): Promise<void> {
  await tx.tenancySlug.deleteMany({ where: { slug: { in: [from, to] } } });
  await tx.tenancySlug.create({ data: { slug: from, tenancyId } });
}

/** Changes columns of a tenancy. */
export async function updateTenancy(
  tx: Transaction,
  id: number,
  changes: Prisma.TenancyUpdateInput,
): Promise<void> {
  await tx.tenancy.update({ where: { id }, data: changes });
}

/**
 * Changes the tenantId of a tenancy, unless it is being deleted or has accepted a notification.
 * @returns true if it was changed
 */
export async function setTenantId(
  tx: Transaction,
  { id, from, to }: { id: number; from: string; to: string },
): Promise<boolean> {
  const changed = await tx.$executeRaw`
    UPDATE tenancies SET tenant_id = ${to}, updated_at = now()
    WHERE id = ${id} AND tenant_id = ${from} AND deleting_at IS NULL
      AND NOT EXISTS (SELECT FROM notifications WHERE tenancy_id = ${id})`;
  return changed > 0;
}

/** Stores a webhook secret sealed for another purpose. */
export async function resealWebhookSecret(
  tx: Transaction,
  id: number,
  sealed: Uint8Array<ArrayBuffer>,
): Promise<void> {
  await tx.webhookSecret.update({ where: { id }, data: { sealed } });
}

/** Renames a tenancy in the area limits of users and API tokens, which name it by its tenantId. */
export async function moveAreaLimits(tx: Transaction, from: string, to: string): Promise<void> {
  for (const table of ["users", "api_tokens"])
    await tx.$executeRaw`
      UPDATE ${Prisma.raw(table)} SET areas = (
        SELECT jsonb_agg(CASE WHEN one ->> 'tenantId' = ${from}
          THEN jsonb_set(one, '{tenantId}', to_jsonb(${to}::text)) ELSE one END ORDER BY nth)
        FROM jsonb_array_elements(areas) WITH ORDINALITY AS limits(one, nth))
      WHERE areas @> jsonb_build_array(jsonb_build_object('tenantId', ${from}::text))`;
}

/** Merges test results into those stored of other parts; `updated_at` stays, because no setting changes. */
export async function noteTrials(id: number, trials: StoredTrials): Promise<void> {
  await getPrisma()
    .$executeRaw`UPDATE tenancies SET trials = trials || ${JSON.stringify(trials)}::jsonb WHERE id = ${id}`;
}

/** Replaces the sealed client secret. */
export async function updateClientSecret(
  tx: Transaction,
  id: number,
  sealed: Uint8Array<ArrayBuffer>,
  by: string,
): Promise<void> {
  await updateTenancy(tx, id, {
    clientSecret: sealed,
    clientSecretSetAt: new Date(),
    clientSecretSetBy: by,
  });
}

/** Adds a sealed webhook secret. */
export async function insertWebhookSecret(
  tx: Transaction,
  secret: Prisma.WebhookSecretUncheckedCreateInput,
): Promise<void> {
  await tx.webhookSecret.create({ data: secret });
}

/** Makes a retired secret active again, as if it were added now. */
export async function reviveWebhookSecret(tx: Transaction, id: number, by: string): Promise<void> {
  await tx.webhookSecret.update({
    where: { id },
    data: { retiredAt: null, createdAt: new Date(), createdBy: by, lastUsedAt: null },
  });
}

/** Undoes the retirement of a webhook secret; returns false if it is not a retired one of the tenancy. */
export async function restoreSecret(tx: Transaction, tenancyId: number, id: number): Promise<boolean> {
  const { count } = await tx.webhookSecret.updateMany({
    where: { id, tenancyId, retiredAt: { not: null } },
    data: { retiredAt: null },
  });
  return count > 0;
}

/** Retires a webhook secret; its row stays, because deliveries refer to it. */
export async function retireWebhookSecret(tx: Transaction, id: number): Promise<void> {
  await tx.webhookSecret.update({ where: { id }, data: { retiredAt: new Date() } });
}

/**
 * Marks a tenancy as being deleted and removes all that lets data in or out: its secrets, its fetching, its screens,
 * which go dark instead of falling to another tenancy.
 * @returns false if it was marked already
 */
export async function closeTenancy(tx: Transaction, id: number, by: string): Promise<boolean> {
  const { count } = await tx.tenancy.updateMany({
    where: { id, deletingAt: null },
    data: { deletingAt: new Date(), deletingBy: by, syncEnabled: false, clientSecret: null },
  });
  if (count === 0) return false;
  await tx.webhookSecret.deleteMany({ where: { tenancyId: id } });
  await tx.screen.updateMany({ where: { tenancyId: id, revokedAt: null }, data: { revokedAt: new Date() } });
  await tx.screen.updateMany({ where: { tenancyId: id }, data: { tenancyId: null } });
  return true;
}

/** The tenancies that are being deleted. */
export async function listClosed(): Promise<number[]> {
  const rows = await getPrisma().tenancy.findMany({
    where: { deletingAt: { not: null } },
    select: { id: true },
    orderBy: { id: "asc" },
  });
  return rows.map(({ id }) => id);
}

/**
 * A tenancy that is being deleted, or null. `settled`: it was closed 15 seconds ago, by when other processes have
 * dropped it from their caches.
 */
export async function findClosed(id: number) {
  const [row = null] = await getPrisma().$queryRaw<
    { name: string; tenantId: string; rows: bigint; settled: boolean }[]
  >`
    SELECT name, tenant_id AS "tenantId", deleted_rows AS rows,
      deleting_at < now() - interval '15 seconds' AS settled
    FROM tenancies WHERE id = ${id} AND deleting_at IS NOT NULL`;
  return row;
}

/** The tables with a tenancy_id, read from the catalog so that none is forgotten. */
export async function tablesOfTenancies(): Promise<string[]> {
  const rows = await getPrisma().$queryRaw<{ table: string }[]>`
    SELECT c.relname::text AS table FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND a.attname = 'tenancy_id' AND NOT a.attisdropped
    ORDER BY c.relname COLLATE "C"`;
  return rows.map(({ table }) => table);
}

/** Deletes up to `limit` rows of a tenancy from a table, and adds them to the tenancy's count of deleted rows. */
export async function deleteSome(table: string, tenancyId: number, limit: number): Promise<number> {
  const from = Prisma.raw(`"${table}"`);
  const rows = await getPrisma().$queryRaw<{ n: number }[]>`
    WITH gone AS (
      DELETE FROM ${from}
      WHERE ctid = ANY(ARRAY(SELECT ctid FROM ${from} WHERE tenancy_id = ${tenancyId} LIMIT ${limit})) RETURNING 1
    ), counted AS (
      UPDATE tenancies SET deleted_rows = deleted_rows + (SELECT count(*) FROM gone) WHERE id = ${tenancyId}
    )
    SELECT count(*)::int AS n FROM gone`;
  return rows[0]?.n ?? 0;
}

const DELETED = "deleted-tenancies";

/** Deletes the tenancy's own row, and records its id: the spool may still hold notifications of it. */
export async function deleteTenancyRow(tx: Transaction, id: number, tenantId: string): Promise<void> {
  await tx.tenancy.delete({ where: { id } });
  await tx.$executeRaw`
    INSERT INTO settings (key, value, updated_at)
    VALUES (${DELETED}, ${JSON.stringify([{ id, tenantId }])}::jsonb, now())
    ON CONFLICT (key) DO UPDATE SET value = settings.value || EXCLUDED.value, updated_at = now()`;
}

/** The tenancies that were deleted from this database. */
export async function listDeleted(): Promise<{ id: number; tenantId: string }[]> {
  const found = await getPrisma().setting.findUnique({ where: { key: DELETED } });
  return deletedSchema.parse(found?.value ?? []);
}

const deletedSchema = z.array(z.object({ id: z.int(), tenantId: z.string() }));
