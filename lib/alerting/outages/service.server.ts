import "server-only";
import { randomUUID } from "node:crypto";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { uptime } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { AppError } from "@/lib/base/core/errors";
import { processSingleton } from "@/lib/base/core/process-singleton";
import { env } from "@/lib/base/env/env.server";
import { log } from "@/lib/base/request/log.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import type { listOutages, Outage } from "./contract";
import {
  type Clocks,
  compareClocks,
  FROZEN_MS,
  findDowntime,
  HEARTBEAT_MS,
  isRecorded,
  type Lifetime,
  mergeLifetimes,
  type Window,
} from "./lives";
import { findOutages, saveLifetime, settleLifetimes } from "./store.server";

const held = processSingleton<{ outages: OutageWatch }>();

/** One a process: pages and background work are separate bundles. */
function watch(): OutageWatch {
  held.outages ??= new OutageWatch();
  return held.outages;
}

/**
 * Begins the signs of life of this process, unless it only runs jobs: one that is not reached by notifications
 * must not hide that none could come in. For the start of the server; more than once does nothing.
 * @param hasRoom whether a notification could be stored now
 */
export function watchOutages(hasRoom?: () => Promise<boolean>): void {
  if (env().LEAFWATCH_WORKER === "only") return;
  const begun = watch();
  begun.start(hasRoom);
  for (const name of ["SIGTERM", "SIGINT"] as const) process.once(name, () => begun.stop());
}

/** A signed notification could be kept nowhere and was answered 503: a time without reception begins. Costs nothing. */
export function recordStorageFailure(at: Date): void {
  watch().recordStorageFailure(at);
}

/** A notification was kept: the time without reception, if there was one, is over. Costs nothing. */
export function recordStored(at: Date): void {
  watch().recordStored(at);
}

type Query = z.output<NonNullable<typeof listOutages.query>>;

/**
 * The times in which no notification could be received, newest first. Times RFC 3339 UTC; none lies in the future,
 * whatever the clock did.
 * @throws AppError `bad-request` on `from` after `to`
 */
export async function readOutages(
  actor: Actor,
  { from, to }: Query,
  now = new Date(),
): Promise<{ items: Outage[] }> {
  requireAccess(actor, "screen");
  if (from && to && from > to) throw new AppError("bad-request", "from is after to.", { parameter: "from" });
  // Before the ledger is read: what is written down meanwhile stands in both, and not in neither.
  const pending = pendingOutages(from, to);
  const stored = await findOutages(from, to);
  const items = [...pending.filter((one) => !isRecorded(one, stored)), ...stored]
    .filter(({ startedAt }) => Date.parse(startedAt) <= now.getTime())
    .map((outage) => ({ ...outage, endedAt: endOf(outage, now) }))
    .sort((one, other) => Date.parse(other.startedAt) - Date.parse(one.startedAt));
  return { items };
}

function endOf({ endedAt }: Outage, now: Date): string | null {
  return endedAt !== null && Date.parse(endedAt) > now.getTime() ? now.toISOString() : endedAt;
}

/** What this process knows and the database could not be told: it may answer reads and yet keep nothing. */
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

/** Until it is decided whether others live, it is asked again so often. */
const SETTLE_RETRY_MS = 2_000;

const clocks = (): Clocks => ({ wall: Date.now(), steady: uptime() * 1_000 });

const newLifetime = (at: number): Lifetime => ({ id: randomUUID(), since: at, at, stopped: false });

/**
 * Watches over one process: its signs of life, and when it could not store what came. Nothing here throws or
 * waits where a notification is answered.
 */
export class OutageWatch {
  #clocks = clocks();
  #life = newLifetime(Date.now());
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
   * Begins to give signs, and finds out whether there was a time before without any process.
   * @param hasRoom whether a notification could be stored now: a full disk still takes signs of life
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

