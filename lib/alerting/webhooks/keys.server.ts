import "server-only";
import { chown, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { AppError } from "@/lib/base/core/errors";
import { withTimeout } from "@/lib/base/core/with-timeout.server";
import { env } from "@/lib/base/env/env.server";
import { log } from "@/lib/base/request/log.server";
import { KEPT_KEYS_PURPOSE } from "@/lib/base/secrets/contract";
import { isSealedByNewest, seal, tryUnseal, unseal } from "@/lib/base/secrets/seal.server";
import type { WebhookKey } from "@/lib/farm/tenancies/contract";
import { webhookKeys } from "@/lib/farm/tenancies/service.server";

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

const keysSchema = z.array(
  z.object({
    tenancyId: z.int(),
    tenantId: z.string(),
    secretId: z.int(),
    header: z.string(),
    secret: z.string(),
  }),
);

const fileName = () => join(env().LEAFWATCH_DATA_DIR, "webhook-keys.sealed");

let kept: string | undefined;

/**
 * Keeps the webhook secrets sealed in the data directory, so that a process that starts while the database is
 * away can check signatures. Writes only when they have changed; never throws.
 */
export async function keepKeys(keys: readonly WebhookKey[]): Promise<void> {
  const text = JSON.stringify(keys);
  if (text === kept) return;
  kept = text;
  try {
    await write(text);
  } catch (error) {
    kept = undefined;
    log.warn({ err: error }, "The webhook secrets could not be kept beside the database");
  }
}

/** Seals the kept secrets anew under the newest key, where there are any. */
export async function resealKeptKeys(): Promise<void> {
  const sealed = await readFile(fileName()).catch(() => null);
  if (!sealed || isSealedByNewest(sealed)) return;
  const text = tryUnseal(sealed, KEPT_KEYS_PURPOSE);
  if (text === null) return;
  const { uid, gid } = await stat(fileName());
  await write(text);
  // An operator who is root leaves it to whom it belongs.
  if (process.getuid?.() === 0) await chown(fileName(), uid, gid);
}

async function write(text: string): Promise<void> {
  const half = `${fileName()}.${process.pid}`;
  await mkdir(dirname(half), { recursive: true });
  try {
    await writeFile(half, seal(text, KEPT_KEYS_PURPOSE), { mode: 0o600, flush: true });
    await rename(half, fileName());
  } catch (error) {
    await rm(half, { force: true });
    throw error;
  }
}

/** The secrets that were kept last; undefined when there are none or no key opens them. */
export async function findKeptKeys(): Promise<readonly WebhookKey[] | undefined> {
  try {
    return keysSchema.parse(JSON.parse(unseal(await readFile(fileName()), KEPT_KEYS_PURPOSE)));
  } catch {
    return undefined;
  }
}
