import "server-only";
import { AppError } from "@/lib/base/core/errors";
import { processSingleton } from "@/lib/base/core/process-singleton";
import { env } from "@/lib/base/env/env.server";
import type { QueryOf } from "@/lib/base/request/endpoint";
import { log } from "@/lib/base/request/log.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import type { listOutages, Outage } from "./contract";
import {
  compareClocks,
  FROZEN_MS,
  findDowntime,
  HEARTBEAT_MS,
  isRecorded,
  mergeLifetimes,
  type Window,
} from "./heartbeat/lives";
import {
  clocks,
  type LifetimeFile,
  newLifetime,
  readLifetimeFiles,
  removeLifetimeFile,
  writeFinalLifetimeFile,
  writeLifetimeFile,
} from "./heartbeat/service.server";
import { findOutages, saveLifetime, settleLifetimes } from "./store.server";

const held = processSingleton<{ outages: OutageWatch }>();

/** The watch of this process. */
function watch(): OutageWatch {
  held.outages ??= new OutageWatch();
  return held.outages;
}

/**
 * Starts the heartbeat of this process. A process that only runs jobs has none: it receives no notifications, so its
 * heartbeat would hide an outage. Later calls do nothing.
 * @param hasRoom returns false if a notification could not be stored now
 */
export function watchOutages(hasRoom?: () => Promise<boolean>): void {
  if (env().LEAFWATCH_WORKER === "only") return;
  const begun = watch();
  begun.start(hasRoom);
  for (const name of ["SIGTERM", "SIGINT"] as const) process.once(name, () => begun.stop());
}

/** Begins an outage: a signed notification could not be stored and was answered 503. Does not wait. */
export const recordStorageFailure = (at: Date) => watch().recordStorageFailure(at);

/** Ends an outage, if there is one: a notification was stored. Does not wait. */
export const recordStored = (at: Date) => watch().recordStored(at);

/**
 * Lists the outages, newest first. Times are RFC 3339 UTC, never in the future even if the clock was set.
 * @throws AppError `bad-request` on `from` after `to`
 */
export async function readOutages(
  actor: Actor,
  { from, to }: QueryOf<typeof listOutages>,
  now = new Date(),
): Promise<{ items: Outage[] }> {
  requireAccess(actor, "screen");
  if (from && to && from > to) throw new AppError("bad-request", "from is after to.", { parameter: "from" });
  // Read before the ledger: an outage that is recorded meanwhile is in both rather than in neither.
  const pending = pendingOutages(from, to);
  const stored = await findOutages(from, to);
  const items = [...pending.filter((one) => !isRecorded(one, stored)), ...stored]
    .filter(({ startedAt }) => Date.parse(startedAt) <= now.getTime())
    .map((one) => (one.endedAt && new Date(one.endedAt) > now ? { ...one, endedAt: now.toISOString() } : one))
    .sort((one, other) => Date.parse(other.startedAt) - Date.parse(one.startedAt));
  return { items };
}

/** Outages that are not in the database yet: it may answer reads and still store nothing. */
function pendingOutages(from: Date | undefined, to: Date | undefined): Outage[] {
  return watch()
    .pending()
    .filter((one) => (!to || one.from <= to.getTime()) && (!from || (one.to ?? Infinity) >= from.getTime()))
    .map((one) => ({
      startedAt: new Date(one.from).toISOString(),
      endedAt: one.to === null ? null : new Date(one.to).toISOString(),
      cause: "storage",
    }));
}

type StorageFailure = LifetimeFile["unkept"][number];

/** Interval at which downtime is judged again while another process may still be alive. */
const SETTLE_RETRY_MS = 2_000;

/**
 * Records the lifetime of one process and the times in which it could not store notifications. Its methods neither throw
 * nor delay the answer to a notification.
 */
export class OutageWatch {
  #clocks = clocks();
  #life = newLifetime(Date.now());
  /** Not in the database yet. */
  #unkept: StorageFailure[] = [];
  #open: StorageFailure | null = null;
  #saving: Promise<void> | null = null;
  #writing: Promise<void> = Promise.resolve();
  #settled = false;
  #settling = false;
  #timers: NodeJS.Timeout[] = [];
  #beating = false;
  #hasRoom = async () => true;