  /** Says exactly when the process ended. The file is written at once, the database hears it if there is time. */
  stop(): void {
    if (!this.#beating) return;
    this.#beating = false;
    for (const timer of this.#timers) clearInterval(timer);
    this.#life = { ...this.#life, at: Math.max(this.#life.since, Date.now()), stopped: true };
    try {
      writeFinalLifetimeFile(this.#file());
    } catch (error) {
      log.warn({ err: error }, "The time of the stop could not be written down");
    }
    void saveLifetime(this.#life, this.#closed()).catch(() => undefined);
  }

  /** A notification could be kept nowhere. */
  recordStorageFailure(at: Date): void {
    if (this.#open) return;
    this.#open = { from: at.getTime(), to: null };
    this.#unkept.push(this.#open);
    void this.#writeFile();
  }

  /** A notification was kept. */
  recordStored(at: Date): void {
    if (!this.#open) return;
    this.#close(at.getTime());
    void this.#save();
  }

  /** What the ledger has not heard of yet; `to` null while it goes on. */
  pending(): readonly StorageFailure[] {
    return this.#unkept;
  }

  #close(at: number): void {
    if (this.#open) this.#open.to = Math.max(this.#open.from, at);
    this.#open = null;
  }

  #file(): LifetimeFile {
    return { ...this.#life, unkept: this.#unkept };
  }

  /** One after the other, so that the newest stays. */
  #writeFile(): Promise<void> {
    if (!this.#beating) return Promise.resolve();
    this.#writing = this.#writing
      .then(() => writeLifetimeFile(this.#file()))
      .catch((error) =>
        log.warn({ err: error }, "A sign of life could not be written to the data directory"),
      );
    return this.#writing;
  }

  async #beat(): Promise<void> {
    this.#followClock();
    const { id } = this.#life;
    await this.#writeFile();
    if (this.#beating && id === this.#life.id) await this.#save();
    if (!this.#settled) await this.#settleOnce();
  }

  /** A clock that was set moves this life along; a process that stood still begins another one. */
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
    log.warn({ forMs: took }, "The process stood still: no notification could be received");
    const before = { ...this.#life, since, at: this.#life.at + shift, stopped: true };
    void saveLifetime(before, []).catch(() => undefined);
    void writeLifetimeFile({ ...before, unkept: [] }).catch(() => undefined);
    this.#life = newLifetime(now.wall);
    this.#settled = false;
  }

  /** The database takes a sign of life: then it takes notifications too where there is room, and what went on has ended. */
  #save(): Promise<void> {
    this.#saving ??= this.#saveNow().finally(() => {
      this.#saving = null;
    });
    return this.#saving;
  }

  async #saveNow(): Promise<void> {
    // What came while it was written goes into the next round.
    do if (!(await this.#saveOnce())) return;
    while (this.#unkept.some(({ to }) => to !== null));
  }

  /** @returns whether the database took it */
  async #saveOnce(): Promise<boolean> {
    const open = this.#open;
    const goesOn = open !== null && !(await this.#hasRoom().catch(() => false));
    const told = this.#unkept.filter((one) => !goesOn || one !== open);
    const windows = told.map((one) => windowOf(one, Date.now()));
    try {
      await saveLifetime(this.#beating ? this.#life : null, windows);
    } catch {
      return false;
    }
    if (this.#open === open && !goesOn) this.#open = null;
    this.#unkept = this.#unkept.filter((one) => !told.includes(one));
    if (told.length > 0) await this.#writeFile();
    return true;
  }

  #closed(): Window[] {
    return this.#unkept.map((one) => windowOf(one, this.#life.at));
  }

  async #settleOnce(): Promise<void> {
    if (this.#settled || this.#settling || !this.#beating) return;
    this.#settling = true;
    const { id } = this.#life;
    // While the database is away the files keep what is known.
    const settled = await this.#settleNow().catch(() => false);
    this.#settling = false;
    this.#settled = settled && id === this.#life.id;
  }

  async #settleNow(): Promise<boolean> {
    const files = (await readLifetimeFiles()).filter(({ id }) => id !== this.#life.id);
    const found = await settleLifetimes(async (rows) => {
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
    await removeLifetimeFiles(found.dead);
    return true;
  }
}

const windowOf = ({ from, to }: StorageFailure, end: number): Window => ({
  from,
  to: Math.max(from, to ?? end),
});

const stored = z.object({
  id: z.string(),
  since: z.number(),
  at: z.number(),
  stopped: z.boolean(),
  /** When nothing could be stored, and the database has not heard of it yet; `to` null while it goes on. */
  unkept: z.array(z.object({ from: z.number(), to: z.number().nullable() })),
});

export type LifetimeFile = z.infer<typeof stored>;

export type StorageFailure = LifetimeFile["unkept"][number];

const folder = () => join(env().LEAFWATCH_DATA_DIR, "alive");

const fileOf = (id: string) => join(folder(), `${id}.json`);

/** Writes a sign of life beside the database, which may be away while notifications go to the spool. */
export async function writeLifetimeFile(file: LifetimeFile): Promise<void> {
  const path = fileOf(file.id);
  await mkdir(folder(), { recursive: true, mode: 0o700 });
  await writeFile(`${path}.new`, JSON.stringify(file), { mode: 0o600 });
  await rename(`${path}.new`, path);
}

/** The same before the process is gone. */
export function writeFinalLifetimeFile(file: LifetimeFile): void {
  const path = fileOf(file.id);
  mkdirSync(folder(), { recursive: true, mode: 0o700 });
  // A file of its own: a beat that is just being written must not take it away.
  writeFileSync(`${path}.last`, JSON.stringify(file), { mode: 0o600 });
  renameSync(`${path}.last`, path);
  rmSync(`${path}.new`, { force: true });
}

/** The signs that processes with this data directory left. A torn or foreign file counts as none. */
export async function readLifetimeFiles(): Promise<LifetimeFile[]> {
  const names = await readdir(folder()).catch(() => []);
  const files = names.filter((name) => name.endsWith(".json")).map((name) => readOne(join(folder(), name)));
  return (await Promise.all(files)).flatMap((file) => file ?? []);
}

async function readOne(path: string): Promise<LifetimeFile | null> {
  try {
    return stored.parse(JSON.parse(await readFile(path, "utf8")));
  } catch {
    return null;
  }
}

/** Puts away what dead processes left. */
export async function removeLifetimeFiles(ids: readonly Lifetime["id"][]): Promise<void> {
  await Promise.all(ids.map((id) => rm(fileOf(id), { force: true })));
}
