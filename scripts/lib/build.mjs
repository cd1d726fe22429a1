// The production build: rebuilt if any input has changed, by one command at a time.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inCheckout, root } from "./checkout.mjs";
import { runTool } from "./tools.mjs";
import { withWorkLock } from "./work-lock.mjs";

const inputs = [
  "app",
  "pages",
  "components",
  "lib",
  "messages",
  "prisma",
  "public",
  "package-lock.json",
  "package.json",
  "tsconfig.json",
  "scripts/lib/contract-loader.mjs",
];
const stampFile = inCheckout(".next", "leafwatch-build.json");

/**
 * Builds unless the build is current. An interrupted build has no stamp and is repeated.
 * @param {import("./shutdown.mjs").Shutdown} shutdown
 */
export async function ensureBuilt(shutdown) {
  if (isBuilt()) return;
  await withWorkLock(shutdown, async () => {
    if (isBuilt()) return;
    rmSync(stampFile, { force: true });
    const before = sourceHash();
    await runTool(shutdown, {
      title: "Building the app",
      command: process.execPath,
      args: [inCheckout("node_modules", "next", "dist", "bin", "next"), "build"],
      env: { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    });
    compileAhead();
    // Inputs changed during the build: write no stamp, so that the next start builds again.
    if (sourceHash() === before) writeStamp(fingerprint(listFiles()));
  });
}

/**
 * Marks the framework's scripts to be compiled whole while they arrive, beside the main thread, which else compiles their
 * functions one by one at the start of every page.
 */
function compileAhead() {
  const { rootMainFiles } = JSON.parse(readFileSync(inCheckout(".next", "build-manifest.json"), "utf8"));
  for (const file of rootMainFiles) {
    const path = inCheckout(".next", file);
    writeFileSync(path, `//# allFunctionsCalledOnLoad\n${readFileSync(path, "utf8")}`);
  }
}

/**
 * Returns the settings for Next in a copy without the compiler that reads `next.config.ts`: as the build resolved them, which is
 * how Next's own standalone output passes them.
 * @returns {Record<string, string>} for the environment; empty in a whole checkout
 */
export function builtConfig() {
  if (existsSync(inCheckout("node_modules", "typescript"))) return {};
  const { config } = JSON.parse(readFileSync(inCheckout(".next", "required-server-files.json"), "utf8"));
  return { __NEXT_PRIVATE_STANDALONE_CONFIG: JSON.stringify(config) };
}

/** Excludes tsconfig.json, which Next itself edits during a build. */
function sourceHash() {
  return contentHash(listFiles().filter((file) => file !== "tsconfig.json"));
}

/** @param {string[]} files */
function fingerprint(files) {
  return { content: contentHash(files), times: timesHash(files) };
}

/** Tells whether the build fits the sources: sizes and modification times first, and the files only if those differ. */
export function isBuilt() {
  const stamp = readStamp();
  if (stamp === null || !existsSync(inCheckout(".next", "BUILD_ID"))) return false;
  const files = listFiles();
  if (stamp.times === timesHash(files)) return true;
  const now = fingerprint(files);
  if (stamp.content !== now.content) return false;
  writeStamp(now);
  return true;
}

/** The commit of the checkout, or what LEAFWATCH_COMMIT says where there is no git; empty if neither tells. */
function commitOf() {
  if (process.env.LEAFWATCH_COMMIT) return process.env.LEAFWATCH_COMMIT;
  const { status, stdout } = spawnSync("git", ["-c", "safe.directory=*", "rev-parse", "HEAD"], {
    cwd: root,
    encoding: "utf8",
    timeout: 5_000,
  });
  return status === 0 ? stdout.trim() : "";
}

/** @returns {{ content: string, times: string } | null} */
function readStamp() {
  try {
    return JSON.parse(readFileSync(stampFile, "utf8"));
  } catch {
    return null;
  }
}

/** @param {{ content: string, times: string }} stamp */
function writeStamp(stamp) {
  try {
    mkdirSync(inCheckout(".next"), { recursive: true });
    writeFileSync(stampFile, JSON.stringify({ ...stamp, commit: commitOf() }));
  } catch {
    // The build belongs to another user: the next start compares the files again.
  }
}

function listFiles() {
  const config = readdirSync(root).filter((name) =>
    /^[\w.-]+\.config\.(ts|mjs|js)$|^(proxy|instrumentation)[\w.-]*\.ts$/.test(name),
  );
  return [...inputs, ...config]
    .flatMap((name) => (existsSync(inCheckout(name)) ? filesUnder(name) : []))
    .sort();
}

/**
 * @param {string} path relative to the checkout
 * @returns {string[]}
 */
function filesUnder(path) {
  if (!statSync(inCheckout(path)).isDirectory()) return [path];
  return readdirSync(inCheckout(path), { withFileTypes: true }).flatMap((entry) => {
    const inner = join(path, entry.name);
    if (entry.isDirectory()) return filesUnder(inner);
    return /\.test\.tsx?$/.test(entry.name) ? [] : [inner];
  });
}

/** @param {string[]} files */
function timesHash(files) {
  const hash = createHash("sha256").update(process.version);
  for (const file of files) {
    const { size, mtimeMs } = statSync(inCheckout(file));
    hash.update(`${file}\0${size}\0${mtimeMs}\0`);
  }
  return hash.digest("hex");
}

/** @param {string[]} files */
function contentHash(files) {
  const hash = createHash("sha256");
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(inCheckout(file)));
  return hash.digest("hex");
}
