import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "@/lib/base/core/errors";
import { withTimeout } from "@/lib/base/core/with-timeout.server";
import { log } from "@/lib/base/request/log.server";
import type { WebhookKey } from "@/lib/farm/tenancies/contract";
import { webhookKeys } from "@/lib/farm/tenancies/service.server";
import { readSavedKeys, saveKeys } from "./disk/saved-keys.server";
import { findSigner, hasSignature, type UnauthenticatedRequest } from "./signature.server";

/**
 * Finds the secret that a request was signed with. Re-reads secrets before rejecting: one may have just been added.
 * @param patienceMs how long to wait for the database
 * @returns undefined if none fits
 * @throws AppError `unavailable` when no secrets are known yet
 */
export async function authenticateNotification(
  { headers, body }: UnauthenticatedRequest,
  patienceMs: number,
): Promise<WebhookKey | undefined> {
  const arrived = performance.now();
  const signer = findSigner(await currentKeys(patienceMs), headers, body);
  if (signer || !hasSignature(headers)) return signer;
  return findSigner(await keysSince(arrived), headers, body);
}

const FRESH_MS = 5_000;

const MIN_BETWEEN_READS_MS = 1_000;

/** Time that a request waits while no secrets are known; its sender waits 5 s for an answer. */
const FIRST_WAIT_MS = 3_000;

/** Time that a request waits for a secret that was just added. */
const REREAD_WAIT_MS = 1_000;

/** A longer read is on a lost connection. */
const MAX_READ_MS = 10_000;

let keys: readonly WebhookKey[] | undefined;

/** When the newest read began. */
let readBegan = Number.NEGATIVE_INFINITY;

/** When the read that gave `keys` began, or the last one that failed: secrets added later may be missing. */
let keysAsOf = Number.NEGATIVE_INFINITY;

let reading: Promise<void> | undefined;

/**
 * Reads the secrets in use, at most five seconds old. While the database is away, the last ones that this process or
 * an earlier one knew.
 * @param patienceMs how long to wait for the database before falling back to those
 * @throws AppError `unavailable` when none were ever read
 */
async function currentKeys(patienceMs: number): Promise<readonly WebhookKey[]> {
  if (!keys) {
    const saved = await readSavedKeys();
    // A read may have been quicker.
    keys ??= saved;
  }
  if (!keys) await readFirst(FIRST_WAIT_MS);
  else if (performance.now() - keysAsOf > FRESH_MS) await read(patienceMs);
  return known();
}

/**
 * Waits for the first secrets after a start.
 * @returns undefined when that takes longer than `waitMs`
 */
export async function waitForKeys(waitMs: number): Promise<readonly WebhookKey[] | undefined> {
  if (!keys) await readFirst(waitMs);
  return keys;
}

/**
 * Reads the secrets in use at `instant` or later, including one added just before it. All callers together cause at
 * most one read a second.
 * @param instant of `performance.now()`: the wall clock may be set meanwhile
 * @throws AppError `unavailable` when none were ever read
 */
async function keysSince(instant: number): Promise<readonly WebhookKey[]> {
  while (keysAsOf < instant) {
    const wait = reading ? 0 : readBegan + MIN_BETWEEN_READS_MS - performance.now();
    if (wait > 0) await sleep(wait);
    else await read(REREAD_WAIT_MS);
  }
  return known();
}

/** Reads at most once a second until it succeeds. */
async function readFirst(waitMs: number): Promise<void> {
  const deadline = performance.now() + waitMs;
  for (let left = waitMs; !keys && left > 0; left = deadline - performance.now()) {
    const pause = reading ? 0 : readBegan + MIN_BETWEEN_READS_MS - performance.now();
    if (pause > 0) await sleep(Math.min(pause, left));
    else await read(left);
  }
}

function known(): readonly WebhookKey[] {
  if (keys) return keys;
  throw new AppError(
    "unavailable",
    "The database is out of reach, so no signature can be checked yet. Start it; the log has the cause.",
  );
}

/** Saves the secrets in use beside the database, for a receiver that checks signatures while no app runs. Never throws. */
export async function saveCurrentKeys(): Promise<void> {
  try {
    await saveKeys(await withTimeout(webhookKeys(), MAX_READ_MS));
  } catch {
    // The database is away: the file keeps the last ones known.
  }
}

/** Waits up to `waitMs`; a slower read goes on and takes effect when it ends. */
async function read(waitMs: number): Promise<void> {
  reading ??= withTimeout(readKeys(), MAX_READ_MS).finally(() => {
    reading = undefined;
  });
  await withTimeout(reading, waitMs).catch(() => {
    keysAsOf = performance.now();
  });
}

async function readKeys(): Promise<void> {
  const began = performance.now();
  readBegan = began;
  try {
    keys = await webhookKeys();
    void saveKeys(keys);
  } catch (error) {
    log.warn({ err: error }, "The webhook secrets could not be read; the last ones known stay in use");
  }
  keysAsOf = Math.max(keysAsOf, began);
}
