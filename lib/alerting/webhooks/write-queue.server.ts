import "server-only";
import { placeAlerts } from "@/lib/alerting/alerts/service.server";
import { noticeSoon } from "@/lib/alerting/notices/service.server";
import { groupBy } from "@/lib/base/core/group-by";
import { processSingleton } from "@/lib/base/core/process-singleton";
import { isTimeout, OutOfReach } from "@/lib/base/db/error-code.server";
import { log } from "@/lib/base/request/log.server";
import {
  type AlertRef,
  isOvertaken,
  type Received,
  type Stored,
  storeAside,
  storeBatch,
} from "./batch.server";
import type { Verdict } from "./judge.server";
import { touchSecrets } from "./store.server";
import { inTurns, SlowAlerts } from "./write-policy";

const held = processSingleton<{ slowAlerts: SlowAlerts }>();

function slowAlerts(): SlowAlerts {
  held.slowAlerts ??= new SlowAlerts();
  return held.slowAlerts;
}

/** Whether the database did not store in time what came last for the alert of a request. */
export function isSlow(received: Received): boolean {
  return slowAlerts().advise(keyOf(received), performance.now()) !== "try";
}

/** Storing takes too long for its alert alone: it is tried again later. */
class TooSlow extends Error {}

/** What became of one request of a batch: a verdict, or why it could not be stored. */
export type Settled = { verdict: Verdict } | { error: unknown };

/**
 * Stores a batch. One bad item does not cost the others: where the database refuses the batch, each gets a
 * try of its own, and what is refused alone too is kept unapplied. Never throws.
 * @returns what became of each, in the order given
 */
export async function settle(batch: readonly Received[]): Promise<Settled[]> {
  try {
    return finish(batch, await storeBatch(batch));
  } catch (error) {
    return error instanceof OutOfReach ? fail(batch, error) : settleOneByOne(batch);
  }
}

/**
 * Stores a batch that nobody waits for. One that the database does not store in time, although it answers, is halved
 * until the request is found that takes so long: that one waits for later tries, and is kept unapplied after the third.
 * Never throws.
 * @param answers whether the database answers
 * @returns what became of each, in the order given
 */
export async function settlePatiently(
  batch: readonly Received[],
  answers: () => Promise<boolean>,
): Promise<Settled[]> {
  const byAdvice = groupBy(batch, (one) => slowAlerts().advise(keyOf(one), performance.now()));
  const settled = new Map<Received, Settled>();
  for (const one of byAdvice.get("wait") ?? []) settled.set(one, { error: new TooSlow() });
  for (const one of byAdvice.get("aside") ?? []) settled.set(one, await setAside(one));
  for (const one of byAdvice.get("alone") ?? []) settled.set(one, await settleAlone(one, answers));
  const wanted = byAdvice.get("try") ?? [];
  (await settleHalves(wanted, answers)).forEach((one, n) => {
    const received = wanted[n];
    if (received) settled.set(received, one);
  });
  return batch.map((one) => settled.get(one) ?? { error: new TooSlow() });
}

/** What came before it of the same alert may have been too slow once more. */
async function settleAlone(received: Received, answers: () => Promise<boolean>): Promise<Settled> {
  const advice = slowAlerts().advise(keyOf(received), performance.now());
  if (advice === "wait") return { error: new TooSlow() };
  if (advice === "aside") return setAside(received);
  const [settled] = await settleHalves([received], answers);
  return settled ?? { error: new TooSlow() };
}

async function settleHalves(batch: readonly Received[], answers: () => Promise<boolean>): Promise<Settled[]> {
  const [first] = batch;
  if (!first) return [];
  const settled = await settle(batch);
  const isLate = settled.every((one) => "error" in one && isTimeout(one.error));
  if (!isLate) for (const one of batch) slowAlerts().succeeded(keyOf(one));
  if (!isLate || !(await answers())) return settled;
  if (batch.length > 1) {
    const middle = Math.ceil(batch.length / 2);
    const early = await settlePatiently(batch.slice(0, middle), answers);
    return [...early, ...(await settlePatiently(batch.slice(middle), answers))];
  }
  slowAlerts().failed(keyOf(first), performance.now());
  log.error(
    { alertId: first.parsed.alertId },
    "A notification takes the database too long; the others go on",
  );
  return [{ error: new TooSlow() }];
}

/** Nothing of its alert is read for that. */
async function setAside(received: Received): Promise<Settled> {
  try {
    const [settled] = finish(
      [received],
      await storeAside(received, "The database took too long to apply it"),
    );
    return settled ?? { error: new TooSlow() };
  } catch (error) {
    return { error };
  }
}

const keyOf = ({ signer, parsed }: Received) => `${signer.tenancyId}:${parsed.alertId}`;

async function settleOneByOne(batch: readonly Received[]): Promise<Settled[]> {
  const settled: Settled[] = [];
  for (const [n, received] of batch.entries()) {
    received.again = true;
    try {
      settled.push(...finish([received], await storeAlone(received)));
    } catch (error) {
      if (error instanceof OutOfReach) return [...settled, ...fail(batch.slice(n), error)];
      settled.push(...fail([received], error));
    }
  }
  return settled;
}

