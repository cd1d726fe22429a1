import "server-only";
import type { Prisma } from "@/generated/prisma/client";
import { getPrisma } from "@/lib/base/db/prisma.server";
import type { Transaction } from "@/lib/base/db/transaction.server";
import type { AuditFilter, AuditKind, AuditLine, AuditNote } from "./contract";
import { actionOf, KIND_WORDS, SIGN_IN_ACTIONS } from "./words";

/** Adds an entry in the transaction of the change. */
export async function insertEntry(
  tx: Transaction,
  by: { actor: string; actorId: number | null; address: string | null },
  note: AuditNote,
): Promise<void> {
  await tx.auditEntry.create({ data: { ...by, ...note } });
}

/** Deletes entries before an instant; the database prevents any other deletion. */
export async function deleteEntriesBefore(tx: Transaction, before: Date): Promise<number> {
  await tx.$executeRaw`SELECT set_config('leafwatch.audit_retention', 'on', true)`;
  const { count } = await tx.auditEntry.deleteMany({ where: { at: { lt: before } } });
  await tx.$executeRaw`SELECT set_config('leafwatch.audit_retention', '', true)`;
  return count;
}

/** `search` matches actor, e-mail, address, action (also in words) and target; the rest as `auditFilterSchema`. */
type Filter = Omit<AuditFilter, "q"> & { search: string | null };

/** Entries below an id that a filter leaves, newest first. */
export async function listEntries({
  filter,
  before,
  take,
}: {
  filter: Filter;
  before: bigint | null;
  take: number;
}): Promise<AuditLine[]> {
  const rows = await getPrisma().auditEntry.findMany({
    where: { AND: [before === null ? {} : { id: { lt: before } }, ...(await conditionsOf(filter))] },
    orderBy: { id: "desc" },
    take,
  });
  const people = new Set(rows.flatMap(({ actorId }) => actorId ?? []));
  const accounts = await readAccounts({ id: { in: [...people] } });
  return rows.map(({ id, at, actorId, detail, ...line }) => ({
    ...line,
    id: String(id),
    at: at.toISOString(),
    account: actorId === null ? null : (accounts.get(actorId) ?? null),
    detail: textsOf(detail),
  }));
}

async function conditionsOf({ search, person, kind, from, to }: Filter) {
  const conditions: Prisma.AuditEntryWhereInput[] = [];
  if (search !== null) conditions.push({ OR: await whereFound(search) });
  if (person !== undefined) {
    const accounts = await readAccounts({ email: person.toLowerCase() });
    conditions.push({ OR: [{ actorId: { in: [...accounts.keys()] } }, { target: person.toLowerCase() }] });
  }
  if (kind !== undefined) conditions.push(whereKind(kind));
  if (from !== undefined) conditions.push({ at: { gte: new Date(from) } });
  if (to !== undefined) conditions.push({ at: { lte: new Date(to) } });
  return conditions;
}

function whereKind(kind: AuditKind): Prisma.AuditEntryWhereInput {
  if (kind === "sign-in") return { action: { in: SIGN_IN_ACTIONS } };
  return {
    OR: KIND_WORDS[kind].prefixes.map((prefix) => ({ action: { startsWith: prefix } })),
    NOT: { action: { in: SIGN_IN_ACTIONS } },
  };
}

/** The alternatives of a search. */
async function whereFound(search: string): Promise<Prisma.AuditEntryWhereInput[]> {
  const part = (text: string) => ({ contains: text, mode: "insensitive" }) as const;
  const accounts = await readAccounts({ email: part(search) });
  return [
    { actor: part(search) },
    { actorId: { in: [...accounts.keys()] } },
    { address: part(search) },
    { action: part(search) },
    { action: part(actionOf(search)) },
    { target: part(search) },
  ];
}

/** The e-mails of accounts, by their ids. */
async function readAccounts(where: Prisma.UserWhereInput): Promise<Map<number, string>> {
  const users = await getPrisma().user.findMany({ where, select: { id: true, email: true } });
  return new Map(users.map(({ id, email }) => [id, email]));
}

function textsOf(detail: unknown): Record<string, string> | null {
  if (typeof detail !== "object" || detail === null || Array.isArray(detail)) return null;
  return Object.fromEntries(Object.entries(detail).map(([member, value]) => [member, textOf(value)]));
}

const textOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
