import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "@/lib/core/errors";
import { log } from "@/lib/http/log.server";
import type { WebhookKey } from "@/lib/tenancies/contract";
import { webhookKeys } from "@/lib/tenancies/service.server";
import { within } from "./within.server";

const FRESH_MS = 5_000;
const LEAST_BETWEEN_READS_MS = 1_000;
const LONGEST_READ_MS = 1_000;

let keys: readonly WebhookKey[] | undefined;
/** When the newest read began. */
let readBegan = Number.NEGATIVE_INFINITY;
/** When the read began that `keys` come from, or the last try that failed: what was entered later may be missing. */
let keysAsOf = Number.NEGATIVE_INFINITY;
let reading: Promise<void> | undefined;

/**
 * The secrets in use, at most five seconds old. While the database is away, the last ones known.
 * @throws AppError `unavailable` when none were ever read
 */
export async function currentKeys(): Promise<readonly WebhookKey[]> {
  if (Date.now() - keysAsOf > FRESH_MS) await read();
  return known();
}

/**
 * The secrets in use at `instant` or later, so that one entered a moment before is among them. Reads at
 * most once a second, however many ask.
 * @param instant milliseconds since 1970
 * @throws AppError `unavailable` when none were ever read
 */
export async function keysSince(instant: number): Promise<readonly WebhookKey[]> {
  while (keysAsOf < instant) {
    const wait = reading ? 0 : readBegan + LEAST_BETWEEN_READS_MS - Date.now();
    if (wait > 0) await sleep(wait);
    else await read();
  }
  return known();
}

function known(): readonly WebhookKey[] {
  if (keys) return keys;
  throw new AppError(
    "unavailable",
    "The database is out of reach, so no signature can be checked yet. Start it; the log has the cause.",
  );
}

/** Waits a short time only: a read that hangs goes on, and what it brings counts when it comes. */
async function read(): Promise<void> {
  reading ??= readKeys().finally(() => {
    reading = undefined;
  });
  await within(reading, LONGEST_READ_MS).catch(() => {
    keysAsOf = Date.now();
  });
}

async function readKeys(): Promise<void> {
  const began = Date.now();
  readBegan = began;
  try {
    keys = await webhookKeys();
  } catch (error) {
    log.warn({ err: error }, "The webhook secrets could not be read; the last ones known stay in use");
  }
  keysAsOf = Math.max(keysAsOf, began);
}
