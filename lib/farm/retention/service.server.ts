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
import { countOld, countOldAudit, pruneOld, readStored, writeStored } from "./store.server";

const MEMBERS = Object.keys(RETENTION_NAMES) as RetentionMember[];
const storedSchema = z.object({
  ...z.object(retentionMembers).partial().shape,
  locked: z.array(z.string()).default([]),
});

/** How long data is kept (role admin). */
export async function readRetention(actor: Actor): Promise<RetentionState> {
  requireAccess(actor, "admin");
  const { retention, locked } = stateOf(await readStored());
  return { retention, locked };
}

/** How long requests with a failed signature are kept, in days. */
export async function rejectedDays(): Promise<number> {
  return stateOf(await readStored()).retention.rejectedDays;
}

/** Parses the stored settings; `set` holds only the stored ones, because defaults may change with the program. */
function stateOf(stored: unknown): RetentionState & { set: Partial<Retention> } {
  const { locked = [], ...named } = storedSchema.catch({ locked: [] }).parse(stored ?? {});
  const present = Object.entries(named).filter(([, value]) => value !== undefined);
  const set = Object.fromEntries(present) as Partial<Retention>;
  return {
    retention: { ...DEFAULT_RETENTION, ...set },
    set,
    locked: MEMBERS.filter((member) => locked.includes(member)),
  };
}

/**
 * Changes how long data is kept (role admin).
 * @throws AppError `conflict` on a member that the provisioning file sets
 */
export async function saveRetention(actor: Actor, wanted: Retention): Promise<void> {
  requireAccess(actor, "admin");
  await transaction(async (tx) => {
    const { retention, locked } = stateOf(await readStored(tx));
    const changed = MEMBERS.filter((member) => retention[member] !== wanted[member]);
    const refused = changed.find((member) => locked.includes(member));
    if (refused)
      throw new AppError("conflict", "This is set by the provisioning file. Change it there.", {
        parameter: refused,
      });
    if (changed.length === 0) return;
    await writeStored(tx, { ...wanted, locked });
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
  const { retention, locked, set } = stateOf(await readStored(tx));
  const members = MEMBERS.filter((member) => named[member] !== undefined);
  if (members.length === 0 && locked.length === 0) return [];
  const present = Object.fromEntries(members.map((member) => [member, named[member] ?? null]));
  await writeStored(tx, { ...set, ...present, locked: members });
  return members
    .filter((member) => named[member] !== retention[member])
    .map((member) => RETENTION_NAMES[member].toLowerCase());
}

/**
 * Deletes what is older than it is to be kept, in batches (role admin).
 * @param options `dryRun` only counts; `signal` stops between two batches
 * @returns rows by setting
 */
export async function prune(
  actor: Actor,
  options: { dryRun?: boolean; now: Date; signal?: AbortSignal },
): Promise<Pruned> {
  const { retention } = await readRetention(actor);
  const pruned: Pruned = {
    bodiesDays: 0,
    rejectedDays: 0,
    auditDays: 0,
    noticesDays: 0,
    queriesDays: 0,
    outagesDays: 0,
  };
  for (const member of MEMBERS) {
    const days = retention[member];
    if (days === null || options.signal?.aborted) continue;
    const before = new Date(options.now.getTime() - days * DAY_MS);
    pruned[member] = await pruneOne(actor, member, before, options);
  }
  return pruned;
}

async function pruneOne(
  actor: Actor,
  member: RetentionMember,
  before: Date,
  { dryRun = false, signal }: { dryRun?: boolean; signal?: AbortSignal },
): Promise<number> {
  if (member === "auditDays") return dryRun ? countOldAudit(before) : pruneAudit(actor, before);
  return dryRun ? countOld(member, before) : pruneOld(member, before, signal);
}

const inWords = (days: number | null) => (days === null ? "for ever" : `${days} days`);
