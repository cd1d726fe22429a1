import "server-only";
import { OutOfReach } from "@/lib/db/error-code.server";
import { log } from "@/lib/http/log.server";
import { wasDeleted } from "@/lib/tenancies/service.server";
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
      await this.#spool.takeOver(receivedAtOf);
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
    const batch = frames.map(({ record }) => tryFromRecord(record));
    const errors = (await settleKnown(batch)).flatMap((one) => ("error" in one ? [one.error] : []));
    if (errors.some((error) => error instanceof OutOfReach)) {
      this.#gate.failed(begun);
      return false;
    }
    this.#gate.succeeded(Date.now());
    segment.stuck += errors.length;
    segment.oldest = next ? receivedAtOf(next.record) : null;
    segment.advance(frames.length, frames.at(-1)?.end ?? segment.size);
    return true;
  }
}

/** A record that another version of the program may have written; one that is not understood stays where it is. */
function tryFromRecord(record: Buffer): Received | undefined {
  try {
    return fromRecord(record);
  } catch {
    return undefined;
  }
}

const receivedAtOf = (record: Buffer) => (tryFromRecord(record)?.receivedAt ?? new Date()).getTime();

/** Of a tenancy that was deleted nothing is stored: it goes. */
const DROPPED: Settled = { verdict: { outcome: "duplicate" } };

/**
 * Where the signer's tenancy is another one in this database, nothing is stored: it stays in the spool, unless it was
 * deleted here.
 */
async function settleKnown(batch: readonly (Received | undefined)[]): Promise<Settled[]> {
  try {
    const readable = batch.filter((one) => one !== undefined);
    const tenancies = await findTenancies([...new Set(readable.map(({ signer }) => signer.tenancyId))]);
    const known = readable.filter(({ signer }) => tenancies.get(signer.tenancyId) === signer.tenantId);
    const settled = await settle(known);
    const byRequest = new Map(known.map((one, n) => [one, settled[n]]));
    const isDropped = known.length < readable.length ? await wasDeleted() : () => false;
    return batch.map((one) => {
      if (one && !byRequest.has(one) && isDropped(one.signer)) return DROPPED;
      return (one && byRequest.get(one)) ?? { error: new Error("Not for this database") };
    });
  } catch (error) {
    return batch.map(() => ({ error }));
  }
}
