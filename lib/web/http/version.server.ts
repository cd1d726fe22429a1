import "server-only";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { processSingleton } from "@/lib/base/core/process-singleton";

/** What runs: the program's version, the commit it was built from (empty if unknown), its build id, and Node's version. */
export type BuildInfo = { version: string; commit: string; build: string; node: string };

const held = processSingleton<{ version: string; buildInfo: BuildInfo }>();

/** The id of the running build; `none` without one. Read once: a later build in its place is not the running one. */
export function buildVersion(): string {
  held.version ??= readBuildId() || "none";
  return held.version;
}

/** Names the running build for pages and metrics. Read once, as the build id is. */
export function buildInfo(): BuildInfo {
  held.buildInfo ??= {
    version: textIn("package.json", "version"),
    commit: textIn(join(".next", "leafwatch-build.json"), "commit"),
    build: buildVersion(),
    node: process.versions.node,
  };
  return held.buildInfo;
}

/** A member of a JSON file of the checkout; empty if there is none. */
function textIn(file: string, member: string): string {
  try {
    const found: unknown = JSON.parse(readFileSync(join(process.cwd(), file), "utf8"))[member];
    return typeof found === "string" ? found : "";
  } catch {
    return "";
  }
}

function readBuildId(): string {
  try {
    return readFileSync(join(process.cwd(), ".next", "BUILD_ID"), "utf8").trim();
  } catch {
    return "";
  }
}
