import "server-only";
import { z } from "zod";
import { Prisma } from "@/generated/prisma/client";
import { sharedInTurn } from "@/lib/base/core/shared-read";
import { getPool } from "@/lib/base/db/pool.server";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { LAST_NOTIFICATION } from "@/lib/base/db/sql-fragments.server";
import type { Transaction } from "@/lib/base/db/transaction.server";
import type { NewTenancy, StoredTrials, TenancyRef, TenancySettings } from "./contract";

const refColumns = { id: true, tenantId: true, name: true, timeZone: true } as const;

/** All tenancies, oldest first; not those that are being deleted. */
export const listTenancyRefs = sharedInTurn(async (): Promise<readonly Omit<TenancyRef, "within">[]> => {
  // Straight from the pool, as sessions are: nearly every read begins with it, and a page's reads begin together.
  const { rows } = await getPool().query<Omit<TenancyRef, "within">>(
    `SELECT id, tenant_id AS "tenantId", name, time_zone AS "timeZone"
     FROM tenancies WHERE deleting_at IS NULL ORDER BY id`,
  );
  return rows;
});

const accessColumns = {
  ...refColumns,
  baseUrl: true,
  authUrl: true,
  clientId: true,
  clientSecret: true,
  tokenAuth: true,
  dataDelayHours: true,
  queryDeadlineMinutes: true,
  trustedAddresses: true,
  syncEnabled: true,
  syncTypes: true,
  backfillDays: true,
  syncEveryMinutes: true,
} as const;

/** What a call of the service needs, its secret still sealed. */
export type AccessRow = Prisma.TenancyGetPayload<{ select: typeof accessColumns }>;

/** The access of one tenancy, or null when there is none with this id. */
export async function findAccessRow(id: number): Promise<AccessRow | null> {
  return getPrisma().tenancy.findUnique({ where: { id }, select: accessColumns });
}

/** The access of every tenancy, oldest first. */
export async function listAccessRows(): Promise<AccessRow[]> {
  return getPrisma().tenancy.findMany({ select: accessColumns, orderBy: { id: "asc" } });
}

/** A webhook secret, sealed, with its owner. */
export type SecretRow = {
  id: number;
  tenancyId: number;
  tenantId: string;
  tenancyName: string;
  header: string;
  sealed: Uint8Array;
  /** Tells its row apart; part of what `sealed` is bound to. */
  fingerprint: string;
  retired: boolean;
  provisioned: boolean;
};

/** Webhook secrets of all tenancies; the retired ones too when asked. */
export async function listSecretRows(
  options: { retired: boolean; tenancyId?: number },
  tx: Transaction = getPrisma(),
): Promise<SecretRow[]> {
  const { retired, tenancyId } = options;
  const rows = await tx.webhookSecret.findMany({
    where: { ...(!retired && { retiredAt: null }), ...(tenancyId !== undefined && { tenancyId }) },
    orderBy: { id: "asc" },
  });
  const owners = await tx.tenancy.findMany({ select: { ...refColumns, signatureHeader: true } });
  return rows.flatMap((row) => {
    const owner = owners.find((tenancy) => tenancy.id === row.tenancyId);
    if (!owner) return [];
    const { id, tenancyId, sealed, fingerprint, provisioned } = row;
    const { tenantId, name, signatureHeader } = owner;
    return [
      {
        id,
        tenancyId,
        tenantId,
        tenancyName: name,
        header: signatureHeader,
        sealed,
        fingerprint,
        provisioned,
        retired: row.retiredAt !== null,
      },
    ];
  });
}

/** One tenancy with its settings and its sealed client secret; null when there is none. */
export async function findTenancyRow(tenantId: string) {
  return getPrisma().tenancy.findUnique({ where: { tenantId } });
}

export type TenancyRow = NonNullable<Awaited<ReturnType<typeof findTenancyRow>>>;

