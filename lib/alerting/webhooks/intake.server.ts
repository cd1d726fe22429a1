import "server-only";
import { join } from "node:path";
import { processSingleton } from "@/lib/base/core/process-singleton";
import { withTimeout } from "@/lib/base/core/with-timeout.server";
import { isDatabaseFull } from "@/lib/base/db/error-code.server";
import { env } from "@/lib/base/env/env.server";
import { log } from "@/lib/base/request/log.server";
import { tellAllToReadAgain } from "@/lib/web/events/service.server";
import { saveCurrentKeys } from "./authenticate.server";
import type { Received } from "./batch.server";
import { type DiskState, LOW_SPACE_BYTES, readFreeSpace } from "./disk/spool-host.server";
import { Drain } from "./drain.server";
import { parseNotification } from "./parse";
import { Spool, type SpoolFigures } from "./spool.server";
import { toRecord } from "./spool-format.server";
import type { Disk } from "./spool-segment.server";
import { DatabaseCircuitBreaker } from "./write-policy";
import { failed, isSlow, queueForBatch, type StoreOutcome } from "./write-queue.server";

/** An authenticated request, not parsed yet. */
export type SignedRequest = Omit<Received, "parsed" | "fromSpool" | "movedToSpool">;

/** The outcome of an authenticated request; `failed` if neither the database nor the spool stored it. */
export type IntakeOutcome = StoreOutcome | { outcome: "spooled" };

/** The sender waits 5 s for an answer; it gets one in time even when the database and the disk are slow. */
const ANSWER_MS = 4_500;
/** The least time that a request gets to be stored, however long it waited for secrets. */
const MIN_STORE_MS = 500;
const PROBE_EVERY_MS = 5_000;
/** Interval of the probes for a full disk, which open pages show. Each probe writes to the disk. */
const WATCH_EVERY_MS = 15_000;
/** How long a new secret may be missing from the file that a receiver reads. */
const SAVE_KEYS_EVERY_MS = 5_000;

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

  /** Starts to drain the spool, to watch the disk and to save the secrets, in a process that serves. */
  start(): void {
    this.#drain.start();
    void this.#probeIfDue();
    void saveCurrentKeys();
    setInterval(() => void saveCurrentKeys(), SAVE_KEYS_EVERY_MS).unref();
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
