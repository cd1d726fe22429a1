import "server-only";
import { groupBy } from "@/lib/base/core/group-by";
import { isDatabaseFull, OutOfReach } from "@/lib/base/db/error-code.server";
import { log } from "@/lib/base/request/log.server";
import { wasDeleted } from "@/lib/farm/tenancies/service.server";
import type { Received } from "./batch.server";
import type { DatabaseGate } from "./database-gate";
import { type Settled, settlePatiently } from "./settle.server";
import { causeOf, type Spool } from "./spool.server";
import type { Frame } from "./spool-frames.server";
import { fromRecord, peekRecord } from "./spool-record.server";
import { isMissing, type Segment } from "./spool-segment.server";
import { findTenancies } from "./store.server";
import { inTurns } from "./turns";

const BATCH_ITEMS = 64;
/** So much of a tenancy is applied before the next file is looked into. */
const TURN_ITEMS = 512;
/** Whose records cannot be told. */
const NOBODY = -1;
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
    await this.#spool.takeOver((record) => peekRecord(record)?.receivedAt ?? Date.now());
    await this.#spool.retry();
    if (this.#isNeeded()) this.wake(0);
  }

  /** Something stands in the spool. */
  wake(afterMs = FIRST_WAIT_MS): void {
    this.#running ??= this.#run(afterMs).finally(() => {
      this.#running = undefined;
      // What came in this very moment found it running.
      if (this.#isNeeded()) this.wake();
    });
  }

  /** Tries at once, since the process ends soon. */
  hurry(): void {
    this.#endPause();
    this.wake(0);
  }

  #isNeeded(): boolean {
    return this.#spool.waiting().length > 0;
  }

  async #run(afterMs: number): Promise<void> {
    await this.#pause(afterMs);
    let wait = FIRST_WAIT_MS;
    while (this.#isNeeded()) {
      if (await this.#applyRound()) {
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

  /**
   * Goes through all segments once. A tenancy of which much waits has a part of it applied, from one segment alone, so
   * that its own order is kept and the others come to their turn.
   * @returns false when it is to be tried again later
   */
  async #applyRound(): Promise<boolean> {
    const served = new Set<number>();
    const segments = this.#spool.waiting();
    const most = segments.length > 1 ? TURN_ITEMS : Number.POSITIVE_INFINITY;
    for (const segment of segments) {
      if (segment.owners && [...segment.owners].every((owner) => served.has(owner))) continue;
      try {
        if (!(await this.#applySome(segment, served, most))) return false;
      } catch (error) {
        this.#giveUp(segment, error);
      }
    }
    return true;
  }

  /** What stands behind a file that cannot be read goes on; it is tried again with the next look. */
  #giveUp(segment: Segment, error: unknown): void {
    if (isMissing(error)) {
      this.#spool.forget(segment);
      return;
    }
    log.error({ err: error }, "A file of the spool cannot be read; it is tried again");
    segment.fault = causeOf(error);
  }

  async #applySome(segment: Segment, served: Set<number>, most: number): Promise<boolean> {
    const frames = await segment.read();
    const byOwner = groupBy(frames, ({ record }) => peekRecord(record)?.tenancyId ?? NOBODY);
    const inReach = [...byOwner].filter(([owner]) => !served.has(owner));
    const chosen = inTurns(
      inReach.map(([, list]) => list),
      most,
    );
    for (let n = 0; n < chosen.length; n += BATCH_ITEMS)
      if (!(await this.#apply(segment, chosen.slice(n, n + BATCH_ITEMS)))) return false;
    for (const [owner, list] of inReach) if (list.length > most) served.add(owner);
    noteLeft(
      segment,
      frames.filter((frame) => segment.waits(frame)),
    );
    await this.#spool.removeApplied();
    return true;
  }

  async #apply(segment: Segment, frames: readonly Frame[]): Promise<boolean> {
    const begun = performance.now();
    const settled = await settleKnown(frames.map(({ record }) => tryFromRecord(record)));
    let isAway = false;
    frames.forEach((frame, n) => {
      const one = settled[n];
      if (one && "verdict" in one) segment.settle(frame);
      else if (one?.error instanceof OutOfReach) isAway = true;
      else segment.hold(frame);
    });
    if (isAway) this.#gate.failed(begun);
    else this.#gate.succeeded(performance.now());
    if (settled.some((one) => "error" in one && isDatabaseFull(one.error))) this.#gate.ranFull();
    return !isAway;
  }
}

/** Nothing is known of what came meanwhile. */
function noteLeft(segment: Segment, left: readonly Frame[]): void {
  if (segment.records !== left.length) return;
  const peeked = left.map(({ record }) => peekRecord(record));
  segment.owners = new Set(peeked.map((one) => one?.tenancyId ?? NOBODY));
  if (segment.stuck > 0) return;
  const times = peeked.flatMap((one) => one?.receivedAt ?? []);
  segment.oldest = times.length > 0 ? Math.min(...times) : null;
}

/** A record that another version of the program may have written; one that is not understood stays where it is. */
function tryFromRecord(record: Buffer): Received | undefined {
  try {
    return fromRecord(record);
  } catch {
    return undefined;
  }
}

/** Whether the database answers what has nothing to do with alerts. */
const databaseAnswers = () =>
  findTenancies([]).then(
    () => true,
    () => false,
  );

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
    const settled = await settlePatiently(known, databaseAnswers);
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