/** Every tenancy with its settings, oldest first. */
export async function listTenancyRows(): Promise<TenancyRow[]> {
  return getPrisma().tenancy.findMany({ orderBy: { id: "asc" } });
}

/** The active webhook secrets of a tenancy, oldest first, sealed. */
export async function listActiveSecrets(tenancyId: number) {
  return getPrisma().webhookSecret.findMany({
    where: { tenancyId, retiredAt: null },
    orderBy: { id: "asc" },
  });
}

/** How many notifications each secret of a tenancy verified within the last seven days, and when the last one. */
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

/** What queries say of a client secret: when the service last took one sent with it, and whether it refused the last. */
export type ClientUse = { usedAt: Date | null; refused: boolean };

/** What the queries of a tenancy since `storedAt` say of its present client secret. */
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

/** When the last notification of each tenancy came. */
export async function lastNotificationTimes(): Promise<Map<number, Date>> {
  const rows = await getPrisma().$queryRaw<{ id: number; at: Date | null }[]>`
    select t.id, ${Prisma.raw(LAST_NOTIFICATION)} as at from tenancies t`;
  return new Map(rows.flatMap(({ id, at }) => (at ? [[id, at] as const] : [])));
}

/** How far the history of each tenancy reaches, and what went wrong last. */
export async function syncFacts(): Promise<
  { tenancyId: number; lastReadingAt: Date | null; lastError: string | null; failures: number }[]
> {
  return getPrisma().syncState.findMany({
    select: { tenancyId: true, lastReadingAt: true, lastError: true, failures: true },
  });
}

/** Makes a tenancy; null when the tenantId is taken. */
export async function insertTenancy(tx: Transaction, input: NewTenancy): Promise<number | null> {
  const taken = await tx.tenancy.findUnique({
    where: { tenantId: input.tenantId },
    select: { id: true },
  });
  if (taken) return null;
  const made = await tx.tenancy.create({ data: input, select: { id: true } });
  return made.id;
}

/** Writes settings of a tenancy. */
export async function updateTenancy(
  tx: Transaction,
  id: number,
  changes: Partial<TenancySettings> & { trustedAddresses?: boolean },
): Promise<void> {
  await tx.tenancy.update({ where: { id }, data: changes });
}

/**
 * Gives a tenancy another tenantId, where it has the old one, is not being deleted and has accepted nothing.
 * @returns whether it has it now
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

/** Writes the same client secret, sealed for another purpose: when it was stored stays. */
export async function resealClientSecret(
  tx: Transaction,
  id: number,
  clientSecret: Uint8Array<ArrayBuffer>,
): Promise<void> {
  await tx.tenancy.update({ where: { id }, data: { clientSecret } });
}

/** Writes the same webhook secret, sealed for another purpose. */
export async function resealWebhookSecret(
  tx: Transaction,
  id: number,
  sealed: Uint8Array<ArrayBuffer>,
): Promise<void> {
  await tx.webhookSecret.update({ where: { id }, data: { sealed } });
}

