import "server-only";
import { DAY_MS } from "@/lib/base/core/time";
import { type Transaction, transaction } from "@/lib/base/db/transaction.server";
import { LockableSettings } from "@/lib/base/settings/lockable-settings.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import { pruneAudit, recordAudit } from "@/lib/identity/audit/service.server";
import {
  DEFAULT_RETENTION,
  type Pruned,
  RETENTION_NAMES,
  type Retention,
  type RetentionState,
  retentionMembers,
} from "./contract";
import * as store from "./store.server";

const settings = new LockableSettings("retention", retentionMembers, DEFAULT_RETENTION);

/** Reads the retention (role admin). */
export async function readRetention(actor: Actor): Promise<RetentionState> {
  requireAccess(actor, "admin");
  const { settings: retention, locked } = await settings.read();
  return { retention, locked };
}

/** Returns the retention of requests with a failed signature, in days. */
export async function rejectedDays(): Promise<number> {
  return (await settings.read()).settings.rejectedDays;
}

/**
 * Changes how long data is kept (role admin).
 * @throws AppError `conflict` on a setting locked by the provisioning file
 */
export async function saveRetention(actor: Actor, wanted: Retention): Promise<void> {
  requireAccess(actor, "admin");
  await transaction(async (tx) => {
    const changes = await settings.save(tx, wanted);
    if (changes.length === 0) return;
    await recordAudit(tx, actor, {
      action: "retention.changed",
      target: "Retention",
      detail: Object.fromEntries(
        changes.map(({ member, before, after }) => [
          RETENTION_NAMES[member],
          `${inWords(before)} → ${inWords(after)}`,
        ]),
      ),
    });
  });
}

/**
 * Saves and locks the settings of the provisioning file; without a file nothing is locked.
 * @returns the names of the changed settings
 */
export async function provisionRetention(tx: Transaction, named: Partial<Retention>): Promise<string[]> {
  const changed = await settings.provision(tx, named);
  return changed.map((member) => RETENTION_NAMES[member].toLowerCase());
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
  const pruned = Object.fromEntries(settings.members.map((member) => [member, 0])) as Pruned;
  for (const member of settings.members) {
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
