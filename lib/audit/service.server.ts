import "server-only";
import type { Actor } from "@/lib/auth/contract";
import { requireAccess } from "@/lib/auth/rules";
import type { Transaction } from "@/lib/db/transaction.server";
import type { AuditNote, AuditPage } from "./contract";
import { insertEntry, listEntries } from "./store.server";

const PAGE = 100;

/** Writes down a change within its own transaction. `detail` must not hold a secret. */
export async function recordAudit(
  tx: Transaction,
  actor: Pick<Actor, "name">,
  note: AuditNote,
): Promise<void> {
  await insertEntry(tx, actor.name, note);
}

/**
 * A page of the audit, newest first (role admin).
 * @param query `cursor` as handed out with the page before, `search` a part of actor, action or target
 * @throws AppError `forbidden`
 */
export async function listAudit(
  actor: Actor,
  query: { cursor?: string | undefined; search?: string | undefined },
): Promise<AuditPage> {
  requireAccess(actor, "admin");
  const before = query.cursor && /^\d{1,18}$/.test(query.cursor) ? BigInt(query.cursor) : null;
  const found = await listEntries({ before, search: query.search?.trim() || null, take: PAGE + 1 });
  const items = found.slice(0, PAGE);
  return { items, nextCursor: found.length > PAGE ? (items.at(-1)?.id ?? null) : null };
}
