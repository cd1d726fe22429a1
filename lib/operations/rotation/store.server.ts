import "server-only";
import { getPool } from "@/lib/base/db/pool.server";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { type Transaction, transaction } from "@/lib/base/db/transaction.server";
import { PUSH_KEY_PURPOSE, type Purpose, rejectedPurpose, totpPurpose } from "@/lib/base/secrets/contract";
import { newestKey } from "@/lib/base/secrets/ring.server";
import { isSealedByNewest, reseal, tryUnseal } from "@/lib/base/secrets/seal.server";
import { clientSecretPurpose, webhookSecretPurpose } from "@/lib/farm/tenancies/contract";
import type { RotationRun } from "./contract";

/** A column with sealed values, and what each value is bound to. */
export type SealedColumn = {
  table: string;
  column: string;
  /** SQL expressions that `purpose` receives by name; `t` is the table. */
  facts: Record<string, string>;
  join?: string;
  purpose(facts: Record<string, string>): Purpose;
};

/** Every column of the database that holds sealed values. */
export const SEALED_COLUMNS: SealedColumn[] = [
  {
    table: "tenancies",
    column: "client_secret",
    facts: { tenantId: "t.tenant_id" },
    purpose: ({ tenantId = "" }) => clientSecretPurpose(tenantId),
  },
  {
    table: "webhook_secrets",
    column: "sealed",
    join: "JOIN tenancies o ON o.id = t.tenancy_id",
    facts: { tenantId: "o.tenant_id", fingerprint: "t.fingerprint" },
    purpose: ({ tenantId = "", fingerprint = "" }) => webhookSecretPurpose(tenantId, fingerprint),
  },
  {
    table: "deliveries",
    column: "body",
    join: "JOIN (VALUES ('rejected')) AS o(outcome) USING (outcome)",
    facts: { hash: "coalesce(encode(t.refused_hash, 'hex'), '')" },
    purpose: ({ hash = "" }) => rejectedPurpose(hash),
  },
  {
    table: "users",
    column: "totp_secret",
    facts: { userId: "t.id::text" },
    purpose: ({ userId = "" }) => totpPurpose(userId),
  },
];

/** First bytes of values sealed with the newest key: format version and key id. */
const newestHead = () => Buffer.concat([Buffer.from([2]), Buffer.from(newestKey().id, "hex")]);

const sourceOf = ({ table, column, join = "" }: SealedColumn) =>
  `FROM ${table} t ${join} WHERE t.${column} IS NOT NULL AND substring(t.${column} FROM 1 FOR 5) <> $1`;

/** Counts the values of a column that are sealed with an older key. */
export async function countOlderIn(place: SealedColumn): Promise<number> {
  const { rows } = await getPool().query<{ n: number }>(`SELECT count(*)::int AS n ${sourceOf(place)}`, [
    newestHead(),
  ]);
  return rows[0]?.n ?? 0;
}

/** Counts which of the newest thousand values of a column the key ring opens. */
export async function countOpening(place: SealedColumn): Promise<{ opened: number; lost: number }> {
  const { rows } = await getPool().query<{ sealed: Buffer; facts: Record<string, string> }>(
    `SELECT t.${place.column} AS sealed, json_build_object(${factsSql(place)}) AS facts
     FROM ${place.table} t ${place.join ?? ""} WHERE t.${place.column} IS NOT NULL ORDER BY t.id DESC LIMIT 1000`,
  );
  const opened = rows.filter(({ sealed, facts }) => tryUnseal(sealed, place.purpose(facts)) !== null).length;
  return { opened, lost: rows.length - opened };
}

const factsSql = ({ facts }: SealedColumn) =>
  Object.entries(facts)
    .map(([name, sql]) => `'${name}', ${sql}`)
    .join(", ");

type Batch = { last: string | null; resealed: number; lost: number };

/**
 * Seals the next values of a column again, in one transaction.
 * @param after only rows after this id
 * @returns the last id of the batch, null if none is left
 */
export async function resealBatch(place: SealedColumn, after: string, take: number): Promise<Batch> {
  const select = `SELECT t.id::text AS id, t.${place.column} AS sealed,
      json_build_object(${factsSql(place)}) AS facts
    ${sourceOf(place)} AND t.id > $2::text::bigint ORDER BY t.id LIMIT $3::int FOR UPDATE OF t`;
  return transaction(async (tx) => {
    type Row = { id: string; sealed: Uint8Array; facts: Record<string, string> };
    const rows = await tx.$queryRawUnsafe<Row[]>(select, newestHead(), after, take);
    let resealed = 0;
    for (const { id, sealed, facts } of rows) {
      const anew = reseal(sealed, place.purpose(facts));
      if (!anew) continue;
      await tx.$executeRawUnsafe(
        `UPDATE ${place.table} SET ${place.column} = $1 WHERE id = $2::text::bigint`,
        anew,
        id,
      );
      resealed += 1;
    }
    return { last: rows.at(-1)?.id ?? null, resealed, lost: rows.length - resealed };
  });
}

const PUSH_KEYS = "push-keys";

/** Returns true if the private key for push services is sealed with an older key. */
export async function isPushKeyOlder(tx: Transaction = getPrisma()): Promise<boolean> {
  const known = await findPushKey(tx);
  return known !== null && !isSealedByNewest(Buffer.from(known.sealed, "base64"));
}

/** Seals the private key for push services again. @returns false if no key opens it */
export async function resealPushKey(): Promise<boolean> {
  return transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM settings WHERE key = ${PUSH_KEYS} FOR UPDATE`;
    const known = await findPushKey(tx);
    const anew = known && reseal(Buffer.from(known.sealed, "base64"), PUSH_KEY_PURPOSE);
    if (!known || !anew) return false;
    const value = { ...known, sealed: Buffer.from(anew).toString("base64") };
    await tx.setting.update({ where: { key: PUSH_KEYS }, data: { value } });
    return true;
  });
}

async function findPushKey(tx: Transaction): Promise<{ publicKey: string; sealed: string } | null> {
  const found = await tx.setting.findUnique({ where: { key: PUSH_KEYS } });
  return found ? (found.value as { publicKey: string; sealed: string }) : null;
}

/**
 * Finds columns with values that begin like those sealed with one of these keys, and so need it.
 * @param ids key ids, hex
 */
export async function findColumnsSealedBy(ids: readonly string[]): Promise<string[]> {
  const { rows } = await getPool().query<{ table: string; column: string }>(
    `SELECT table_name AS table, column_name AS column FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type = 'bytea' ORDER BY 1, 2`,
  );
  const heads = ids.map((id) => Buffer.concat([Buffer.from([2]), Buffer.from(id, "hex")]));
  const found: string[] = [];
  for (const { table, column } of rows) {
    const sql = `SELECT 1 FROM "${table}" WHERE substring("${column}" FROM 1 FOR 5) = ANY($1::bytea[]) LIMIT 1`;
    if (((await getPool().query(sql, [heads])).rowCount ?? 0) > 0) found.push(`${table}.${column}`);
  }
  return found;
}

const RUN = "key-rotation";

/** The last rotation that was asked for on the page; null without one. */
export async function readRun(): Promise<RotationRun | null> {
  const found = await getPrisma().setting.findUnique({ where: { key: RUN } });
  return (found?.value ?? null) as RotationRun | null;
}

/** Saves how far a rotation has come. */
export async function writeRun(value: RotationRun): Promise<void> {
  await getPrisma().setting.upsert({ where: { key: RUN }, create: { key: RUN, value }, update: { value } });
}
