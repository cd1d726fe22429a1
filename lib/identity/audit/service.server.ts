import "server-only";
import { csvLine } from "@/lib/base/core/csv";
import type { Transaction } from "@/lib/base/db/transaction.server";
import { transaction } from "@/lib/base/db/transaction.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { accountIdOf, requireAccess } from "@/lib/identity/actor/rules";
import type { AuditFilter, AuditLine, AuditNote, AuditPage } from "./contract";
import { deleteEntriesBefore, insertEntry, listEntries } from "./store.server";
import { actionWords, memberWords } from "./words";

const PAGE = 100;
const EXPORT_PAGE = 1_000;

/** The author of an entry: an actor, or a person before the sign-in. */
type Who = Pick<Actor, "name"> & Partial<Pick<Actor, "address" | "kind" | "id">>;

/**
 * Records a change in the change's own transaction. `detail` must not hold a secret.
 * @param actor the author, with the client's address; only people have an account
 */
export async function recordAudit(tx: Transaction, actor: Who, note: AuditNote): Promise<void> {
  const { name, address = null } = actor;
  await insertEntry(tx, { actor: name, actorId: accountIdOf(actor), address }, note);
}

/**
 * A page of the audit, newest first (role admin).
 * @param query `cursor` as given with the page before, `search` a part of the actor's name or e-mail, the address, the
 *   action or the target; the rest as `auditFilterSchema`
 * @throws AppError `forbidden`
 */
export async function listAudit(
  actor: Actor,
  query: { cursor?: string | undefined; search?: string | undefined } & Omit<AuditFilter, "q">,
): Promise<AuditPage> {
  requireAccess(actor, "admin");
  const { cursor, search, ...filter } = query;
  const before = cursor && /^\d{1,18}$/.test(cursor) ? BigInt(cursor) : null;
  const found = await listEntries({
    filter: { ...filter, search: search?.trim() || null },
    before,
    take: PAGE + 1,
  });
  const items = found.slice(0, PAGE);
  return { items, nextCursor: found.length > PAGE ? (items.at(-1)?.id ?? null) : null };
}

/**
 * The audit as CSV, newest first, all of it or what a filter leaves (role admin). Formulas are made harmless.
 * @throws AppError `forbidden`
 */
export function exportAudit(actor: Actor, { q, ...filter }: AuditFilter): AsyncIterator<string> {
  requireAccess(actor, "admin");
  return csvParts({ ...filter, search: q?.trim() || null });
}

async function* csvParts(filter: Parameters<typeof listEntries>[0]["filter"]): AsyncGenerator<string> {
  yield csvLine(["at", "who", "from", "action", "what", "of", "detail", "account"]);
  for (let before: bigint | null = null; ; ) {
    const lines: AuditLine[] = await listEntries({ filter, before, take: EXPORT_PAGE });
    yield lines.map(csvOf).join("");
    const last = lines.at(-1);
    if (last === undefined || lines.length < EXPORT_PAGE) return;
    before = BigInt(last.id);
  }
}

const csvOf = ({ at, actor, account, address, action, target, detail }: AuditLine) =>
  csvLine([at, actor, address, action, actionWords(action), target, detailOf(detail), account]);

const detailOf = (detail: AuditLine["detail"]) =>
  Object.entries(detail ?? {})
    .map(([member, value]) => `${memberWords(member)}: ${value}`)
    .join("; ");

/**
 * Deletes entries before an instant and records that: the only deletion of entries.
 * @returns the number of deleted entries
 */
export async function pruneAudit(actor: Who, before: Date): Promise<number> {
  return transaction(async (tx) => {
    const count = await deleteEntriesBefore(tx, before);
    const detail = { lines: String(count), before: before.toISOString() };
    if (count > 0) await recordAudit(tx, actor, { action: "audit.pruned", target: "audit", detail });
    return count;
  });
}