/** What people are limited to names tenancies by their tenantId. */
export async function moveAreaLimits(tx: Transaction, from: string, to: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE users SET areas = (
      SELECT jsonb_agg(CASE WHEN one ->> 'tenantId' = ${from}
        THEN jsonb_set(one, '{tenantId}', to_jsonb(${to}::text)) ELSE one END ORDER BY nth)
      FROM jsonb_array_elements(areas) WITH ORDINALITY AS limits(one, nth))
    WHERE areas @> jsonb_build_array(jsonb_build_object('tenantId', ${from}::text))`;
}

/** Writes what a test found beside what is known of the other parts. */
export async function noteTrials(id: number, trials: StoredTrials): Promise<void> {
  // At the settings themselves nothing has changed: updated_at stays.
  await getPrisma()
    .$executeRaw`UPDATE tenancies SET trials = trials || ${JSON.stringify(trials)}::jsonb WHERE id = ${id}`;
}

/** Puts a sealed client secret in the place of the last one. */
export async function updateClientSecret(
  tx: Transaction,
  id: number,
  sealed: Uint8Array<ArrayBuffer>,
  by: string,
): Promise<void> {
  await tx.tenancy.update({
    where: { id },
    data: { clientSecret: sealed, clientSecretSetAt: new Date(), clientSecretSetBy: by },
  });
}

/** Adds a sealed webhook secret. */
export async function insertWebhookSecret(
  tx: Transaction,
  secret: { tenancyId: number; sealed: Uint8Array<ArrayBuffer>; fingerprint: string; createdBy: string },
): Promise<number> {
  const made = await tx.webhookSecret.create({ data: secret, select: { id: true } });
  return made.id;
}

/** Takes a retired secret into use again. */
export async function reviveWebhookSecret(tx: Transaction, id: number, by: string): Promise<void> {
  await tx.webhookSecret.update({
    where: { id },
    data: { retiredAt: null, createdAt: new Date(), createdBy: by, lastUsedAt: null },
  });
}

/** Takes back that a webhook secret was ended; false when it is not an ended one of the tenancy. */
export async function restoreSecret(tx: Transaction, tenancyId: number, id: number): Promise<boolean> {
  const { count } = await tx.webhookSecret.updateMany({
    where: { id, tenancyId, retiredAt: { not: null } },
    data: { retiredAt: null },
  });
  return count > 0;
}

/** Ends a webhook secret; its row stays, because deliveries refer to it. */
export async function retireWebhookSecret(tx: Transaction, id: number): Promise<void> {
  await tx.webhookSecret.update({ where: { id }, data: { retiredAt: new Date() } });
}

/**
 * Takes from a tenancy all that lets anything in or out, and marks it: its secrets, its fetching, its screens, which
 * go dark instead of falling to another tenancy.
 * @returns false when it was marked already
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

/** A tenancy that is being deleted, or null. `settled`: what other processes knew of it is forgotten by now. */
export async function findClosed(
  id: number,
): Promise<{ name: string; tenantId: string; rows: bigint; settled: boolean } | null> {
  const { rows } = await getPool().query<{ name: string; tenantId: string; rows: string; settled: boolean }>(
    `SELECT name, tenant_id AS "tenantId", deleted_rows AS rows, deleting_at < now() - interval '15 seconds' AS settled
     FROM tenancies WHERE id = $1 AND deleting_at IS NOT NULL`,
    [id],
  );
  const [row] = rows;
  return row ? { ...row, rows: BigInt(row.rows) } : null;
}

/** The tables with rows of tenancies, whichever the migrations have made. */
export async function tablesOfTenancies(): Promise<string[]> {
  const { rows } = await getPool().query<{ table: string }>(
    `SELECT c.relname::text AS table FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND a.attname = 'tenancy_id' AND NOT a.attisdropped
     ORDER BY c.relname COLLATE "C"`,
  );
  return rows.map(({ table }) => table);
}

/** Deletes some rows of a tenancy from a table, and counts them for who looks. */
export async function deleteSome(table: string, tenancyId: number, take: number): Promise<number> {
  const { rows } = await getPool().query<{ n: number }>(
    `WITH gone AS (
       DELETE FROM "${table}"
       WHERE ctid = ANY(ARRAY(SELECT ctid FROM "${table}" WHERE tenancy_id = $1 LIMIT $2)) RETURNING 1
     ), counted AS (
       UPDATE tenancies SET deleted_rows = deleted_rows + (SELECT count(*) FROM gone) WHERE id = $1
     )
     SELECT count(*)::int AS n FROM gone`,
    [tenancyId, take],
  );
  return rows[0]?.n ?? 0;
}

const DELETED = "deleted-tenancies";

/** Deletes the tenancy's own row, the last one, and writes down that it was deleted: not all of it is in the database. */
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
