import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "@/lib/core/errors";
import { log } from "@/lib/http/log.server";
import type { WebhookKey } from "@/lib/tenancies/contract";
import { webhookKeys } from "@/lib/tenancies/service.server";
import { within } from "./within.server";

const FRESH_MS = 5_000;
const LEAST_BETWEEN_LOADS_MS = 1_000;
const LONGEST_LOAD_MS = 1_000;

let keys: readonly WebhookKey[] | undefined;
/** When the newest load began; what was entered after that may be missing in `keys`. */
let loadBegan = Number.NEGATIVE_INFINITY;
let loading: Promise<void> | undefined;

/**
 * The secrets in use, at most five seconds old. While the database is away, the last ones known.
 * @throws AppError `unavailable` when none were ever read
 */
export async function currentKeys(): Promise<readonly WebhookKey[]> {
  if (Date.now() - loadBegan > FRESH_MS) await load();
  return known();
}

/**
 * The secrets in use at `instant` or later, so that one entered a moment before is among them. Reads at
 * most once a second, however many ask.
 * @param instant milliseconds since 1970
 * @throws AppError `unavailable` when none were ever read
 */
export async function keysSince(instant: number): Promise<readonly WebhookKey[]> {
  while (loadBegan < instant) {
    const wait = loadBegan + LEAST_BETWEEN_LOADS_MS - Date.now();
    if (wait > 0) await sleep(wait);
    else await load();
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

/** Waits a short time only: a load that hangs goes on, and what it brings counts when it comes. */
async function load(): Promise<void> {
  loading ??= readKeys().finally(() => {
    loading = undefined;
  });
  await within(loading, LONGEST_LOAD_MS).catch(() => {
    loadBegan = Date.now();
  });
}

async function readKeys(): Promise<void> {
  loadBegan = Date.now();
  try {
    keys = await webhookKeys();
  } catch (error) {
    log.warn({ err: error }, "The webhook secrets could not be read; the last ones known stay in use");
  }
}
