import "server-only";
import { join } from "node:path";
import { groupBy } from "@/lib/base/core/group-by";
import { processSingleton } from "@/lib/base/core/process-singleton";
import { withTimeout } from "@/lib/base/core/with-timeout.server";
import { isDatabaseFull, OutOfReach } from "@/lib/base/db/error-code.server";
import { env } from "@/lib/base/env/env.server";
import { log } from "@/lib/base/request/log.server";
import { wasDeleted } from "@/lib/farm/tenancies/service.server";
import { tellAllToReadAgain } from "@/lib/web/events/service.server";
import { BATCH_ITEMS, type Received } from "./batch.server";
import { parseNotification } from "./parse";
import { describeDiskError, Spool, type SpoolFigures } from "./spool.server";
import { type Frame, peekRecord, readRecord, toRecord } from "./spool-format.server";
import { type DiskState, LOW_SPACE_BYTES, readFreeSpace } from "./spool-host.server";
import { type Disk, isMissing, type Segment } from "./spool-segment.server";
import { findTenancies } from "./store.server";
import { DatabaseCircuitBreaker, roundRobin } from "./write-policy";
import { failed, isSlow, queueForBatch, type StoreOutcome, storeSpooledBatch } from "./write-queue.server";

/** An authenticated request, not parsed yet. */
export type SignedRequest = Omit<Received, "parsed" | "fromSpool" | "movedToSpool">;

/** The outcome of an authenticated request; `failed` if neither the database nor the spool stored it. */
export type IntakeOutcome = StoreOutcome | { outcome: "spooled" };

/** The sender waits 5 s for an answer; it gets one in time even when the database and the disk are slow. */
const ANSWER_MS = 4_500;
/** The least time that a request gets to be stored, however long it waited for secrets. */
const MIN_STORE_MS = 500;
const PROBE_EVERY_MS = 5_000;
/** How soon open pages show a full disk. Each probe writes to the disk. */
const WATCH_EVERY_MS = 15_000;
/** The most records of a tenancy that are applied before the next segment. */
const MAX_PER_ROUND = 512;
/** In place of a tenancy: the record cannot be read. */
const UNKNOWN_TENANCY = -1;
/** A commit that was only slow lands in this time, which saves doing it twice. */
const FIRST_WAIT_MS = 400;
const MAX_WAIT_MS = 2_000;
/** How often segments of dead processes are taken over and stuck records are retried. */
const POLL_EVERY_MS = 15_000;

/** Stores authenticated requests in the database, or in the spool when the database does not commit in time. */
export class Intake {
  readonly #database = new DatabaseCircuitBreaker();
  readonly #spool: Spool;
  readonly #drain: Drain;
  readonly #patienceMs: number;
  #probing: Promise<void> | undefined;
  #probedAt = Number.NEGATIVE_INFINITY;
  #disk: DiskState = { free: null, fullSince: null };

  constructor({ folder, patienceMs, disk }: { folder: string; patienceMs: number; disk?: Disk }) {
    this.#spool = new Spool(folder, disk);
    this.#drain = new Drain(this.#spool, this.#database);
    this.#patienceMs = patienceMs;
  }

