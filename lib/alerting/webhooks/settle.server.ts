import "server-only";
import { noticeSoon } from "@/lib/alerting/notices/service.server";
import { groupBy } from "@/lib/base/core/group-by";
import { processSingleton } from "@/lib/base/core/process-singleton";
import { isTimeout, OutOfReach } from "@/lib/base/db/error-code.server";
import { log } from "@/lib/base/request/log.server";
import { placeSoon, touchSoon } from "./afterwards.server";
import { isOvertaken, type Received, type Stored, storeAside, storeBatch } from "./batch.server";
import type { Verdict } from "./judge";
import { SlowAlerts } from "./slow-alerts";

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
