import "server-only";
import { isOpen } from "@/lib/base/core/area-limits";
import { AppError } from "@/lib/base/core/errors";
import { withAncestors } from "@/lib/base/core/paths";
import { utcInstant } from "@/lib/base/core/time";
import { ulid } from "@/lib/base/core/ulid";
import { type Transaction, transaction } from "@/lib/base/db/transaction.server";
import type { QueryOf } from "@/lib/base/request/endpoint";
import { areaIdsWithin } from "@/lib/farm/areas/service.server";
import type { Scope, TenancyRef } from "@/lib/farm/tenancies/contract";
import { requireTenancy, resolveTenancy } from "@/lib/farm/tenancies/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { accountIdOf, isPersonOf, mayAccess, requireAccess } from "@/lib/identity/actor/rules";
import { recordAudit } from "@/lib/identity/audit/service.server";
import type { AreaNote, listAreaNotes, NewNote, OneNote } from "./contract";
import * as store from "./store.server";

/**
 * Notes of an area, of all below it and of its ancestors that the actor may see, because spraying a house explains each
 * of its benches. Oldest first; times RFC 3339 UTC.
 * @throws AppError `bad-request` if `from` is after `to`; `not-found` on `area`
 */
export async function notesOf(
  actor: Actor,
  { tenant, area, from, to }: QueryOf<typeof listAreaNotes>,
): Promise<{ items: AreaNote[] }> {
  requireAccess(actor, "viewer");
  const tenancy = await resolveTenancy(actor, tenant);
  if (from && to && from > to) throw new AppError("bad-request", "from is after to.", { parameter: "from" });
  const [within, above] = await Promise.all([
    areaIdsWithin(tenancy, area),
    store.readAreaIds(tenancy.id, openOnly(tenancy, withAncestors(area).slice(0, -1))),
  ]);
  const notes = await store.readNotes(tenancy.id, [...within, ...above], { from, to });
  return { items: notes.map((note) => toNote(note, actor)) };
}

/**
 * Pins a note to a time of an area (role grower), signed with the actor's name.
 * @throws AppError `forbidden`; `bad-request` if `at` is in the future; `not-found` on `area`
 */
export async function pinNote(
  actor: Actor,
  { tenant, area, at, text }: NewNote,
  now = new Date(),
): Promise<{ id: string }> {
  const tenancy = await requireTenancy(actor, "grower", tenant);
  if (at > now)
    throw new AppError("bad-request", "A note is about the past: choose a time that is not in the future.", {
      parameter: "at",
    });
  const [areaId] = await store.readAreaIds(tenancy.id, openOnly(tenancy, [area]));
  if (areaId === undefined)
    throw new AppError("not-found", `No control area has the path ${area}.`, { parameter: "area" });
  const id = ulid(now.getTime(), crypto.getRandomValues(new Uint8Array(16)));
  const by = { author: actor.name, authorId: accountIdOf(actor) };
  await transaction(async (tx) => {
    await store.insertNote(tx, { tenancyId: tenancy.id, areaId, id, at, text, ...by, createdAt: now });
    await record(tx, actor, tenancy, "area.note-pinned", { area, at, text });
    await store.publishNotesChanged(tx, tenancy.tenantId);
  });
  return { id };
}

/**
 * Deletes a note (role grower): the actor's own, or as an admin any.
 * @throws AppError `forbidden`; `not-found` if it is gone
 */
export async function deleteNote(actor: Actor, { tenant, id }: OneNote, now = new Date()): Promise<void> {
  await change(actor, tenant, id, async (tx, tenancy, note) => {
    if (note.deletedAt !== null) throw noteGone();
    if (!isPersonOf(actor, note.authorId) && !mayAccess(actor, "admin")) throw notOwnNote(note);
    await store.setDeleted(tx, tenancy.id, note, { at: now, by: actor.name, byId: accountIdOf(actor) });
    await record(tx, actor, tenancy, "area.note-deleted", note);
  });
}

/**
 * Restores a note that the actor deleted (role grower).
 * @throws AppError `forbidden`; `not-found`; `conflict` if somebody else deleted it
 */
export async function restoreNote(actor: Actor, { tenant, id }: OneNote): Promise<void> {
  await change(actor, tenant, id, async (tx, tenancy, note) => {
    if (!isPersonOf(actor, note.deletedById))
      throw new AppError("conflict", "Only the person who deleted a note can restore it.");
    await store.setDeleted(tx, tenancy.id, note, null);
    await record(tx, actor, tenancy, "area.note-restored", note);
  });
}

const openOnly = ({ within }: Scope, paths: readonly string[]) =>
  paths.filter((path) => isOpen(within, path));

/** Runs a change of one note that the actor may see, in a transaction that locks the note. */
async function change(
  actor: Actor,
  tenant: string | undefined,
  id: string,
  work: (tx: Transaction, tenancy: TenancyRef, note: store.StoredNote) => Promise<void>,
): Promise<void> {
  const tenancy = await requireTenancy(actor, "grower", tenant);
  await transaction(async (tx) => {
    const note = await store.lockNote(tx, tenancy.id, id);
    if (!note || !isOpen(tenancy.within, note.area)) throw noteGone();
    await work(tx, tenancy, note);
    await store.publishNotesChanged(tx, tenancy.tenantId);
  });
}

const noteGone = () => new AppError("not-found", "This note has been deleted.");

function notOwnNote({ author, authorId }: store.StoredNote): AppError {
  if (authorId !== null)
    return new AppError("forbidden", `${author} wrote this note: only they or an admin can delete it.`);
  return new AppError(
    "forbidden",
    `Only an admin can delete this note: it is signed ${author}, but no account is stored with it.`,
  );
}

function record(
  tx: Transaction,
  actor: Actor,
  { tenantId }: TenancyRef,
  action: string,
  { area, at, text }: Pick<store.StoredNote, "area" | "at" | "text">,
): Promise<void> {
  return recordAudit(tx, actor, { action, target: area, detail: { tenantId, at: utcInstant(at), text } });
}

function toNote(note: store.StoredNote, reader: Actor): AreaNote {
  const { id, area, at, text, author, authorId, createdAt } = note;
  const own = isPersonOf(reader, authorId);
  return { id, area, at: utcInstant(at), text, author, own, createdAt: createdAt.toISOString() };
}
