import "server-only";
import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { chown, mkdir, open, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { env } from "@/lib/base/env/env.server";
import type { BackupSum } from "./contract";
import { sumOf } from "./sum.server";

const FILES = ["secret-keys", "webhook-keys.sealed"];
const SPOOL = "spool";
const NAME = /^data\/(secret-keys|webhook-keys\.sealed|spool\/[\w.-]+\.segment)$/;
/** A segment with this time counts as left behind, whichever machine it comes from. */
const LEFT_BEHIND_AT = new Date("2000-01-01T00:00:00Z");

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

/** What a stage holds when all of it is on the disk. */
const PLAN = "restore.json";
const planSchema = z.object({ id: z.string(), aside: z.string(), files: z.array(z.string()) });
const STAGE = /^restoring-([\w-]+)$/;

/**
 * Files of a backup beside their places, until the database is restored, and what is to be put aside for it. They
 * belong to whom the directory does.
 */
export class Stage {
  readonly id: string;
  readonly #aside: string;
  readonly #folder: string;
  #sums: BackupSum[] = [];
  #sealed = false;

  /** @param now tells apart what several restores put aside */
  constructor(now: Date) {
    const stamp = now.toISOString().replaceAll(/[:.]/g, "-");
    this.id = `${stamp}-${randomBytes(4).toString("hex")}`;
    this.#aside = `before-restore-${stamp}`;
    this.#folder = inDataDir(`restoring-${this.id}`);
  }

  /** What was put here, for the check against what was written. */
  get sums(): readonly BackupSum[] {
    return this.#sums;
  }

  /** Whether all of it is on the disk, so that it may have been committed. */
  get sealed(): boolean {
    return this.#sealed;
  }

  async put(name: string, bytes: Buffer): Promise<void> {
    const path = name.replace(/^data\//, "");
    await this.#write(join("new", path), bytes);
    if (name.endsWith(".segment"))
      await utimes(join(this.#folder, "new", path), LEFT_BEHIND_AT, LEFT_BEHIND_AT);
    this.#sums.push(sumOf(name, bytes));
  }

  /** Adds a file to what is put aside. */
  async putAside(name: string, bytes: Buffer): Promise<void> {
    await this.#write(join("old", name), bytes);
  }

  /** All of it is here, and survives a power cut: it takes its places once the database says that it has its id. */
  async seal(): Promise<void> {
    const files = await presentIn(join(this.#folder, "new"));
    await mkdir(join(this.#folder, "new"), { recursive: true, mode: 0o700 });
    for (const part of ["new", join("new", SPOOL), "old", join("old", ACCEPTED), "."])
      await syncFolder(join(this.#folder, part)).catch(ignoreMissing);
    const plan: z.infer<typeof planSchema> = { id: this.id, aside: this.#aside, files };
    this.#sealed = true;
    await this.#write(PLAN, Buffer.from(JSON.stringify(plan)));
    await syncFolder(this.#folder);
    await syncFolder(env().LEAFWATCH_DATA_DIR);
  }

  async drop(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #write(name: string, bytes: Buffer): Promise<void> {
    const path = join(this.#folder, name);
    for (let folder = dirname(path); folder.startsWith(this.#folder); folder = dirname(folder))
      if (await mkdir(folder, { recursive: true, mode: 0o700 })) await giveToOwner(folder);
    await writeFile(path, bytes, { mode: 0o600, flush: true });
    await giveToOwner(path);
  }
}

/** Where in what is put aside the notifications are that the backup does not have. */
export const ACCEPTED = "accepted";

/** What a restore that was cut short left behind; `plan` is missing where it cannot have been committed. */
export type CutShort = { folder: string; plan: z.infer<typeof planSchema> | undefined };

export async function restoresCutShort(): Promise<CutShort[]> {
  const names = await readdir(env().LEAFWATCH_DATA_DIR).catch(() => []);
  const found = names.filter((name) => STAGE.test(name)).map((name) => inDataDir(name));
  return Promise.all(found.map(async (folder) => ({ folder, plan: await readPlan(folder) })));
}

async function readPlan(folder: string) {
  const text = await readFile(join(folder, PLAN), "utf8").catch(ignoreMissing);
  try {
    return planSchema.parse(JSON.parse(text ?? ""));
  } catch {
    // It is written last and flushed before the database commits: half of it is none.
    return undefined;
  }
}

/** Takes away what was staged for a restore that did not happen. */
export async function dropCutShort({ folder }: CutShort): Promise<void> {
  // Without its plan it is known as one that may go, should this be cut short too.
  await rm(join(folder, PLAN), { force: true });
  await rm(folder, { recursive: true, force: true });
}

/**
 * Puts the files of a restore in their places, and what was there aside. May be cut short anywhere and done again.
 * @returns the folder with what was there, null where there was nothing
 */
export async function placeFiles({ folder, plan }: CutShort): Promise<string | null> {
  if (!plan) return null;
  const [fresh, old] = [join(folder, "new"), join(folder, "old")];
  const aside = inDataDir(plan.aside);
  const waiting = await presentIn(fresh);
  for (const name of [...FILES, SPOOL]) {
    // What has left the stage is in its place.
    if (plan.files.includes(name) && !waiting.includes(name)) continue;
    if (await moves(inDataDir(name), old)) await rename(inDataDir(name), join(old, name));
    if (waiting.includes(name)) await rename(join(fresh, name), inDataDir(name));
  }
  if (await exists(old)) await rename(old, aside);
  await syncFolder(env().LEAFWATCH_DATA_DIR);
  const isKept = await exists(aside);
  await rm(folder, { recursive: true, force: true });
  return isKept ? aside : null;
}

async function moves(path: string, folder: string): Promise<boolean> {
  if (!(await exists(path))) return false;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return true;
}

/** What a backup holds that is in a folder. */
async function presentIn(folder: string): Promise<string[]> {
  const names: string[] = [];
  for (const name of [...FILES, SPOOL]) if (await exists(join(folder, name))) names.push(name);
  return names;
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(ignoreMissing)) !== null;
}

/** Makes the names in a folder durable. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, constants.O_RDONLY);
  await folder.sync().finally(() => folder.close());
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
