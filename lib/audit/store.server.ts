import "server-only";
import { getPrisma } from "@/lib/db/prisma.server";
import type { Transaction } from "@/lib/db/transaction.server";
import type { AuditLine, AuditNote } from "./contract";
import { actionOf } from "./words";

/** Adds a line in the transaction of the change. */
export async function insertEntry(
  tx: Transaction,
  by: { actor: string; address: string | null },
  note: AuditNote,
): Promise<void> {
  await tx.auditEntry.create({ data: { ...by, ...note } });
}

/** Deletes what was written down before an instant; the database lets nothing else delete. */
export async function deleteEntriesBefore(tx: Transaction, before: Date): Promise<number> {
  await tx.$executeRaw`SELECT set_config('leafwatch.audit_retention', 'on', true)`;
  const { count } = await tx.auditEntry.deleteMany({ where: { at: { lt: before } } });
  await tx.$executeRaw`SELECT set_config('leafwatch.audit_retention', '', true)`;
  return count;
}

/**
 * Lines below an id, newest first; texts of `search` are looked for in actor, address, action and target, an action
 * by its words too.
 */
export async function listEntries(options: {
  before: bigint | null;
  search: string | null;
  take: number;
}): Promise<AuditLine[]> {
  const { before, search, take } = options;
  const part = (text: string) => ({ contains: text, mode: "insensitive" }) as const;
  const rows = await getPrisma().auditEntry.findMany({
    where: {
      ...(before === null ? {} : { id: { lt: before } }),
      ...(search === null
        ? {}
        : {
            OR: [
              { actor: part(search) },
              { address: part(search) },
              { action: part(search) },
              { action: part(actionOf(search)) },
              { target: part(search) },
            ],
          }),
    },
    orderBy: { id: "desc" },
    take,
  });
  return rows.map(({ id, at, actor, address, action, target, detail }) => ({
    id: String(id),
    at: at.toISOString(),
    actor,
    address,
    action,
    target,
    detail: textsOf(detail),
  }));
}

function textsOf(detail: unknown): Record<string, string> | null {
  if (typeof detail !== "object" || detail === null || Array.isArray(detail)) return null;
  return Object.fromEntries(Object.entries(detail).map(([member, value]) => [member, textOf(value)]));
}

const textOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