  /** Starts to drain the spool and to watch the disk, in a process that serves. */
  start(): void {
    this.#drain.start();
    void this.#probeIfDue();
    setInterval(() => void this.#probeIfDue(), WATCH_EVERY_MS).unref();
  }

  /** The time to wait for the database, milliseconds; 0 while its circuit breaker is open. */
  get patienceMs(): number {
    return this.#database.isOpen ? 0 : this.#patienceMs;
  }

  /**
   * Makes an authenticated request durable. Never throws.
   * @returns its outcome, once it is durable
   */
  async storeOrSpool(request: SignedRequest): Promise<IntakeOutcome> {
    const begun = performance.now();
    const left = timeLeft(request, Date.now());
    if (!this.#database.allowsAttempt(begun)) return orFailed(this.#appendToSpool(request), left);
    const received: Received = { ...request, parsed: parseNotification(request.body) };
    if (isSlow(received)) return orFailed(this.#appendToSpool(received), left);
    const stored = queueForBatch(received);
    stored.catch((error) => isDatabaseFull(error) && this.#database.recordFull());
    try {
      const verdict = await withTimeout(stored, Math.min(this.#patienceMs, left - MIN_STORE_MS));
      this.#database.recordSuccess(performance.now());
      return verdict;
    } catch {
      this.#database.recordFailure(begun);
      return orFailed(Promise.any([stored, this.#appendToSpool(received)]), timeLeft(request, Date.now()));
    }
  }

  /** Figures of the spool; probes whether it can be written unless something was written lately. */
  async figures(): Promise<SpoolFigures> {
    await this.#probeIfDue();
    return this.#spool.figures();
  }

  /** The free space for notifications, at most some seconds old. */
  async disk(): Promise<DiskState> {
    await this.#probeIfDue();
    return this.#disk;
  }

  /** Drains the spool at once, because the process is about to end. */
  drainNow(): void {
    this.#drain.drainNow();
  }

  async #probeIfDue(): Promise<void> {
    if (performance.now() - this.#probedAt > PROBE_EVERY_MS)
      this.#probing ??= this.#probe().finally(() => {
        this.#probedAt = performance.now();
        this.#probing = undefined;
      });
    await this.#probing;
  }

  async #probe(): Promise<void> {
    await this.#spool.probe();
    // Refills the reserve as soon as there is space. If that fails, the spool's probe has the cause.
    await this.#spool.fillReserve().catch(() => undefined);
    const { free, isFull } = await readFreeSpace(this.#spool.folder);
    const hasNone = isFull || this.#spool.isOutOfRoom || this.#database.isFull;
    const before = this.#disk;
    this.#disk = { free, fullSince: hasNone ? (before.fullSince ?? new Date()) : null };
    if ((before.fullSince === null) !== (this.#disk.fullSince === null)) tellAllToReadAgain();
    logDiskChange(before, this.#disk);
  }

  async #appendToSpool(request: SignedRequest & Pick<Received, "movedToSpool">): Promise<IntakeOutcome> {
    await this.#spool.append(toRecord(request), request.receivedAt.getTime());
    request.movedToSpool = true;
    this.#drain.schedule();
    return { outcome: "spooled" };
  }
}

function logDiskChange(before: DiskState, now: DiskState): void {
  const isLow = ({ free }: DiskState) => free !== null && free < LOW_SPACE_BYTES;
  const { free } = now;
  if (now.fullSince && !before.fullSince)
    log.error(
      { free },
      "The disk is full: notifications go to the spool's reserve, and are lost when that is full",
    );
  else if (!now.fullSince && before.fullSince) log.info({ free }, "The disk has room again");
  else if (isLow(now) && !isLow(before)) log.warn({ free }, "The disk is almost full: make room soon");
}

/** The time left to answer, milliseconds: all of it when the request was answered already or the clock was set. */
function timeLeft({ receivedAt }: SignedRequest, now: number): number {
  const passed = now - receivedAt.getTime();
  if (passed < 0 || passed > ANSWER_MS + MIN_STORE_MS) return ANSWER_MS;
  return Math.max(2 * MIN_STORE_MS, ANSWER_MS - passed);
}

const orFailed = (result: Promise<IntakeOutcome>, ms: number) => withTimeout(result, ms).catch(failed);

const held = processSingleton<{ intake: Intake }>();

/** The intake of this process. */
export function getIntake(): Intake {
  held.intake ??= new Intake({
    folder: join(env().LEAFWATCH_DATA_DIR, "spool"),
    patienceMs: env().LEAFWATCH_COMMIT_WAIT_MS,
  });
  return held.intake;
}

/** Starts the intake of this process, which then drains the spool until the process ends. Later calls do nothing. */
export function startIntake(): void {
  if (held.intake) return;
  const intake = getIntake();
  intake.start();
  for (const name of ["SIGTERM", "SIGINT"] as const) process.once(name, () => intake.drainNow());
}

/** Applies the spool to the database, in order, as soon as the database accepts it. */
export class Drain {
  readonly #spool: Spool;
  readonly #database: DatabaseCircuitBreaker;
  #running: Promise<void> | undefined;
  #endPause: () => void = () => undefined;

  constructor(spool: Spool, database: DatabaseCircuitBreaker) {
    this.#spool = spool;
    this.#database = database;
  }

  /** Starts polling, also for what earlier processes left in the spool. */
  start(): void {
    void this.poll();
    setInterval(() => void this.poll(), POLL_EVERY_MS).unref();
  }

  /** Takes over the segments of dead processes, and retries stuck records. */
  async poll(): Promise<void> {
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
