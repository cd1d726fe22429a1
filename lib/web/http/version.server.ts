import "server-only";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { processSingleton } from "@/lib/base/core/process-singleton";

const held = processSingleton<{ version: string }>();

/** The id of the running build; `none` without one. Read once: a later build in its place is not the running one. */
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
