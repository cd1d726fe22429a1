import "server-only";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { env } from "@/lib/base/env/env.server";
import type { Life } from "./lives";

const stored = z.object({
  id: z.string(),
  since: z.number(),
  at: z.number(),
  stopped: z.boolean(),
  /** When nothing could be stored, and the database has not heard of it yet; `to` null while it goes on. */
  unkept: z.array(z.object({ from: z.number(), to: z.number().nullable() })),
});
export type LifeFile = z.infer<typeof stored>;
export type Unkept = LifeFile["unkept"][number];

const folder = () => join(env().LEAFWATCH_DATA_DIR, "alive");
const fileOf = (id: string) => join(folder(), `${id}.json`);

/** Writes a sign of life beside the database, which may be away while notifications go to the spool. */
export async function writeLifeFile(file: LifeFile): Promise<void> {
  const path = fileOf(file.id);
  await mkdir(folder(), { recursive: true, mode: 0o700 });
  await writeFile(`${path}.new`, JSON.stringify(file), { mode: 0o600 });
  await rename(`${path}.new`, path);
}

/** The same before the process is gone. */
export function writeLastLifeFile(file: LifeFile): void {
  const path = fileOf(file.id);
  mkdirSync(folder(), { recursive: true, mode: 0o700 });
  // A file of its own: a beat that is just being written must not take it away.
  writeFileSync(`${path}.last`, JSON.stringify(file), { mode: 0o600 });
  renameSync(`${path}.last`, path);
  rmSync(`${path}.new`, { force: true });
}

/** The signs that processes with this data directory left. A torn or foreign file counts as none. */
export async function readLifeFiles(): Promise<LifeFile[]> {
  const names = await readdir(folder()).catch(() => []);
  const files = names.filter((name) => name.endsWith(".json")).map((name) => readOne(join(folder(), name)));
  return (await Promise.all(files)).flatMap((file) => file ?? []);
}

async function readOne(path: string): Promise<LifeFile | null> {
  try {
    return stored.parse(JSON.parse(await readFile(path, "utf8")));
  } catch {
    return null;
  }
}

/** Puts away what dead processes left. */
export async function removeLifeFiles(ids: readonly Life["id"][]): Promise<void> {
  await Promise.all(ids.map((id) => rm(fileOf(id), { force: true })));
}
