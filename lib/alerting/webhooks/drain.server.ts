import "server-only";
import { groupBy } from "@/lib/base/core/group-by";
import { isDatabaseFull, OutOfReach } from "@/lib/base/db/error-code.server";
import { log } from "@/lib/base/request/log.server";
import { wasDeleted } from "@/lib/farm/tenancies/service.server";
import { BATCH_ITEMS, type Received } from "./batch.server";
import { CHECK_EVERY_MS } from "./disk/spool-host.server";
import { describeDiskError, type Spool } from "./spool.server";
import { type Frame, peekRecord, readRecord } from "./spool-format.server";
import { isMissing, type Segment } from "./spool-segment.server";
import { findTenancies } from "./store.server";
import { type DatabaseCircuitBreaker, roundRobin } from "./write-policy";
import { failed, type StoreOutcome, storeSpooledBatch } from "./write-queue.server";

/** The most records of a tenancy that are applied before the next segment. */
const MAX_PER_ROUND = 512;
/** In place of a tenancy: the record cannot be read. */
const UNKNOWN_TENANCY = -1;
/** A commit that was only slow lands in this time, which saves doing it twice. */
const FIRST_WAIT_MS = 400;
const MAX_WAIT_MS = 2_000;
/** Interval at which the drain looks for what a receiver has given away: one reading of a folder. */
const LOOK_EVERY_MS = 1_000;

/** Applies the spool to the database, in order, as soon as the database accepts it. */
export class Drain {
  readonly #spool: Spool;
  readonly #database: DatabaseCircuitBreaker;
  #running: Promise<void> | undefined;
  #polling: Promise<void> | undefined;
  #endPause: () => void = () => undefined;

  constructor(spool: Spool, database: DatabaseCircuitBreaker) {
    this.#spool = spool;
    this.#database = database;
  }

  /** Starts polling, also for what earlier processes left in the spool. */
  start(): void {
    void this.poll();
    setInterval(() => void this.poll(), CHECK_EVERY_MS).unref();
    setInterval(() => void this.#look(), LOOK_EVERY_MS).unref();
  }

  /** Takes over the segments of dead processes, and retries stuck records. */
  poll(): Promise<void> {
    this.#polling ??= this.#poll().finally(() => {
      this.#polling = undefined;
    });
    return this.#polling;
  }

  async #look(): Promise<void> {
    if (await this.#spool.hasGifts()) await this.poll();
  }

  async #poll(): Promise<void> {
    await this.#spool.takeOver();
    await this.#spool.retry();
    if (this.#hasPending()) this.schedule(0);
  }

  /** Drains the spool after a pause, unless that is under way. */
  schedule(afterMs = FIRST_WAIT_MS): void {
    this.#running ??= this.#run(afterMs).finally(() => {
      this.#running = undefined;
      // A record appended just now saw a running drain.
      if (this.#hasPending()) this.schedule();
    });
  }

  /** Drains at once, because the process is about to end. */
  drainNow(): void {
    this.#endPause();
    this.schedule(0);
  }

  #hasPending(): boolean {
    return this.#spool.pending().length > 0;
  }

  async #run(afterMs: number): Promise<void> {
    await this.#pause(afterMs);
    let wait = FIRST_WAIT_MS;
    while (this.#hasPending()) {
      if (await this.#applyRound()) {
        wait = FIRST_WAIT_MS;
        continue;
      }
      await this.#pause(wait);
      wait = Math.min(wait * 2, MAX_WAIT_MS);
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.#endPause = resolve;
      setTimeout(resolve, ms).unref();
    });
  }

  /**
   * Goes through all segments once. A tenancy with many records has only some of them applied, from a single segment,
   * so that its own order is kept and the other tenancies get their turn.
   * @returns false when the database is away and the round must be repeated later
   */
  async #applyRound(): Promise<boolean> {
    const served = new Set<number>();
    const segments = this.#spool.pending();
    const limit = segments.length > 1 ? MAX_PER_ROUND : Number.POSITIVE_INFINITY;
    for (const segment of segments) {
      if (segment.tenancies && [...segment.tenancies].every((tenancy) => served.has(tenancy))) continue;
      try {
        if (!(await this.#applySegment(segment, served, limit))) return false;
      } catch (error) {
        this.#skip(segment, error);
      }
    }
    return true;
  }

  /** Skips a segment that cannot be read until the next poll, so that those behind it are applied. */
  #skip(segment: Segment, error: unknown): void {
    if (isMissing(error)) {
      this.#spool.forget(segment);
      return;
    }
    log.error({ err: error }, "A file of the spool cannot be read; it is retried");
    segment.fault = describeDiskError(error);
  }

  async #applySegment(segment: Segment, served: Set<number>, limit: number): Promise<boolean> {
    const frames = await segment.read();
    const byTenancy = groupBy(frames, ({ record }) => peekRecord(record)?.tenancyId ?? UNKNOWN_TENANCY);
    const due = [...byTenancy].filter(([tenancy]) => !served.has(tenancy));
    const chosen = roundRobin(
      due.map(([, list]) => list),
      limit,
    );
    for (let n = 0; n < chosen.length; n += BATCH_ITEMS)
      if (!(await this.#applyBatch(segment, chosen.slice(n, n + BATCH_ITEMS)))) return false;
    for (const [tenancy, list] of due) if (list.length > limit) served.add(tenancy);
    updateSummary(
      segment,
      frames.filter((frame) => segment.isPending(frame)),
    );
    await this.#spool.removeApplied();
    return true;
  }

  async #applyBatch(segment: Segment, frames: readonly Frame[]): Promise<boolean> {
    const begun = performance.now();
    const results = await applyRecords(frames.map(({ record }) => readRecord(record)));
    let isAway = false;
    frames.forEach((frame, n) => {
      const result = results[n];
      if (result && result.outcome !== "failed") segment.markApplied(frame);
      else if (result?.error instanceof OutOfReach) isAway = true;
      else segment.markStuck(frame);
    });
    if (isAway) this.#database.recordFailure(begun);
    else this.#database.recordSuccess(performance.now());
    if (results.some((one) => one.outcome === "failed" && isDatabaseFull(one.error)))
      this.#database.recordFull();
    return !isAway;
  }
}

