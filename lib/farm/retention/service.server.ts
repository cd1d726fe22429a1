import "server-only";
import { z } from "zod";
import { AppError } from "@/lib/base/core/errors";
import { DAY_MS } from "@/lib/base/core/time";
import { type Transaction, transaction } from "@/lib/base/db/transaction.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import { pruneAudit, recordAudit } from "@/lib/identity/audit/service.server";
import {
  DEFAULT_RETENTION,
  type Pruned,
  RETENTION_NAMES,
  type Retention,
  type RetentionMember,
  type RetentionState,
  retentionMembers,
} from "./contract";
import * as store from "./store.server";

const MEMBERS = Object.keys(RETENTION_NAMES) as RetentionMember[];
const storedSchema = z.object({
  ...z.object(retentionMembers).partial().shape,
  locked: z.array(z.string()).default([]),
});

/** Reads the retention (role admin). */
export async function readRetention(actor: Actor): Promise<RetentionState> {
  requireAccess(actor, "admin");
  const { retention, locked } = stateOf(await store.readStored());
  return { retention, locked };
}

/** Returns the retention of requests with a failed signature, in days. */
export async function rejectedDays(): Promise<number> {
  return stateOf(await store.readStored()).retention.rejectedDays;
}

/** Parses the stored settings; `set` holds only the stored ones, because defaults may change with the program. */
function stateOf(stored: unknown): RetentionState & { set: Partial<Retention> } {
  const { locked = [], ...named } = storedSchema.catch({ locked: [] }).parse(stored ?? {});
  const present = Object.entries(named).filter(([, value]) => value !== undefined);
  const set: Partial<Retention> = Object.fromEntries(present);
  return {
    retention: { ...DEFAULT_RETENTION, ...set },
    set,
    locked: MEMBERS.filter((member) => locked.includes(member)),
  };
}

/**
 * Changes how long data is kept (role admin).
 * @throws AppError `conflict` on a setting locked by the provisioning file
 */
export async function saveRetention(actor: Actor, wanted: Retention): Promise<void> {
  requireAccess(actor, "admin");
  await transaction(async (tx) => {
    const { retention, locked } = stateOf(await store.readStored(tx));
    const changed = MEMBERS.filter((member) => retention[member] !== wanted[member]);
    const refused = changed.find((member) => locked.includes(member));
    if (refused)
      throw new AppError("conflict", "This is set by the provisioning file. Change it there.", {
        parameter: refused,
      });
    if (changed.length === 0) return;
    await store.writeStored(tx, { ...wanted, locked });
    await recordAudit(tx, actor, {
      action: "retention.changed",
      target: "Retention",
      detail: Object.fromEntries(
        changed.map((one) => [RETENTION_NAMES[one], `${inWords(retention[one])} → ${inWords(wanted[one])}`]),
      ),
    });
  });
}

/**
 * Saves and locks the settings of the provisioning file; without a file nothing is locked.
 * @returns the names of the changed settings
 */
export async function provisionRetention(tx: Transaction, named: Partial<Retention>): Promise<string[]> {
  const { retention, locked, set } = stateOf(await store.readStored(tx));
  const members = MEMBERS.filter((member) => named[member] !== undefined);
  if (members.length === 0 && locked.length === 0) return [];
  const present = Object.fromEntries(members.map((member) => [member, named[member] ?? null]));
  await store.writeStored(tx, { ...set, ...present, locked: members });
  return members
    .filter((member) => named[member] !== retention[member])
    .map((member) => RETENTION_NAMES[member].toLowerCase());
}

/**
 * Deletes data older than its retention, in batches (role admin).
 * @param options `dryRun` only counts; `signal` stops between two batches
 * @returns the number of rows by setting
 */
export async function prune(
  actor: Actor,
  { dryRun = false, now, signal }: { dryRun?: boolean; now: Date; signal?: AbortSignal },
): Promise<Pruned> {
  const { retention } = await readRetention(actor);
  const pruned = Object.fromEntries(MEMBERS.map((member) => [member, 0])) as Pruned;
  for (const member of MEMBERS) {
    const days = retention[member];
    if (days === null || signal?.aborted) continue;
    const before = new Date(now.getTime() - days * DAY_MS);
    if (dryRun) pruned[member] = await store.countOld(member, before);
    else if (member === "auditDays") pruned[member] = await pruneAudit(actor, before);
    else pruned[member] = await store.pruneOld(member, before, signal);
  }
  return pruned;
}

const inWords = (days: number | null) => (days === null ? "for ever" : `${days} days`);
