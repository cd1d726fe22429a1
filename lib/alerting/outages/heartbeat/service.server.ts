import "server-only";
import { randomUUID } from "node:crypto";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { uptime } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { env } from "@/lib/base/env/env.server";
import { log } from "@/lib/base/request/log.server";
import { type Clocks, compareClocks, FROZEN_MS, HEARTBEAT_MS, type Lifetime } from "./lives";

const stored = z.object({
  id: z.string(),
  since: z.number(),
  at: z.number(),
  stopped: z.boolean(),
  /** When notifications could not be stored, if not in the database yet; `to` is null while it lasts. */
  unkept: z.array(z.object({ from: z.number(), to: z.number().nullable() })),
});

/** A lifetime, and the storage failures of its process that are not in the database yet. */
export type LifetimeFile = z.infer<typeof stored>;

const folder = () => join(env().LEAFWATCH_DATA_DIR, "alive");

const fileOf = (id: string) => join(folder(), `${id}.json`);

/** Writes the heartbeat to the data directory: the database may be away while notifications go to the spool. */
export async function writeLifetimeFile(file: LifetimeFile): Promise<void> {
  const path = fileOf(file.id);
  await mkdir(folder(), { recursive: true, mode: 0o700 });
  await writeFile(`${path}.new`, JSON.stringify(file), { mode: 0o600 });
  await rename(`${path}.new`, path);
}

/** Writes the last state before the process exits. */
export function writeFinalLifetimeFile(file: LifetimeFile): void {
  const path = fileOf(file.id);
  mkdirSync(folder(), { recursive: true, mode: 0o700 });
  // A name of its own, which a heartbeat that is being written does not replace.
  writeFileSync(`${path}.last`, JSON.stringify(file), { mode: 0o600 });
  renameSync(`${path}.last`, path);
  rmSync(`${path}.new`, { force: true });
}

/** Reads the lifetimes of all processes with this data directory. Torn and foreign files are ignored. */
export async function readLifetimeFiles(): Promise<LifetimeFile[]> {
  const names = await readdir(folder()).catch(() => []);
  const files = names
    .filter((name) => name.endsWith(".json"))
    .map(async (name) => stored.parse(JSON.parse(await readFile(join(folder(), name), "utf8"))));
  return (await Promise.allSettled(files)).flatMap((file) => (file.status === "fulfilled" ? file.value : []));
}

/** Removes the file of a lifetime that is settled. */
export const removeLifetimeFile = (id: string): Promise<void> => rm(fileOf(id), { force: true });

/** The clocks of this machine; milliseconds. */
export const clocks = (): Clocks => ({ wall: Date.now(), steady: uptime() * 1_000 });

/** A lifetime that begins at `at`, milliseconds since 1970. */
export const newLifetime = (at: number): Lifetime => ({ id: randomUUID(), since: at, at, stopped: false });

/**
 * The heartbeat of a receiver, in files alone: an app that starts sees that notifications were received before it. A time
 * in which they were lost parts two lifetimes. Its methods neither throw nor wait.
 */
export class ReceiverHeartbeat {
  #life = newLifetime(Date.now());
  #clocks = clocks();
  #lost = false;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  /** Starts to beat. */
  start(): void {
    this.#timer = setInterval(() => this.beat(), HEARTBEAT_MS).unref();
    this.beat();
  }

  /** Ends the lifetime: a notification could not be kept. */
  recordLoss(at: Date): void {
    if (this.#lost) return;
    this.#lost = true;
    this.#write({ ...this.#life, at: Math.max(this.#life.since, at.getTime()), stopped: true });
  }

  /** Begins a new lifetime after a loss. */
  recordStored(): void {
    if (!this.#lost) return;
    this.#lost = false;
    this.#life = newLifetime(Date.now());
    this.beat();
  }

  /** Records the exact end of the process. */
  stop(): void {
    clearInterval(this.#timer);
    if (this.#lost) return;
    try {
      const at = Math.max(this.#life.since, Date.now());
      writeFinalLifetimeFile({ ...this.#life, at, stopped: true, unkept: [] });
    } catch (error) {
      log.warn({ err: error }, "The time of the stop could not be recorded");
    }
  }

  /** Beats now: an app that has just started waits for it. */
  beat(): void {
    const now = clocks();
    const { took, shift } = compareClocks(this.#clocks, now);
    this.#clocks = now;
    if (this.#lost) return;
    const life = { ...this.#life, since: this.#life.since + shift };
    // A process that was suspended received nothing meanwhile.
    const suspended = took > FROZEN_MS;
    if (suspended) this.#write({ ...life, at: life.at + shift, stopped: true });
    this.#life = suspended ? newLifetime(now.wall) : { ...life, at: now.wall };
    this.#write(this.#life);
  }

  #write(life: Lifetime): void {
    this.#writing = this.#writing
      .then(() => writeLifetimeFile({ ...life, unkept: [] }))
      .catch((error) => log.warn({ err: error }, "The heartbeat could not be written to the data directory"));
  }
}
