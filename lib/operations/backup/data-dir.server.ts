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
/** Segments with this modification time count as abandoned on any machine. */
const LEFT_BEHIND_AT = new Date("2000-01-01T00:00:00Z");

const inDataDir = (...parts: string[]) => join(env().LEAFWATCH_DATA_DIR, ...parts);

/** Reads the files of the data directory that belong to a backup. A segment that vanishes meanwhile was applied. */
export async function* dataFiles(): AsyncGenerator<{ name: string; bytes: Buffer }> {
  const spooled = await readdir(inDataDir(SPOOL)).catch(() => []);
  const segments = spooled.filter((name) => name.endsWith(".segment")).map((name) => join(SPOOL, name));
  for (const name of [...FILES, ...segments.sort()]) {
    const bytes = await readFile(inDataDir(name)).catch(ignoreMissing);
    if (bytes) yield { name: `data/${name}`, bytes };
  }
}

/** Returns true if an entry of a backup is a file of the data directory. */
export const isDataFile = (name: string) => NAME.test(name);

/** The keys and spooled notifications in the data directory, which a restore would replace. */
export async function dataDirContents(): Promise<{ keys: string | null; spooled: number }> {
  const keys = await readFile(inDataDir("secret-keys"), "utf8").catch(ignoreMissing);
  const spooled = await readdir(inDataDir(SPOOL)).catch(() => []);
  return { keys, spooled: spooled.filter((name) => name.endsWith(".segment")).length };
}

/** Written once all files of a stage are on disk. */
const PLAN = "restore.json";
const planSchema = z.object({ id: z.string(), aside: z.string(), files: z.array(z.string()) });
const STAGE = /^restoring-([\w-]+)$/;

/**
 * Files of a backup, staged until the database is restored, together with the files that they replace. Their owner is
 * that of the data directory.
 */
export class Stage {
  readonly id: string;
  readonly #aside: string;
  readonly #folder: string;
  #sums: BackupSum[] = [];
  #sealed = false;

  /** @param now distinguishes the folders of several restores */
  constructor(now: Date) {
    const stamp = now.toISOString().replaceAll(/[:.]/g, "-");
    this.id = `${stamp}-${randomBytes(4).toString("hex")}`;
    this.#aside = `before-restore-${stamp}`;
    this.#folder = inDataDir(`restoring-${this.id}`);
  }

  /** Checksums of the staged files, to compare with those in the backup. */
  get sums(): readonly BackupSum[] {
    return this.#sums;
  }

  /** True once all of it is on disk, so the restore may have been committed. */
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

  /** Adds a file to those put aside. */
  async putAside(name: string, bytes: Buffer): Promise<void> {
    await this.#write(join("old", name), bytes);
  }

  /** Makes the stage durable. Its files are moved into place once the database carries its id. */
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

/** Folder, among the files put aside, of the notifications that are newer than the backup. */
export const ACCEPTED = "accepted";

/** Left behind by an interrupted restore; without a `plan` it cannot have been committed. */
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
    // The plan is flushed before the database commits, so an incomplete one means no commit.
    return undefined;
  }
}

/** Deletes the staged files of a restore that was not committed. */
export async function dropCutShort({ folder }: CutShort): Promise<void> {
  // Delete the plan first: if this is interrupted too, the rest is still recognized as uncommitted.
  await rm(join(folder, PLAN), { force: true });
  await rm(folder, { recursive: true, force: true });
}

/**
 * Moves the files of a restore into place and puts the earlier ones aside. Can be interrupted anywhere and repeated.
 * @returns the folder with the earlier files, null if there were none
 */
export async function placeFiles({ folder, plan }: CutShort): Promise<string | null> {
  if (!plan) return null;
  const [fresh, old] = [join(folder, "new"), join(folder, "old")];
  const aside = inDataDir(plan.aside);
  const waiting = await presentIn(fresh);
  for (const name of [...FILES, SPOOL]) {
    // A planned file that is no longer staged is already in place.
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

/** The files in a folder that belong to a backup. */
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
