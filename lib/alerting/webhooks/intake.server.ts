import "server-only";
import { join } from "node:path";
import { processSingleton } from "@/lib/base/core/process-singleton";
import { withTimeout } from "@/lib/base/core/with-timeout.server";
import { isDatabaseFull } from "@/lib/base/db/error-code.server";
import { env } from "@/lib/base/env/env.server";
import { log } from "@/lib/base/request/log.server";
import { tellAllToReadAgain } from "@/lib/web/events/service.server";
import type { Received } from "./batch.server";
import { DatabaseGate } from "./database-gate";
import { type DiskState, LOW_ROOM_BYTES, readRoom } from "./disk-watch.server";
import type { Verdict } from "./judge";
import { parseNotification } from "./parse";
import { store } from "./queue.server";
import { isSlow } from "./settle.server";
import { Spool, type SpoolFigures } from "./spool.server";
import { Drain } from "./spool-drain.server";
import { toRecord } from "./spool-record.server";
import type { Disk } from "./spool-segment.server";

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
