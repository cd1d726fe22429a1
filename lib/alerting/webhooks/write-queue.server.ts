import "server-only";
import { placeAlerts } from "@/lib/alerting/alerts/service.server";
import { scheduleNotices } from "@/lib/alerting/notices/service.server";
import { groupBy } from "@/lib/base/core/group-by";
import { processSingleton } from "@/lib/base/core/process-singleton";
import { isTimeout, OutOfReach } from "@/lib/base/db/error-code.server";
import { log } from "@/lib/base/request/log.server";
import {
  type AlertRef,
  BATCH_ITEMS,
  type BatchResult,
  isWriteConflict,
  type Received,
  storeBatchWithRetry,
  storeQuarantined,
} from "./batch.server";
import type { Verdict } from "./judge.server";
import { recordSecretUse } from "./store.server";
import { roundRobin, SlowAlerts } from "./write-policy";

/** While one batch waits for the disk, the next is prepared. */
const MAX_WRITERS = 2;
const MAX_BATCH_BYTES = 4_000_000;
/** Limit of the queue while the database is slow, which bounds memory. */
const MAX_QUEUED = 2_000;
const PLACING_DELAY_MS = 250;
const RECORD_USE_EVERY_MS = 60_000;

/** The outcome of one request of a batch; `failed` if it could not be stored. */
export type StoreOutcome = Verdict | { outcome: "failed"; error: unknown };

export const failed = (error: unknown): StoreOutcome => ({ outcome: "failed", error });

type Entry = { received: Received; resolve(verdict: Verdict): void; reject(error: unknown): void };

let queue: Entry[] = [];
let writers = 0;
/** Alerts of batches that are being written: two writers of one alert would conflict. */
const busyAlerts = new Set<string>();

const alertKey = ({ signer, parsed }: Received) => `${signer.tenancyId}:${parsed.alertId}`;

/**
 * Queues a request for the next batch. Requests that arrive while a batch is being written share the next commit.
 * @returns its verdict, once it is durable; never settles for a request that moved to the spool meanwhile
 * @throws the database's error when it is out of reach; Error when the queue is full
 */
export function queueForBatch(received: Received): Promise<Verdict> {
  if (queue.length >= MAX_QUEUED) queue = queue.filter(isWanted);
  if (queue.length >= MAX_QUEUED)
    return Promise.reject(new Error("Too many notifications wait for the database."));
  return new Promise((resolve, reject) => {
    queue.push({ received, resolve, reject });
    startWriters();
  });
}

/** A request that moved to the spool meanwhile is applied from there. */
const isWanted = ({ received }: Entry) => !received.movedToSpool;

function startWriters(): void {
  while (writers < MAX_WRITERS) {
    const batch = takeBatch();
    if (batch.length === 0) return;
    void write(batch);
  }
}

async function write(batch: Entry[]): Promise<void> {
  writers += 1;
  const alerts = batch.filter(namesAlert).map(({ received }) => alertKey(received));
  for (const alert of alerts) busyAlerts.add(alert);
  const results = await storeBatchOrEach(batch.map(({ received }) => received));
  results.forEach((result, n) => {
    const entry = batch[n];
    if (!entry || !isWanted(entry)) return;
    if (result.outcome === "failed") entry.reject(result.error);
    else entry.resolve(result);
  });
  for (const alert of alerts) busyAlerts.delete(alert);
  writers -= 1;
  startWriters();
}

const namesAlert = ({ received }: Entry) => received.parsed.alertId !== null;

/** Takes the next batch off the queue, from all tenancies in turn. */
function takeBatch(): Entry[] {
  let bytes = 0;
  queue = queue.filter(isWanted);
  const free = queue.filter(({ received }) => !busyAlerts.has(alertKey(received)));
  const wanted = roundRobin(groupBy(free, ({ received }) => received.signer.tenancyId).values(), BATCH_ITEMS);
  const end = wanted.findIndex(({ received }, n) => {
    bytes += received.body.length;
    return n >= BATCH_ITEMS || (n > 0 && bytes > MAX_BATCH_BYTES);
  });
  const batch = new Set(end < 0 ? wanted : wanted.slice(0, end));
  queue = queue.filter((entry) => !batch.has(entry));
  return [...batch];
}

/**
 * Stores a batch. If the database refuses it, stores each request alone, and quarantines those that it still refuses: one
 * bad request never costs the others. Never throws.
 * @returns the outcome of each, in the order given
 */
export async function storeBatchOrEach(batch: readonly Received[]): Promise<StoreOutcome[]> {
  try {
    return finish(batch, await storeBatchWithRetry(batch));
  } catch (error) {
    return error instanceof OutOfReach ? fail(batch, error) : storeEach(batch);
  }
}

async function storeEach(batch: readonly Received[]): Promise<StoreOutcome[]> {
  const results: StoreOutcome[] = [];
  for (const [n, received] of batch.entries()) {
    received.isRetry = true;
    try {
      results.push(...finish([received], await storeOrQuarantine(received)));
    } catch (error) {
      if (error instanceof OutOfReach) return [...results, ...fail(batch.slice(n), error)];
      results.push(...fail([received], error));
    }
  }
  return results;
}

async function storeOrQuarantine(received: Received): Promise<BatchResult> {
  try {
    return await storeBatchWithRetry([received]);
  } catch (error) {
    if (error instanceof OutOfReach || isWriteConflict(error)) throw error;
    const result = await storeQuarantined(received, "It could not be applied; the log has the cause");
    log.error({ err: error, alertId: received.parsed.alertId }, "A notification could not be applied");
    return result;
  }
}

