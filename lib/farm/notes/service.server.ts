import "server-only";
import type { z } from "zod";
import { isOpen } from "@/lib/base/core/area-limits";
import { AppError } from "@/lib/base/core/errors";
import { withAncestors } from "@/lib/base/core/paths";
import { utcInstant } from "@/lib/base/core/time";
import { ulid } from "@/lib/base/core/ulid";
import { type Transaction, transaction } from "@/lib/base/db/transaction.server";
import { areaIdsWithin } from "@/lib/farm/areas/service.server";
import type { Scope, TenancyRef } from "@/lib/farm/tenancies/contract";
import { resolveTenancy } from "@/lib/farm/tenancies/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { accountIdOf, isPersonOf, mayAccess, requireAccess } from "@/lib/identity/actor/rules";
import { recordAudit } from "@/lib/identity/audit/service.server";
import type { AreaNote, listAreaNotes, NewNote, OneNote } from "./contract";
import {
  insertNote,
  lockNote,
  publishNotesChanged,
  readAreaIds,
  readNotes,
  type StoredNote,
  setDeleted,
} from "./store.server";

/**
 * Notes of an area, of all below it and of those that it lies in: a house that was sprayed explains each of its
 * benches, for those who may see the house. Oldest first; times RFC 3339 UTC.
 * @throws AppError `bad-request` on `from` after `to`; `not-found` on `area`
 */
export async function notesOf(
  actor: Actor,
  { tenant, area, from, to }: z.output<NonNullable<typeof listAreaNotes.query>>,
): Promise<{ items: AreaNote[] }> {
  requireAccess(actor, "viewer");
  const tenancy = await resolveTenancy(actor, tenant);
  if (from && to && from > to) throw new AppError("bad-request", "from is after to.", { parameter: "from" });
  const [within, above] = await Promise.all([
    areaIdsWithin(tenancy, area),
    readAreaIds(tenancy.id, openOnly(tenancy, withAncestors(area).slice(0, -1))),
  ]);
  const notes = await readNotes(tenancy.id, [...within, ...above], { from: from ?? null, to: to ?? null });
  return { items: notes.map((note) => toNote(note, actor)) };
}

/**
 * Pins a note to a time of an area (role grower), signed with the actor's name.
 * @throws AppError `forbidden`; `bad-request` on `at` in the future; `not-found` on `area`
 */
export async function pinNote(
  actor: Actor,
  { tenant, area, at, text }: NewNote,
  now = new Date(),
): Promise<{ id: string }> {
  requireAccess(actor, "grower");
  const tenancy = await resolveTenancy(actor, tenant);
  if (at > now)
    throw new AppError("bad-request", "A note tells what has been: the time is still to come.", {
      parameter: "at",
    });
  const [areaId] = await readAreaIds(tenancy.id, openOnly(tenancy, [area]));
  if (areaId === undefined)
    throw new AppError("not-found", `No control area has the path ${area}.`, { parameter: "area" });
  const id = ulid(now.getTime(), crypto.getRandomValues(new Uint8Array(16)));
  const by = { author: actor.name, authorId: accountIdOf(actor) };
  await transaction(async (tx) => {
    await insertNote(tx, { tenancyId: tenancy.id, areaId, id, at, text, ...by, createdAt: now });
    await record(tx, actor, tenancy, "area.note-pinned", { area, at, text });
    await publishNotesChanged(tx, tenancy.tenantId);
  });
  return { id };
}

/**
 * Takes a note away (role grower): one's own; an admin any.
 * @throws AppError `forbidden`; `not-found` where it is not there any more
 */
export async function deleteNote(actor: Actor, { tenant, id }: OneNote, now = new Date()): Promise<void> {
  await change(actor, tenant, id, async (tx, tenancy, note) => {
    if (note.deletedAt !== null) throw noteGone();
    if (!isPersonOf(actor, note.authorId) && !mayAccess(actor, "admin")) throw notOwnNote(note);
    await setDeleted(tx, tenancy.id, note, { at: now, by: actor.name, byId: accountIdOf(actor) });
    await record(tx, actor, tenancy, "area.note-deleted", note);
  });
}

/**
 * Brings a note back that the actor took away (role grower).
 * @throws AppError `forbidden`; `not-found`; `conflict` where it was not the actor who took it away
 */
export async function restoreNote(actor: Actor, { tenant, id }: OneNote): Promise<void> {
  await change(actor, tenant, id, async (tx, tenancy, note) => {
    if (!isPersonOf(actor, note.deletedById))
      throw new AppError("conflict", "Only who took a note away brings it back.");
    await setDeleted(tx, tenancy.id, note, null);
    await record(tx, actor, tenancy, "area.note-restored", note);
  });
}

const openOnly = ({ within }: Scope, paths: readonly string[]) =>
  paths.filter((path) => isOpen(within, path));

type Work = (tx: Transaction, tenancy: TenancyRef, note: StoredNote) => Promise<void>;

async function change(actor: Actor, tenant: string | undefined, id: string, work: Work): Promise<void> {
  requireAccess(actor, "grower");
  const tenancy = await resolveTenancy(actor, tenant);
  await transaction(async (tx) => {
    const note = await lockNote(tx, tenancy.id, id);
    if (!note || !isOpen(tenancy.within, note.area)) throw noteGone();
    await work(tx, tenancy, note);
    await publishNotesChanged(tx, tenancy.tenantId);
  });
}

const noteGone = () => new AppError("not-found", "This note is not there any more.");

function notOwnNote({ author, authorId }: StoredNote): AppError {
  if (authorId !== null)
    return new AppError("forbidden", `${author} wrote this note: only they or an admin take it away.`);
  return new AppError(
    "forbidden",
    `This note was signed ${author} when no account was kept with a note: an admin can take it away.`,
  );
}

function record(
  tx: Transaction,
  actor: Actor,
  { tenantId }: TenancyRef,
  action: string,
  { area, at, text }: Pick<StoredNote, "area" | "at" | "text">,
): Promise<void> {
  return recordAudit(tx, actor, { action, target: area, detail: { tenantId, at: utcInstant(at), text } });
}

function toNote(note: StoredNote, reader: Actor): AreaNote {
  const { id, area, at, text, author, authorId, createdAt } = note;
  const own = isPersonOf(reader, authorId);
  return { id, area, at: utcInstant(at), text, author, own, createdAt: createdAt.toISOString() };
}
