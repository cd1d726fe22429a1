import "server-only";
import { OutOfReach } from "@/lib/db/error-code.server";
import { log } from "@/lib/http/log.server";
import type { Received } from "./batch.server";
import type { DatabaseGate } from "./database-gate";
import { type Settled, settle } from "./settle.server";
import type { Spool } from "./spool.server";
import type { Frame } from "./spool-frames.server";
import { fromRecord } from "./spool-record.server";
import type { Segment } from "./spool-segment.server";
import { findTenancies } from "./store.server";

const BATCH_ITEMS = 64;
/** A commit that was only slow lands meanwhile, and nothing has to be done twice. */
const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 2_000;
/** How often it is looked for what other processes left, and what is stuck is tried again. */
const LOOK_EVERY_MS = 15_000;

/** Applies what stands in the spool, in order, as soon as the database takes it. */
export class Drain {
  readonly #spool: Spool;
  readonly #gate: DatabaseGate;
  #running: Promise<void> | undefined;
  #endPause: () => void = () => undefined;

  constructor(spool: Spool, gate: DatabaseGate) {
    this.#spool = spool;
    this.#gate = gate;
  }

  /** Begins to look after the spool, also for what earlier processes left in it. */
  start(): void {
    void this.look();
    setInterval(() => void this.look(), LOOK_EVERY_MS).unref();
  }

  /** Takes over what was left behind, and tries again what is stuck. */
  async look(): Promise<void> {
    try {
      await this.#spool.takeOver((record) => fromRecord(record).receivedAt.getTime());
    } catch (error) {
      log.error({ err: error }, "The spool could not be looked through");
    }
    this.#spool.retryStuck();
    if (this.#spool.next()) this.wake(0);
  }

  /** Something stands in the spool. */
  wake(afterMs = FIRST_WAIT_MS): void {
    this.#running ??= this.#run(afterMs).finally(() => {
      this.#running = undefined;
      // What came in this very moment found it running.
      if (this.#spool.next()) this.wake();
    });
  }

  /** Tries at once, since the process ends soon. */
  hurry(): void {
    this.#endPause();
    this.wake(0);
  }

  async #run(afterMs: number): Promise<void> {
    await this.#pause(afterMs);
    let wait = FIRST_WAIT_MS;
    for (let segment = this.#spool.next(); segment; segment = this.#spool.next()) {
      if (await this.#applyAll(segment)) {
        wait = FIRST_WAIT_MS;
        continue;
      }
      await this.#pause(wait);
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.#endPause = resolve;
      setTimeout(resolve, ms).unref();
    });
  }

  /** @returns false when it is to be tried again later */
  async #applyAll(segment: Segment): Promise<boolean> {
    try {
      const frames = await segment.read();
      if (frames.length === 0) throw new Error("Records of the spool cannot be read back");
      for (let n = 0; n < frames.length; n += BATCH_ITEMS)
        if (!(await this.#apply(segment, frames.slice(n, n + BATCH_ITEMS), frames[n + BATCH_ITEMS])))
          return false;
      await this.#spool.removeApplied();
      return true;
    } catch (error) {
      log.error({ err: error }, "The spool could not be applied; it is tried again");
      return false;
    }
  }

  async #apply(segment: Segment, frames: Frame[], next: Frame | undefined): Promise<boolean> {
    const begun = Date.now();
    const batch = frames.map(({ record }) => fromRecord(record));
    const errors = (await settleKnown(batch)).flatMap((one) => ("error" in one ? [one.error] : []));
    if (errors.some((error) => error instanceof OutOfReach)) {
      this.#gate.failed(begun);
      return false;
    }
    this.#gate.succeeded(Date.now());
    segment.stuck += errors.length;
    segment.oldest = next ? fromRecord(next.record).receivedAt.getTime() : null;
    segment.advance(frames.length, frames.at(-1)?.end ?? segment.size);
    return true;
  }
}

/** Where the signer's tenancy is another one in this database, nothing is stored: it stays in the spool. */
async function settleKnown(batch: readonly Received[]): Promise<Settled[]> {
  try {
    const tenancies = await findTenancies([...new Set(batch.map(({ signer }) => signer.tenancyId))]);
    const isKnown = ({ signer }: Received) => tenancies.get(signer.tenancyId) === signer.tenantId;
    const known = batch.filter(isKnown);
    const settled = await settle(known);
    return batch.map(
      (one) => settled[known.indexOf(one)] ?? { error: new Error("The database lacks its tenancy") },
    );
  } catch (error) {
    return batch.map(() => ({ error }));
  }
}
