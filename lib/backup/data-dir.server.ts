import "server-only";
import { chown, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { env } from "@/lib/env/env.server";
import type { BackupSum } from "./contract";
import { sumOf } from "./sum.server";

const FILES = ["secret-keys", "webhook-keys.sealed"];
const SPOOL = "spool";
const NAME = /^data\/(secret-keys|webhook-keys\.sealed|spool\/[\w.-]+\.segment)$/;
/** A segment with this time counts as left behind, whichever machine it comes from. */
const LONG_AGO = new Date("2000-01-01T00:00:00Z");

const inDataDir = (...parts: string[]) => join(env().LEAFWATCH_DATA_DIR, ...parts);

/** The files of the data directory that belong to a backup, one after the other; what vanishes meanwhile is applied. */
export async function* dataFiles(): AsyncGenerator<{ name: string; bytes: Buffer }> {
  const spooled = await readdir(inDataDir(SPOOL)).catch(() => []);
  const segments = spooled.filter((name) => name.endsWith(".segment")).map((name) => join(SPOOL, name));
  for (const name of [...FILES, ...segments.sort()]) {
    const bytes = await readFile(inDataDir(name)).catch(ignoreMissing);
    if (bytes) yield { name: `data/${name}`, bytes };
  }
}

/** Whether a name in a backup is that of a file of the data directory. */
export const isDataFile = (name: string) => NAME.test(name);

/** What the data directory holds that a restore would put something else in the place of: keys, notifications. */
export async function dataDirContents(): Promise<{ keys: string | null; spooled: number }> {
  const keys = await readFile(inDataDir("secret-keys"), "utf8").catch(ignoreMissing);
  const spooled = await readdir(inDataDir(SPOOL)).catch(() => []);
  return { keys, spooled: spooled.filter((name) => name.endsWith(".segment")).length };
}

/** Files of a backup beside their places, until the database is restored. They belong to whom the directory does. */
export class Stage {
  readonly #folder = inDataDir(`restoring-${process.pid}`);
  #sums: BackupSum[] = [];

  /** What was put here, for the check against what was written. */
  get sums(): readonly BackupSum[] {
    return this.#sums;
  }

  async put(name: string, bytes: Buffer): Promise<void> {
    const path = join(this.#folder, name.replace(/^data\//, ""));
    for (const folder of [this.#folder, dirname(path)]) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await giveToOwner(folder);
    }
    await writeFile(path, bytes, { mode: 0o600, flush: true });
    await giveToOwner(path);
    if (name.endsWith(".segment")) await utimes(path, LONG_AGO, LONG_AGO);
    this.#sums.push(sumOf(name, bytes));
  }

  /** Puts them in their places, and what was there aside. @returns where that is, null without any */
  async settle(now: Date): Promise<string | null> {
    const aside = inDataDir(`before-restore-${now.toISOString().replaceAll(/[:.]/g, "-")}`);
    const moved = await moveAll(env().LEAFWATCH_DATA_DIR, aside);
    await moveAll(this.#folder, env().LEAFWATCH_DATA_DIR);
    await this.drop();
    return moved > 0 ? aside : null;
  }

  async drop(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** Moves what a backup holds of a folder into another one. @returns how much there was */
async function moveAll(source: string, target: string): Promise<number> {
  const there: string[] = [];
  for (const name of [...FILES, SPOOL])
    if (await stat(join(source, name)).catch(ignoreMissing)) there.push(name);
  if (there.length > 0) await mkdir(target, { recursive: true, mode: 0o700 });
  for (const name of there) await rename(join(source, name), join(target, name));
  return there.length;
}

async function giveToOwner(path: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(env().LEAFWATCH_DATA_DIR);
  await chown(path, uid, gid);
}

function ignoreMissing(error: unknown): null {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
  throw error;
}
