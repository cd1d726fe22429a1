import "server-only";
import { join } from "node:path";
import { heldByProcess } from "@/lib/core/held";
import { within } from "@/lib/core/in-time.server";
import { env } from "@/lib/env/env.server";
import type { Received } from "./batch.server";
import { DatabaseGate } from "./database-gate";
import type { Verdict } from "./judge";
import { parseNotification } from "./parse";
import { store } from "./queue.server";
import { Spool, type SpoolFigures } from "./spool.server";
import { Drain } from "./spool-drain.server";
import { toRecord } from "./spool-record.server";
import type { Opener } from "./spool-segment.server";

/** A request whose signature fits, not parsed yet. */
export type Signed = Omit<Received, "parsed" | "spooled" | "givenUp">;

/** What became of a signed request; `lost` when it could be kept nowhere. */
export type Kept = Verdict | { outcome: "spooled" } | { outcome: "lost"; error: unknown };

/** The sender hears within 5 s, also when the database and the disk are slow. */
const ANSWER_MS = 4_500;
/** However long its secrets were waited for, a request has so long to be kept. */
const LEAST_KEEP_MS = 500;
const PROBE_EVERY_MS = 5_000;

/** Keeps signed requests: in the database, or in the spool where that does not commit soon. */
export class Intake {
  readonly #gate = new DatabaseGate();
  readonly #spool: Spool;
  readonly #drain: Drain;
  readonly #patienceMs: number;
  #probing: Promise<void> | undefined;
  #probedAt = 0;

  constructor({ folder, patienceMs, opener }: { folder: string; patienceMs: number; opener?: Opener }) {
    this.#spool = new Spool(folder, opener);
    this.#drain = new Drain(this.#spool, this.#gate);
    this.#patienceMs = patienceMs;
  }

  /** Looks after the spool from now on; for a process that serves. */
  start(): void {
    this.#drain.start();
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
    const begun = Date.now();
    const left = timeLeft(request, begun);
    if (!this.#gate.admits(begun)) return orLost(this.#toSpool(request), left);
    const received: Received = { ...request, parsed: parseNotification(request.body) };
    const stored = store(received);
    try {
      const verdict = await within(stored, Math.min(this.#patienceMs, left - LEAST_KEEP_MS));
      this.#gate.succeeded(Date.now());
      return verdict;
    } catch {
      this.#gate.failed(begun);
      return orLost(Promise.any([stored, this.#toSpool(received)]), timeLeft(request, Date.now()));
    }
  }

  /** The spool as it stands; whether it can be written is tried where nothing was written lately. */
  async figures(): Promise<SpoolFigures> {
    if (Date.now() - this.#probedAt > PROBE_EVERY_MS)
      this.#probing ??= this.#spool.probe().finally(() => {
        this.#probedAt = Date.now();
        this.#probing = undefined;
      });
    await this.#probing;
    return this.#spool.figures();
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

/** Of the time in which the sender hears. One that was answered already, or whose clock was set, has all of it. */
function timeLeft({ receivedAt }: Signed, now: number): number {
  const passed = now - receivedAt.getTime();
  if (passed < 0 || passed > ANSWER_MS + LEAST_KEEP_MS) return ANSWER_MS;
  return Math.max(2 * LEAST_KEEP_MS, ANSWER_MS - passed);
}

function orLost(kept: Promise<Kept>, ms: number): Promise<Kept> {
  return within(kept, ms).catch((error: unknown) => ({ outcome: "lost", error }));
}

const held = heldByProcess<{ intake: Intake }>();

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
