import "server-only";
import { placeAlerts } from "@/lib/alerts/service.server";
import { AppError } from "@/lib/core/errors";
import { groupBy } from "@/lib/core/group-by";
import { log } from "@/lib/http/log.server";
import { noticeSoon } from "@/lib/notices/service.server";
import { type AlertRef, type Received, type Stored, storeAside, storeBatch } from "./batch.server";
import type { Verdict } from "./judge";
import { touchSecrets } from "./store.server";
import { OutOfTime, within } from "./within.server";

const BATCH_ITEMS = 64;
/** While one waits for the disk, the next is worked on. */
const BATCHES_AT_ONCE = 2;
const BATCH_BYTES = 4_000_000;
/** What waits while the database is away, so that memory stays bounded. */
const MOST_WAITING = 2_000;
/** A batch that takes longer stands on a connection that is lost or hangs. */
const BATCH_MS = 10_000;
const PLACING_DELAY_MS = 250;
const TOUCH_EVERY_MS = 60_000;

type Entry = { received: Received; resolve(verdict: Verdict): void; reject(error: unknown): void };

let waiting: Entry[] = [];
let writing = 0;

/**
 * Hands a signed request over for storing. Requests that arrive while a batch is being written go together
 * into the next one: one commit for all of them.
 * @returns what became of it, once it is durable
 * @throws AppError `unavailable` when too many wait; whatever the database throws when it is out of reach
 */
export function store(received: Received): Promise<Verdict> {
  if (waiting.length >= MOST_WAITING)
    return Promise.reject(new AppError("unavailable", "Too many notifications wait for the database."));
  return new Promise((resolve, reject) => {
    waiting.push({ received, resolve, reject });
    startBatch();
  });
}

/** What comes while batches are being written waits for the next one, and so grows it. */
function startBatch(): void {
  if (waiting.length > 0 && writing < BATCHES_AT_ONCE) void write(takeBatch());
}

async function write(batch: Entry[]): Promise<void> {
  writing += 1;
  await settle(batch);
  writing -= 1;
  startBatch();
}

function takeBatch(): Entry[] {
  let bytes = 0;
  const end = waiting.findIndex(({ received }, n) => {
    bytes += received.body.length;
    return n >= BATCH_ITEMS || (n > 0 && bytes > BATCH_BYTES);
  });
  const batch = end < 0 ? waiting : waiting.slice(0, end);
  waiting = waiting.slice(batch.length);
  return batch;
}

async function settle(batch: Entry[]): Promise<void> {
  try {
    finish(batch, await within(storeBatch(batch.map(({ received }) => received)), BATCH_MS));
  } catch (error) {
    if (error instanceof OutOfTime) return fail(batch, error);
    await settleOneByOne(batch);
  }
}

/** One bad item must not cost the others: each gets a try of its own, and then is kept unapplied. */
async function settleOneByOne(batch: Entry[]): Promise<void> {
  for (const [n, entry] of batch.entries()) {
    try {
      finish([entry], await within(storeAlone(entry.received), BATCH_MS));
    } catch (error) {
      return fail(batch.slice(n), error);
    }
  }
}

async function storeAlone(received: Received): Promise<Stored> {
  try {
    return await storeBatch([received]);
  } catch (error) {
    const kept = await storeAside(received, "It could not be applied; the log has the cause");
    log.error({ err: error, alertId: received.parsed.alertId }, "A notification could not be applied");
    return kept;
  }
}

function finish(entries: Entry[], { verdicts, touched }: Stored): void {
  entries.forEach(({ resolve, reject }, n) => {
    const verdict = verdicts[n];
    if (verdict) resolve(verdict);
    else reject(new Error("A stored notification has no verdict"));
  });
  placeSoon(touched);
  noticeSoon(touched);
  touchSoon(entries.map(({ received }) => received.signer.secretId));
}

function fail(entries: Entry[], error: unknown): void {
  log.error({ err: error, count: entries.length }, "Notifications could not be stored");
  for (const { reject } of entries) reject(error);
}

let toPlace = new Map<string, AlertRef>();

/** Places are inferred after the answer: they can be found again, a notification can't. */
function placeSoon(touched: readonly AlertRef[]): void {
  if (touched.length === 0) return;
  if (toPlace.size === 0) setTimeout(placeNow, PLACING_DELAY_MS).unref();
  for (const alert of touched) toPlace.set(`${alert.tenancyId}:${alert.alertId}`, alert);
}

function placeNow(): void {
  const byTenancy = groupBy(toPlace.values(), ({ tenancyId }) => tenancyId);
  toPlace = new Map();
  for (const [tenancyId, alerts] of byTenancy)
    placeAlerts(tenancyId, { alertIds: alerts.map(({ alertId }) => alertId) }).catch((error) =>
      log.error({ err: error }, "Alerts could not be placed; the next load or minute places them"),
    );
}

const touchedAt = new Map<number, number>();

function touchSoon(secretIds: readonly number[]): void {
  const now = Date.now();
  const due = [...new Set(secretIds)].filter((id) => now - (touchedAt.get(id) ?? 0) >= TOUCH_EVERY_MS);
  if (due.length === 0) return;
  for (const id of due) touchedAt.set(id, now);
  touchSecrets(due, new Date(now)).catch((error) =>
    log.warn({ err: error }, "The last use of a webhook secret could not be noted"),
  );
}
