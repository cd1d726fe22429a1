import "server-only";
import { createHmac, timingSafeEqual } from "node:crypto";
import { chown, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import type { IncomingHttpHeaders } from "node:http";
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

/** A request read whole, its signature not checked yet. Header names are in lower case. */
export type UnauthenticatedRequest = { headers: IncomingHttpHeaders; body: Uint8Array; receivedAt: Date };

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

const SIGNATURE = /^(?:sha256=)?([0-9a-f]{64})$/i;

/**
 * Finds the secret that a body was signed with (docs/spec/service-interface.md "Signature"): hex HMAC-SHA256 over the
 * bytes, in either case, with or without `sha256=` before it, each secret under its own tenancy's header.
 * @returns undefined when none fits
 */
export function findSigner(
  keys: readonly WebhookKey[],
  headers: IncomingHttpHeaders,
  body: Uint8Array,
): WebhookKey | undefined {
  return keys.find((key) => {
    const given = signatureIn(headers, key.header);
    return given !== undefined && timingSafeEqual(given, signBody(body, key.secret));
  });
}

/** Signs a body; the secret is UTF-8. */
export function signBody(body: Uint8Array, secret: string): Buffer {
  return createHmac("sha256", Buffer.from(secret, "utf8")).update(body).digest();
}

/** Finds all headers whose value has the form of a signature, by name. */
export function signaturesIn(headers: IncomingHttpHeaders): Record<string, string> {
  const values = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
  return Object.fromEntries(values.filter(([, value]) => SIGNATURE.test(value.trim())));
}

/** Returns true if any header has the form of a signature. */
export function hasSignature(headers: IncomingHttpHeaders): boolean {
  return Object.keys(signaturesIn(headers)).length > 0;
}

function signatureIn(headers: IncomingHttpHeaders, name: string): Buffer | undefined {
  const value = headers[name.toLowerCase()];
  const hex = typeof value === "string" ? SIGNATURE.exec(value.trim())?.[1] : undefined;
  return hex === undefined ? undefined : Buffer.from(hex, "hex");
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

let saved: string | undefined;

/**
 * Saves the webhook secrets sealed in the data directory, so that a process that starts while the database is away can
 * check signatures. Writes only what has changed; never throws.
 */
export async function saveKeys(keys: readonly WebhookKey[]): Promise<void> {
  const text = JSON.stringify(keys);
  if (text === saved) return;
  saved = text;
  try {
    await write(text);
  } catch (error) {
    saved = undefined;
    log.warn({ err: error }, "The webhook secrets could not be saved beside the database");
  }
}

/** Seals the saved secrets again with the newest key, if there are any. */
export async function resealSavedKeys(): Promise<void> {
  const sealed = await readFile(fileName()).catch(() => null);
  if (!sealed || isSealedByNewest(sealed)) return;
  const text = tryUnseal(sealed, KEPT_KEYS_PURPOSE);
  if (text === null) return;
  const { uid, gid } = await stat(fileName());
  await write(text);
  // Run by root, the file keeps its owner.
  if (process.getuid?.() === 0) await chown(fileName(), uid, gid);
}

async function write(text: string): Promise<void> {
  const temporary = `${fileName()}.${process.pid}`;
  await mkdir(dirname(temporary), { recursive: true });
  try {
    await writeFile(temporary, seal(text, KEPT_KEYS_PURPOSE), { mode: 0o600, flush: true });
    await rename(temporary, fileName());
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Reads the secrets that were saved last; undefined if there are none or no key opens them. */
export async function readSavedKeys(): Promise<readonly WebhookKey[] | undefined> {
  try {
    return keysSchema.parse(JSON.parse(unseal(await readFile(fileName()), KEPT_KEYS_PURPOSE)));
  } catch {
    return undefined;
  }
}
