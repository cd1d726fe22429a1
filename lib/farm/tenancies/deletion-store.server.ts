import "server-only";
import { z } from "zod";
import { getPool } from "@/lib/base/db/pool.server";
import { getPrisma } from "@/lib/base/db/prisma.server";
import type { Transaction } from "@/lib/base/db/transaction.server";

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
