import "server-only";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** Tells one build of the program from another; all that runs without a build is one. */
export async function buildId(): Promise<string> {
  const path = join(process.cwd(), ".next", "BUILD_ID");
  return (await readFile(path, "utf8").catch(() => "")).trim() || "none";
}
