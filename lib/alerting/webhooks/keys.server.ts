import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "@/lib/base/core/errors";
import { withTimeout } from "@/lib/base/core/with-timeout.server";
import { log } from "@/lib/base/request/log.server";
import type { WebhookKey } from "@/lib/farm/tenancies/contract";
import { webhookKeys } from "@/lib/farm/tenancies/service.server";
import { findKeptKeys, keepKeys } from "./sealed-keys.server";

const FRESH_MS = 5_000;
const LEAST_BETWEEN_READS_MS = 1_000;
/** How long a request waits for a read where there are no secrets to go on with: its sender hears within 5 s. */
const FIRST_WAIT_MS = 3_000;
/** How long it waits for one that may bring a secret entered a moment ago. */
const LONG_WAIT_MS = 1_000;
/** A read that takes longer stands on a connection that is lost. */
const LONGEST_READ_MS = 10_000;

let keys: readonly WebhookKey[] | undefined;
/** When the newest read began. */
let readBegan = Number.NEGATIVE_INFINITY;
/** When the read began that `keys` come from, or the last try that failed: what was entered later may be missing. */
let keysAsOf = Number.NEGATIVE_INFINITY;
let reading: Promise<void> | undefined;

/**
 * The secrets in use, at most five seconds old. While the database is away, the last ones known, to this
 * process or to an earlier one.
 * @param patienceMs how long to wait for the database before going on with those
 * @throws AppError `unavailable` when none were ever read
 */
export async function currentKeys(patienceMs: number): Promise<readonly WebhookKey[]> {
  if (!keys) {
    const kept = await findKeptKeys();
    // A read that was quicker knows better.
    keys ??= kept;
  }
  if (!keys) await firstRead(FIRST_WAIT_MS);
  else if (performance.now() - keysAsOf > FRESH_MS) await read(patienceMs);
  return known();
}

/**
 * The secrets in use, for who can wait until they are read for the first time.
 * @returns undefined where that takes longer than `waitMs`
 */
export async function keysWithin(waitMs: number): Promise<readonly WebhookKey[] | undefined> {
  if (!keys) await firstRead(waitMs);
  return keys;
}

/**
 * The secrets in use at `instant` or later, so that one entered a moment before is among them. Reads at
 * most once a second, however many ask.
 * @param instant of `performance.now()`: the wall clock may be set meanwhile
 * @throws AppError `unavailable` when none were ever read
 */
export async function keysSince(instant: number): Promise<readonly WebhookKey[]> {
  while (keysAsOf < instant) {
    const wait = reading ? 0 : readBegan + LEAST_BETWEEN_READS_MS - performance.now();
    if (wait > 0) await sleep(wait);
    else await read(LONG_WAIT_MS);
  }
  return known();
}

/** Reads at most once a second until it succeeds. */
async function firstRead(waitMs: number): Promise<void> {
  const deadline = performance.now() + waitMs;
  for (let left = waitMs; !keys && left > 0; left = deadline - performance.now()) {
    const pause = reading ? 0 : readBegan + LEAST_BETWEEN_READS_MS - performance.now();
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

/** Waits a short time only: a read that hangs goes on, and what it brings counts when it comes. */
async function read(waitMs: number): Promise<void> {
  reading ??= withTimeout(readKeys(), LONGEST_READ_MS).finally(() => {
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
    void keepKeys(keys);
  } catch (error) {
    log.warn({ err: error }, "The webhook secrets could not be read; the last ones known stay in use");
  }
  keysAsOf = Math.max(keysAsOf, began);
}
