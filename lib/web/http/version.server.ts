import "server-only";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { processSingleton } from "@/lib/base/core/process-singleton";

const held = processSingleton<{ version: string }>();

/**
 * Tells one build of the program from another; all that runs without a build is one, `none`. Read once, when the
 * process starts: a later build in the same place is not what it runs.
 */
export function buildVersion(): string {
  held.version ??= readBuildId() || "none";
  return held.version;
}

function readBuildId(): string {
  try {
    return readFileSync(join(process.cwd(), ".next", "BUILD_ID"), "utf8").trim();
  } catch {
    return "";
  }
}