  /**
   * Starts the heartbeat, and judges whether no process ran before.
   * @param hasRoom returns false if a notification could not be stored now; heartbeats fit even on a full disk
   */
  start(hasRoom = async () => true): void {
    if (this.#beating) return;
    this.#hasRoom = hasRoom;
    this.#beating = true;
    this.#clocks = clocks();
    this.#life = newLifetime(this.#clocks.wall);
    void this.#beat();
    this.#timers = [
      setInterval(() => void this.#beat(), HEARTBEAT_MS).unref(),
      setInterval(() => void this.#settleOnce(), SETTLE_RETRY_MS).unref(),
    ];
  }

  /** Records the exact end of the process, in its file at once, and in the database if there is time. */
  stop(): void {
    if (!this.#beating) return;
    this.#beating = false;
    for (const timer of this.#timers) clearInterval(timer);
    this.#life = { ...this.#life, at: Math.max(this.#life.since, Date.now()), stopped: true };
    try {
      writeFinalLifetimeFile(this.#file());
    } catch (error) {
      log.warn({ err: error }, "The time of the stop could not be recorded");
    }
    const failures = this.#unkept.map((one) => windowOf(one, this.#life.at));
    void saveLifetime(this.#life, failures).catch(() => undefined);
  }

  /** Begins an outage. */
  recordStorageFailure(at: Date): void {
    if (this.#open) return;
    this.#open = { from: at.getTime(), to: null };
    this.#unkept.push(this.#open);
    void this.#writeFile();
  }

  /** Ends an outage, if there is one. */
  recordStored(at: Date): void {
    if (!this.#open) return;
    this.#open.to = Math.max(this.#open.from, at.getTime());
    this.#open = null;
    void this.#save();
  }

  /** Outages that are not in the database yet; `to` is null while one lasts. */
  pending(): readonly StorageFailure[] {
    return this.#unkept;
  }

  #file(): LifetimeFile {
    return { ...this.#life, unkept: this.#unkept };
  }

  /** Writes in sequence, so that the newest state remains. */
  #writeFile(): Promise<void> {
    if (!this.#beating) return Promise.resolve();
    this.#writing = this.#writing
      .then(() => writeLifetimeFile(this.#file()))
      .catch((error) => log.warn({ err: error }, "The heartbeat could not be written to the data directory"));
    return this.#writing;
  }

  async #beat(): Promise<void> {
    this.#followClock();
    const { id } = this.#life;
    await this.#writeFile();
    if (this.#beating && id === this.#life.id) await this.#save();
    if (!this.#settled) await this.#settleOnce();
  }

  /** Shifts the lifetime with a clock that was set; begins a new one after a suspension. */
  #followClock(): void {
    const now = clocks();
    const { took, shift } = compareClocks(this.#clocks, now);
    this.#clocks = now;
    if (shift !== 0) log.warn({ byMs: shift }, "The clock was set");
    const since = this.#life.since + shift;
    for (const one of this.#unkept) {
      one.from += shift;
      if (one.to !== null) one.to += shift;
    }
    if (took <= FROZEN_MS) {
      this.#life = { ...this.#life, since, at: now.wall };
      return;
    }
    log.warn({ forMs: took }, "The process was suspended: no notification could be received");
    const before = { ...this.#life, since, at: this.#life.at + shift, stopped: true };
    void saveLifetime(before, []).catch(() => undefined);
    void writeLifetimeFile({ ...before, unkept: [] }).catch(() => undefined);
    this.#life = newLifetime(now.wall);
    this.#settled = false;
  }

  /** Saves the heartbeat. If that works and there is room, notifications can be stored too: the outage has ended. */
  #save(): Promise<void> {
    this.#saving ??= this.#saveNow().finally(() => {
      this.#saving = null;
    });
    return this.#saving;
  }

  async #saveNow(): Promise<void> {
    // Outages that ended meanwhile are saved in the next round.
    do if (!(await this.#saveOnce())) return;
    while (this.#unkept.some(({ to }) => to !== null));
  }

  /** @returns false if the database is away */
  async #saveOnce(): Promise<boolean> {
    const open = this.#open;
    const lasts = open !== null && !(await this.#hasRoom().catch(() => false));
    const ended = this.#unkept.filter((one) => !lasts || one !== open);
    const windows = ended.map((one) => windowOf(one, Date.now()));
    try {
      await saveLifetime(this.#beating ? this.#life : null, windows);
    } catch {
      return false;
    }
    if (this.#open === open && !lasts) this.#open = null;
    this.#unkept = this.#unkept.filter((one) => !ended.includes(one));
    if (ended.length > 0) await this.#writeFile();
    return true;
  }

  async #settleOnce(): Promise<void> {
    if (this.#settled || this.#settling || !this.#beating) return;
    this.#settling = true;
    const { id } = this.#life;
    // While the database is away, the files hold the lifetimes.
    const settled = await this.#settleNow().catch(() => false);
    this.#settling = false;
    this.#settled = settled && id === this.#life.id;
  }

  async #settleNow(): Promise<boolean> {
    const files = (await readLifetimeFiles()).filter(({ id }) => id !== this.#life.id);
    const found = await settleLifetimes((rows) => {
      const others = mergeLifetimes(
        rows.filter(({ id }) => id !== this.#life.id),
        files,
      );
      const judged = findDowntime({ ...this.#life, at: Math.max(Date.now(), this.#life.since) }, others);
      if (!judged.decided) return null;
      const left = files.filter(({ id }) => judged.dead.includes(id));
      return { ...judged, unkept: left.flatMap(({ at, unkept }) => unkept.map((one) => windowOf(one, at))) };
    });
    if (!found) return false;
    for (const { from, to } of found.gaps)
      log.warn(
        { from: new Date(from), to: new Date(to) },
        "No notification could be received: no process ran",
      );
    await Promise.all(found.dead.map(removeLifetimeFile));
    return true;
  }
}

const windowOf = ({ from, to }: StorageFailure, end: number): Window => ({
  from,
  to: Math.max(from, to ?? end),
});