const held = processSingleton<{ slowAlerts: SlowAlerts }>();

function slowAlerts(): SlowAlerts {
  held.slowAlerts ??= new SlowAlerts();
  return held.slowAlerts;
}

const adviseOn = (received: Received) => slowAlerts().advise(alertKey(received), performance.now());

/** Returns true if the database timed out on the last notification of the same alert. */
export function isSlow(received: Received): boolean {
  return adviseOn(received) !== "try";
}

/** The database times out on this alert alone: it is retried later. */
const tooSlow = () => failed(new Error("The database took too long"));

/**
 * Stores a batch from the spool, whose senders have their answer. A batch that times out although the database answers
 * is halved until the slow request is found: that one waits for later attempts, and goes to quarantine after the third.
 * Never throws.
 * @param answers returns true if the database answers
 * @returns the outcome of each, in the order given
 */
export async function storeSpooledBatch(
  batch: readonly Received[],
  answers: () => Promise<boolean>,
): Promise<StoreOutcome[]> {
  const slow = new Set(batch.filter(isSlow));
  const results = new Map<Received, StoreOutcome>();
  for (const one of slow) results.set(one, await storeSlow(one, answers));
  const others = batch.filter((one) => !slow.has(one));
  (await storeByHalves(others, answers)).forEach((result, n) => {
    const received = others[n];
    if (received) results.set(received, result);
  });
  return batch.map((one) => results.get(one) ?? tooSlow());
}

/** Asks for advice now: an earlier notification of the same alert may have timed out in this batch. */
async function storeSlow(received: Received, answers: () => Promise<boolean>): Promise<StoreOutcome> {
  const advice = adviseOn(received);
  if (advice === "quarantine") return quarantine(received);
  const [result] = advice === "wait" ? [] : await storeByHalves([received], answers);
  return result ?? tooSlow();
}

async function storeByHalves(
  batch: readonly Received[],
  answers: () => Promise<boolean>,
): Promise<StoreOutcome[]> {
  const [first] = batch;
  if (!first) return [];
  const results = await storeBatchOrEach(batch);
  const isLate = results.every((one) => one.outcome === "failed" && isTimeout(one.error));
  if (!isLate) for (const one of batch) slowAlerts().recordSuccess(alertKey(one));
  if (!isLate || !(await answers())) return results;
  if (batch.length > 1) {
    const middle = Math.ceil(batch.length / 2);
    const early = await storeSpooledBatch(batch.slice(0, middle), answers);
    return [...early, ...(await storeSpooledBatch(batch.slice(middle), answers))];
  }
  slowAlerts().recordTimeout(alertKey(first), performance.now());
  log.error({ alertId: first.parsed.alertId }, "The database takes too long to store a notification");
  return [tooSlow()];
}

/** Quarantines a request without reading anything of its alert. */
async function quarantine(received: Received): Promise<StoreOutcome> {
  try {
    const result = await storeQuarantined(received, "The database took too long to apply it");
    return finish([received], result)[0] ?? tooSlow();
  } catch (error) {
    return failed(error);
  }
}

function finish(batch: readonly Received[], { verdicts, touched, tests }: BatchResult): StoreOutcome[] {
  placeSoon(touched);
  scheduleNotices(touched);
  // A test of our own does not prove that the service signs with a secret.
  recordUseSoon(batch.filter((one) => !tests.has(one)).map(({ signer }) => signer.secretId));
  return verdicts;
}

function fail(batch: readonly Received[], error: unknown): StoreOutcome[] {
  log.error({ err: error, count: batch.length }, "Notifications could not be stored");
  return batch.map(() => failed(error));
}

let toPlace = new Map<string, AlertRef>();

/** Places alerts later, outside the commit, because a place can be inferred again but a notification is sent once. */
function placeSoon(touched: readonly AlertRef[]): void {
  if (touched.length === 0) return;
  if (toPlace.size === 0)
    setTimeout(() => {
      const due = [...toPlace.values()];
      toPlace = new Map();
      void placeTouched(due);
    }, PLACING_DELAY_MS).unref();
  for (const alert of touched) toPlace.set(`${alert.tenancyId}:${alert.alertId}`, alert);
}

/** Infers the places of alerts. Never throws: the next load or minute tries again. */
export async function placeTouched(touched: readonly AlertRef[]): Promise<void> {
  const byTenancy = groupBy(touched, ({ tenancyId }) => tenancyId);
  const placing = [...byTenancy].map(([tenancyId, alerts]) =>
    placeAlerts(tenancyId, { alertIds: alerts.map(({ alertId }) => alertId) }).catch((error) =>
      log.error({ err: error }, "Alerts could not be placed; the next load or minute places them"),
    ),
  );
  await Promise.all(placing);
}

const recordedAt = new Map<number, number>();

/** Records the use of secrets, each at most once a minute. */
function recordUseSoon(secretIds: readonly number[]): void {
  const now = performance.now();
  const due = [...new Set(secretIds)].filter(
    (id) => now - (recordedAt.get(id) ?? Number.NEGATIVE_INFINITY) >= RECORD_USE_EVERY_MS,
  );
  if (due.length === 0) return;
  for (const id of due) recordedAt.set(id, now);
  const at = new Date();
  recordSecretUse(due.map((secretId) => ({ secretId, at }))).catch((error) =>
    log.warn({ err: error }, "The last use of a webhook secret could not be recorded"),
  );
}
