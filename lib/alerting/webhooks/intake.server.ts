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
import type { Received } from "./batch.server";
import type { Verdict } from "./judge.server";
import { parseNotification } from "./parse";
import { causeOf, Spool, type SpoolFigures } from "./spool.server";
import { type Frame, fromRecord, peekRecord, toRecord } from "./spool-format.server";
import { type DiskState, LOW_ROOM_BYTES, readRoom } from "./spool-host.server";
import { type Disk, isMissing, type Segment } from "./spool-segment.server";
import { findTenancies } from "./store.server";
import { DatabaseGate, inTurns } from "./write-policy";
import { isSlow, type Settled, settlePatiently, store } from "./write-queue.server";

/** A request whose signature fits, not parsed yet. */
export type Signed = Omit<Received, "parsed" | "spooled" | "givenUp">;

/** What became of a signed request; `lost` when it could be kept nowhere. */
export type Kept = Verdict | { outcome: "spooled" } | { outcome: "lost"; error: unknown };

/** The sender hears within 5 s, also when the database and the disk are slow. */
const ANSWER_MS = 4_500;

/** However long its secrets were waited for, a request has so long to be kept. */
const LEAST_KEEP_MS = 500;

const PROBE_EVERY_MS = 5_000;

/** How soon open pages hear of a full disk; each look writes to it. */
const WATCH_EVERY_MS = 15_000;

/** Keeps signed requests: in the database, or in the spool where that does not commit soon. */
export class Intake {
  readonly #gate = new DatabaseGate();
  readonly #spool: Spool;
  readonly #drain: Drain;
  readonly #patienceMs: number;
  #probing: Promise<void> | undefined;
  #probedAt = Number.NEGATIVE_INFINITY;
  #disk: DiskState = { free: null, fullSince: null };

  constructor({ folder, patienceMs, disk }: { folder: string; patienceMs: number; disk?: Disk }) {
    this.#spool = new Spool(folder, disk);
    this.#drain = new Drain(this.#spool, this.#gate);
    this.#patienceMs = patienceMs;
  }

  /** Looks after the spool from now on; for a process that serves. */
  start(): void {
    this.#drain.start();
    void this.#look();
    setInterval(() => void this.#look(), WATCH_EVERY_MS).unref();
  }

  /** How long it is worth waiting for the database: not at all while it is known to be away. */
  get patienceMs(): number {
    return this.#gate.away ? 0 : this.#patienceMs;
  }

  /**
   * Makes a signed request durable. Never throws.
   * @returns what became of it, once it is durable
   */
  async keep(request: Signed): Promise<Kept> {
    const begun = performance.now();
    const left = timeLeft(request, Date.now());
    if (!this.#gate.admits(begun)) return orLost(this.#toSpool(request), left);
    const received: Received = { ...request, parsed: parseNotification(request.body) };
    if (isSlow(received)) return orLost(this.#toSpool(received), left);
    const stored = store(received);
    stored.catch((error) => isDatabaseFull(error) && this.#gate.ranFull());
    try {
      const verdict = await withTimeout(stored, Math.min(this.#patienceMs, left - LEAST_KEEP_MS));
      this.#gate.succeeded(performance.now());
      return verdict;
    } catch {
      this.#gate.failed(begun);
      return orLost(Promise.any([stored, this.#toSpool(received)]), timeLeft(request, Date.now()));
    }
  }

  /** The spool as it stands; whether it can be written is tried where nothing was written lately. */
  async figures(): Promise<SpoolFigures> {
    await this.#look();
    return this.#spool.figures();
  }

  /** What room there is for notifications, no older than some seconds. */
  async disk(): Promise<DiskState> {
    await this.#look();
    return this.#disk;
  }

  async #look(): Promise<void> {
    if (performance.now() - this.#probedAt > PROBE_EVERY_MS)
      this.#probing ??= this.#probe().finally(() => {
        this.#probedAt = performance.now();
        this.#probing = undefined;
      });
    await this.#probing;
  }

  async #probe(): Promise<void> {
    await this.#spool.probe();
    // Held again as soon as there is room; where it cannot be, the probe says why.
    await this.#spool.fillReserve().catch(() => undefined);
    const { free, isFull } = await readRoom(this.#spool.folder);
    const hasNone = isFull || this.#spool.isOutOfRoom || this.#gate.isFull;
    const before = this.#disk;
    this.#disk = { free, fullSince: hasNone ? (before.fullSince ?? new Date()) : null };
    if ((before.fullSince === null) !== (this.#disk.fullSince === null)) tellAllToReadAgain();
    tellOfRoom(before, this.#disk);
  }

  /** Applies at once what it can, for a process that ends. */
  hurry(): void {
    this.#drain.hurry();
  }

  async #toSpool(received: Signed & Pick<Received, "givenUp">): Promise<Kept> {
    await this.#spool.append(toRecord(received), received.receivedAt.getTime());
    received.givenUp = true;
    this.#drain.wake();
    return { outcome: "spooled" };
  }
}

/** Once each time: a line for whoever watches the log. */
function tellOfRoom(before: DiskState, now: DiskState): void {
  const isLow = ({ free }: DiskState) => free !== null && free < LOW_ROOM_BYTES;
  const { free } = now;
  if (now.fullSince && !before.fullSince)
    log.error({ free }, "The disk is full: notifications are kept in the spool's reserve, and lost after it");
  else if (!now.fullSince && before.fullSince) log.info({ free }, "There is room on the disk again");
  else if (isLow(now) && !isLow(before)) log.warn({ free }, "The disk is almost full: make room soon");
}

/** Of the time in which the sender hears. One that was answered already, or whose clock was set, has all of it. */
function timeLeft({ receivedAt }: Signed, now: number): number {
  const passed = now - receivedAt.getTime();
  if (passed < 0 || passed > ANSWER_MS + LEAST_KEEP_MS) return ANSWER_MS;
  return Math.max(2 * LEAST_KEEP_MS, ANSWER_MS - passed);
}

function orLost(kept: Promise<Kept>, ms: number): Promise<Kept> {
  return withTimeout(kept, ms).catch((error: unknown) => ({ outcome: "lost", error }));
}

const held = processSingleton<{ intake: Intake }>();

/** The intake of this process. */
export function getIntake(): Intake {
  held.intake ??= new Intake({
    folder: join(env().LEAFWATCH_DATA_DIR, "spool"),
    patienceMs: env().LEAFWATCH_COMMIT_WAIT_MS,
  });
  return held.intake;
}

/** Looks after the spool in this process until it ends. For the start of the server; more than once does nothing. */
export function startIntake(): void {
  if (held.intake) return;
  const intake = getIntake();
  intake.start();
  for (const name of ["SIGTERM", "SIGINT"] as const) process.once(name, () => intake.hurry());
}

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
