import "server-only";
import { OutOfReach } from "@/lib/db/error-code.server";
import { log } from "@/lib/http/log.server";
import { noticeSoon } from "@/lib/notices/service.server";
import { placeSoon, touchSoon } from "./afterwards.server";
import { type Received, type Stored, storeAside, storeBatch } from "./batch.server";
import type { Verdict } from "./judge";

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
    if (error instanceof OutOfReach) throw error;
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
