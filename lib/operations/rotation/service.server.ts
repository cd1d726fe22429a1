import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { resealSavedKeys } from "@/lib/alerting/webhooks/service.server";
import { AppError } from "@/lib/base/core/errors";
import { transaction } from "@/lib/base/db/transaction.server";
import { env } from "@/lib/base/env/env.server";
import { enqueue } from "@/lib/base/queue/service.server";
import { keyRing, newestKey } from "@/lib/base/secrets/ring.server";
import { requireOwnKeys } from "@/lib/farm/tenancies/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import { recordAudit } from "@/lib/identity/audit/service.server";
import type { KeyState } from "./contract";
import { addKeyTo, keepNewestKeyIn } from "./keys-file.server";
import {
  countOlderIn,
  countOpening,
  findColumnsSealedBy,
  isPushKeyOlder,
  readRun,
  resealBatch,
  resealPushKey,
  SEALED_COLUMNS,
  writeRun,
} from "./store.server";

const BATCH = 200;

const KEYS = "Secret keys";

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
  await transaction((tx) => recordAudit(tx, actor, { action: "keys.rotated", target: KEYS, detail }));
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

/** Reads which keys there are, and which secrets still need an older one (role admin). @throws AppError `forbidden` */
export async function readKeyState(actor: Actor): Promise<KeyState> {
  requireAccess(actor, "admin");
  const [{ opened, lost }, older, run] = await Promise.all([
    countSealed(actor),
    countOlder(actor),
    readRun(),
  ]);
  const file = env().LEAFWATCH_SECRET_KEYS_FILE ?? null;
  return {
    source: file === null ? "environment" : "file",
    file,
    newest: newestKey().id,
    older: olderIds(),
    secrets: { opened, lost, older },
    run,
  };
}

const olderIds = () =>
  keyRing()
    .slice(1)
    .map(({ id }) => id);

/**
 * Begins to seal every stored secret with a new key; a background job does it (role admin). Where the keys are in the data
 * folder, a new one is added first, unless an earlier rotation is to be continued.
 * @throws AppError `forbidden`; `conflict` if LEAFWATCH_SECRET_KEYS holds one key only; `unavailable` if the keys are not
 *   those of the stored secrets, or the file cannot be written
 */
export async function startRotation(actor: Actor): Promise<void> {
  requireAccess(actor, "admin");
  await requireOwnKeys();
  const file = env().LEAFWATCH_SECRET_KEYS_FILE;
  const isCut = olderIds().length > 0 && (await countOlder(actor)) > 0;
  if (file === undefined && olderIds().length === 0)
    throw new AppError(
      "conflict",
      "LEAFWATCH_SECRET_KEYS holds one key only. Put a new one before it (openssl rand -base64 32), restart every process with both, and press this again.",
    );
  if (file !== undefined && !isCut) addKeyTo(file);
  await transaction((tx) =>
    recordAudit(tx, actor, {
      action: "keys.rotation-started",
      target: KEYS,
      detail: { key: newestKey().id, older: olderIds().join(", ") },
    }),
  );
  const of = await countOlder(actor);
  const startedAt = new Date().toISOString();
  await writeRun({ by: actor.name, startedAt, finishedAt: null, done: 0, of, lost: 0, error: null });
  await enqueue("rotate-keys", {}, { key: "rotate-keys" });
}

/** Seals every stored secret again, as `startRotation` asked (role admin). Can be cut anywhere and repeated. */
export async function runRotation(actor: Actor): Promise<void> {
  requireAccess(actor, "admin");
  const run = await readRun();
  if (run === null || run.finishedAt !== null) return;
  // Of a repeated job: what was sealed before counts as done.
  const before = Math.max(0, run.of - (await countOlder(actor)));
  let telling: Promise<unknown> = Promise.resolve();
  try {
    const result = await resealAll(actor, ({ done }) => {
      telling = telling.then(() => writeRun({ ...run, done: before + done, error: null }));
    });
    await telling;
    const finishedAt = new Date().toISOString();
    await writeRun({ ...run, done: before + result.resealed, lost: result.lost, finishedAt, error: null });
    await recordRotation(actor, result);
  } catch (error) {
    await telling.catch(() => undefined);
    await writeRun({ ...run, error: error instanceof Error ? error.message : String(error) });
    throw error;
  }
}

/**
 * Removes the older keys from the data folder's file (role admin). Sessions that they signed end.
 * @throws AppError `forbidden`; `conflict` if the environment holds the keys, there is one only, or a stored value needs one
 *   of them; `unavailable` if the file cannot be written
 */
export async function forgetOlderKeys(actor: Actor): Promise<void> {
  requireAccess(actor, "admin");
  const file = env().LEAFWATCH_SECRET_KEYS_FILE;
  if (file === undefined)
    throw new AppError(
      "conflict",
      "The keys are in LEAFWATCH_SECRET_KEYS: take the older ones out of it there.",
    );
  const ids = olderIds();
  if (ids.length === 0) throw new AppError("conflict", "There is no older key.");
  const needed = await neededByOlder(actor);
  if (needed.length > 0)
    throw new AppError(
      "conflict",
      `The older keys stay: ${needed.join(", ")} holds values that they sealed. Rotate the keys first.`,
    );
  await transaction((tx) =>
    recordAudit(tx, actor, { action: "keys.forgotten", target: KEYS, detail: { older: ids.join(", ") } }),
  );
  keepNewestKeyIn(file);
}