async function storeAlone(received: Received): Promise<Stored> {
  try {
    return await storeBatch([received]);
  } catch (error) {
    if (error instanceof OutOfReach || isOvertaken(error)) throw error;
    const kept = await storeAside(received, "It could not be applied; the log has the cause");
    log.error({ err: error, alertId: received.parsed.alertId }, "A notification could not be applied");
    return kept;
  }
}

function finish(batch: readonly Received[], { verdicts, touched, tests }: Stored): Settled[] {
  placeSoon(touched);
  noticeSoon(touched);
  // A test of our own does not prove that the service signs with a secret.
  touchSoon(batch.filter((one) => !tests.has(one)).map(({ signer }) => signer.secretId));
  return verdicts.map((verdict) => ({ verdict }));
}

function fail(batch: readonly Received[], error: unknown): Settled[] {
  log.error({ err: error, count: batch.length }, "Notifications could not be stored");
  return batch.map(() => ({ error }));
}

const BATCH_ITEMS = 64;

/** While one waits for the disk, the next is worked on. */
const BATCHES_AT_ONCE = 2;

const BATCH_BYTES = 4_000_000;

/** What waits while the database is slow, so that memory stays bounded. */
const MOST_WAITING = 2_000;

type Entry = { received: Received; resolve(verdict: Verdict): void; reject(error: unknown): void };

let waiting: Entry[] = [];

let writing = 0;

/** Alerts that a batch is being written for: two that write one alert would take each other back. */
const busy = new Set<string>();

const alertOf = ({ received: { signer, parsed } }: Entry) =>
  parsed.alertId === null ? "" : `${signer.tenancyId}:${parsed.alertId}`;

/**
 * Hands a signed request over for storing. Requests that arrive while a batch is being written go together
 * into the next one: one commit for all of them.
 * @returns what became of it, once it is durable; never settles for what was given up meanwhile
 * @throws whatever the database throws when it is out of reach; Error when too many wait
 */
export function store(received: Received): Promise<Verdict> {
  if (waiting.length >= MOST_WAITING) waiting = waiting.filter(isWanted);
  if (waiting.length >= MOST_WAITING)
    return Promise.reject(new Error("Too many notifications wait for the database."));
  return new Promise((resolve, reject) => {
    waiting.push({ received, resolve, reject });
    startBatch();
  });
}

/** What stands in the spool meanwhile is applied from there. */
const isWanted = ({ received }: Entry) => !received.givenUp;

/** What comes while batches are being written waits for the next one, and so grows it. */
function startBatch(): void {
  while (writing < BATCHES_AT_ONCE) {
    const batch = takeBatch();
    if (batch.length === 0) return;
    void write(batch);
  }
}

async function write(batch: Entry[]): Promise<void> {
  writing += 1;
  const alerts = batch.map(alertOf).filter((alert) => alert !== "");
  for (const alert of alerts) busy.add(alert);
  const settled = await settle(batch.map(({ received }) => received));
  settled.forEach((one, n) => {
    const entry = batch[n];
    if (!entry || !isWanted(entry)) return;
    if ("verdict" in one) entry.resolve(one.verdict);
    else entry.reject(one.error);
  });
  for (const alert of alerts) busy.delete(alert);
  writing -= 1;
  startBatch();
}

/** The tenancies take turns. */
function takeBatch(): Entry[] {
  let bytes = 0;
  waiting = waiting.filter(isWanted);
  const free = waiting.filter((entry) => !busy.has(alertOf(entry)));
  const wanted = inTurns(groupBy(free, ({ received }) => received.signer.tenancyId).values(), BATCH_ITEMS);
  const end = wanted.findIndex(({ received }, n) => {
    bytes += received.body.length;
    return n >= BATCH_ITEMS || (n > 0 && bytes > BATCH_BYTES);
  });
  const batch = new Set(end < 0 ? wanted : wanted.slice(0, end));
  waiting = waiting.filter((entry) => !batch.has(entry));
  return [...batch];
}

const PLACING_DELAY_MS = 250;

const TOUCH_EVERY_MS = 60_000;

let toPlace = new Map<string, AlertRef>();

/** Infers the places of alerts a little later: they can be found again, a notification can't. */
export function placeSoon(touched: readonly AlertRef[]): void {
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

/** Notes that secrets were used, each at most once a minute. */
export function touchSoon(secretIds: readonly number[]): void {
  const now = performance.now();
  const due = [...new Set(secretIds)].filter(
    (id) => now - (touchedAt.get(id) ?? Number.NEGATIVE_INFINITY) >= TOUCH_EVERY_MS,
  );
  if (due.length === 0) return;
  for (const id of due) touchedAt.set(id, now);
  touchSecrets(due, new Date()).catch((error) =>
    log.warn({ err: error }, "The last use of a webhook secret could not be noted"),
  );
}