/** Updates a segment's tenancies and oldest record, unless more was appended meanwhile. */
function updateSummary(segment: Segment, left: readonly Frame[]): void {
  if (segment.records !== left.length) return;
  const peeked = left.map(({ record }) => peekRecord(record));
  segment.tenancies = new Set(peeked.map((one) => one?.tenancyId ?? UNKNOWN_TENANCY));
  if (segment.stuck > 0) return;
  const times = peeked.flatMap((one) => one?.receivedAt ?? []);
  segment.oldest = times.length > 0 ? Math.min(...times) : null;
}

/** Returns true if the database answers a statement that has nothing to do with alerts. */
const databaseAnswers = () =>
  findTenancies([]).then(
    () => true,
    () => false,
  );

/** Records of a deleted tenancy are dropped. */
const DROPPED: StoreOutcome = { outcome: "duplicate" };

/**
 * Applies records, `undefined` for one that cannot be read. One whose tenancy number belongs to another tenancy in
 * this database stays in the spool, unless its tenancy was deleted here.
 */
async function applyRecords(batch: readonly (Received | undefined)[]): Promise<StoreOutcome[]> {
  try {
    const readable = batch.filter((one) => one !== undefined);
    const tenancies = await findTenancies([...new Set(readable.map(({ signer }) => signer.tenancyId))]);
    const known = readable.filter(({ signer }) => tenancies.get(signer.tenancyId) === signer.tenantId);
    const stored = await storeSpooledBatch(known, databaseAnswers);
    const byRequest = new Map(known.map((one, n) => [one, stored[n]]));
    const isDropped = known.length < readable.length ? await wasDeleted() : () => false;
    return batch.map((one) => {
      if (one && !byRequest.has(one) && isDropped(one.signer)) return DROPPED;
      return (one && byRequest.get(one)) ?? failed(new Error("Not for this database"));
    });
  } catch (error) {
    return batch.map(() => failed(error));
  }
}
