import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { resealSavedKeys } from "@/lib/alerting/webhooks/service.server";
import { transaction } from "@/lib/base/db/transaction.server";
import { keyRing, newestKey } from "@/lib/base/secrets/ring.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import { recordAudit } from "@/lib/identity/audit/service.server";
import {
  countOlderIn,
  countOpening,
  findColumnsSealedBy,
  isPushKeyOlder,
  resealBatch,
  resealPushKey,
  SEALED_COLUMNS,
} from "./store.server";

const BATCH = 200;

/** Time after which other processes have committed the values that they sealed with the previous key. */
const LAST_COMMITS_MS = 1_500;

/**
 * Counts the stored secrets that are sealed with an older key (role admin).
 * @throws AppError `forbidden`
 */
export async function countOlder(actor: Actor): Promise<number> {
  requireAccess(actor, "admin");
  const counts = await Promise.all(SEALED_COLUMNS.map(countOlderIn));
  return counts.reduce((sum, n) => sum + n, 0) + ((await isPushKeyOlder()) ? 1 : 0);
}

/**
 * Seals every stored secret again with the newest key, in small batches, while the app runs (role admin). Can be
 * interrupted and repeated.
 * @param onProgress called after each batch
 * @throws AppError `forbidden`
 */
export async function resealAll(
  actor: Actor,
  onProgress: (progress: RotationProgress) => void,
): Promise<RotationResult> {
  const of = await countOlder(actor);
  const total = { resealed: 0, lost: 0 };
  const tell = (resealed: number) => {
    total.resealed += resealed;
    if (resealed > 0) onProgress({ done: total.resealed, of: Math.max(of, total.resealed) });
  };
  await resealColumns(tell);
  await sleep(LAST_COMMITS_MS);
  total.lost = await resealColumns(tell);
  if (await isPushKeyOlder()) {
    const opened = await resealPushKey();
    tell(opened ? 1 : 0);
    total.lost += opened ? 0 : 1;
  }
  await resealSavedKeys();
  return total;
}

/** @returns the number of values that no key opens */
async function resealColumns(tell: (resealed: number) => void): Promise<number> {
  let lost = 0;
  for (const place of SEALED_COLUMNS) {
    for (let after: string | null = "0"; after !== null; ) {
      const batch = await resealBatch(place, after, BATCH);
      tell(batch.resealed);
      lost += batch.lost;
      after = batch.last;
    }
  }
  return lost;
}

/** Records a finished rotation in the audit (role admin). */
export async function recordRotation(actor: Actor, { resealed, lost }: RotationResult): Promise<void> {
  requireAccess(actor, "admin");
  const detail = { key: newestKey().id, resealed: String(resealed), lost: String(lost) };
  await transaction((tx) =>
    recordAudit(tx, actor, { action: "keys.rotated", target: "Secret keys", detail }),
  );
}

/**
 * Counts the stored secrets that the key ring opens, and those it does not (role admin).
 * @throws AppError `forbidden`
 */
export async function countSealed(actor: Actor): Promise<{ opened: number; lost: number }> {
  requireAccess(actor, "admin");
  const counts = await Promise.all(SEALED_COLUMNS.map(countOpening));
  return {
    opened: counts.reduce((sum, { opened }) => sum + opened, 0),
    lost: counts.reduce((sum, { lost }) => sum + lost, 0),
  };
}

/**
 * Names the columns, `table.column`, that would be lost with the older keys (role admin): none, unless `SEALED_COLUMNS`
 * lacks one.
 */
export async function neededByOlder(actor: Actor): Promise<string[]> {
  requireAccess(actor, "admin");
  return findColumnsSealedBy(
    keyRing()
      .slice(1)
      .map(({ id }) => id),
  );
}

/** Progress of a rotation, in secrets. */
export type RotationProgress = { done: number; of: number };

/** Result of a rotation: `lost` is the number of values that no key opens. */
export type RotationResult = { resealed: number; lost: number };
