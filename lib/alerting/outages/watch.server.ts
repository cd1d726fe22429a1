import "server-only";
import { randomUUID } from "node:crypto";
import { uptime } from "node:os";
import { log } from "@/lib/base/request/log.server";
import {
  type LifeFile,
  readLifeFiles,
  removeLifeFiles,
  type Unkept,
  writeLastLifeFile,
  writeLifeFile,
} from "./life-files.server";
import {
  BEAT_MS,
  between,
  type Clocks,
  FROZEN_MS,
  type Life,
  mergeLives,
  settle,
  type Window,
} from "./lives";
import { saveLife, settleLives } from "./store.server";

/** Until it is decided whether others live, it is asked again so often. */
const ASK_AGAIN_MS = 2_000;

const clocks = (): Clocks => ({ wall: Date.now(), steady: uptime() * 1_000 });
const newLife = (at: number): Life => ({ id: randomUUID(), since: at, at, stopped: false });

/**
 * Watches over one process: its signs of life, and when it could not store what came. Nothing here throws or
 * waits where a notification is answered.
 */
export class OutageWatch {
  #clocks = clocks();
  #life = newLife(Date.now());
  #unkept: Unkept[] = [];
  #open: Unkept | null = null;
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
    this.#life = newLife(this.#clocks.wall);
    void this.#beat();
    this.#timers = [
      setInterval(() => void this.#beat(), BEAT_MS).unref(),
      setInterval(() => void this.#settleOnce(), ASK_AGAIN_MS).unref(),
    ];
  }

  /** Says exactly when the process ended. The file is written at once, the database hears it if there is time. */
  stop(): void {
    if (!this.#beating) return;
    this.#beating = false;
    for (const timer of this.#timers) clearInterval(timer);
    this.#life = { ...this.#life, at: Math.max(this.#life.since, Date.now()), stopped: true };
    try {
      writeLastLifeFile(this.#file());
    } catch (error) {
      log.warn({ err: error }, "The time of the stop could not be written down");
    }
    void saveLife(this.#life, this.#closed()).catch(() => undefined);
  }

  /** A notification could be kept nowhere. */
  noteUnkept(at: Date): void {
    if (this.#open) return;
    this.#open = { from: at.getTime(), to: null };
    this.#unkept.push(this.#open);
    void this.#writeFile();
  }

  /** A notification was kept. */
  noteKept(at: Date): void {
    if (!this.#open) return;
    this.#close(at.getTime());
    void this.#save();
  }

  /** What the ledger has not heard of yet; `to` null while it goes on. */
  pending(): readonly Unkept[] {
    return this.#unkept;
  }

  #close(at: number): void {
    if (this.#open) this.#open.to = Math.max(this.#open.from, at);
    this.#open = null;
  }

  #file(): LifeFile {
    return { ...this.#life, unkept: this.#unkept };
  }

  /** One after the other, so that the newest stays. */
  #writeFile(): Promise<void> {
    if (!this.#beating) return Promise.resolve();
    this.#writing = this.#writing
      .then(() => writeLifeFile(this.#file()))
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
    const { took, shift } = between(this.#clocks, now);
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
    void saveLife(before, []).catch(() => undefined);
    void writeLifeFile({ ...before, unkept: [] }).catch(() => undefined);
    this.#life = newLife(now.wall);
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
      await saveLife(this.#beating ? this.#life : null, windows);
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
    const files = (await readLifeFiles()).filter(({ id }) => id !== this.#life.id);
    const found = await settleLives(async (rows) => {
      const others = mergeLives(
        rows.filter(({ id }) => id !== this.#life.id),
        files,
      );
      const judged = settle({ ...this.#life, at: Math.max(Date.now(), this.#life.since) }, others);
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
    await removeLifeFiles(found.dead);
    return true;
  }
}

const windowOf = ({ from, to }: Unkept, end: number): Window => ({ from, to: Math.max(from, to ?? end) });
