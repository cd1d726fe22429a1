import "server-only";
import { getPrisma } from "@/lib/db/prisma.server";
import type { Transaction } from "@/lib/db/transaction.server";
import type { AuditLine, AuditNote } from "./contract";

/** Adds a line in the transaction of the change. */
export async function insertEntry(tx: Transaction, actor: string, note: AuditNote): Promise<void> {
  await tx.auditEntry.create({ data: { actor, ...note } });
}

/** Lines below an id, newest first; texts of `search` are looked for in actor, action and target. */
export async function listEntries(options: {
  before: bigint | null;
  search: string | null;
  take: number;
}): Promise<AuditLine[]> {
  const { before, search, take } = options;
  const contains = search === null ? undefined : ({ contains: search, mode: "insensitive" } as const);
  const rows = await getPrisma().auditEntry.findMany({
    where: {
      ...(before === null ? {} : { id: { lt: before } }),
      ...(contains ? { OR: [{ actor: contains }, { action: contains }, { target: contains }] } : {}),
    },
    orderBy: { id: "desc" },
    take,
  });
  return rows.map(({ id, at, actor, action, target, detail }) => ({
    id: String(id),
    at: at.toISOString(),
    actor,
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
