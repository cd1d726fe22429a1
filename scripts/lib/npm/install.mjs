// Installs packages if node_modules does not match the lock file.

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { inCheckout } from "../checkout.mjs";
import { runTool } from "../tools.mjs";
import { withWorkLock } from "../work-lock.mjs";

const lockFile = inCheckout("package-lock.json");
const installedFile = inCheckout("node_modules", ".package-lock.json");
const stampFile = inCheckout("node_modules", ".leafwatch-installed");

/** @typedef {{ version?: string, optional?: boolean, devOptional?: boolean, link?: boolean }} LockEntry */

/**
 * Installs the packages of the lock file unless they are installed. Uses `npm install`, because `npm ci` refuses a lock
 * file that lacks the packages of other platforms, as one does that was written with an incomplete registry.
 * @param {import("../shutdown.mjs").Shutdown} shutdown
 */
export async function ensureInstalled(shutdown) {
  if (isCurrent()) return;
  await withWorkLock(shutdown, async () => {
    if (isCurrent()) return;
    const lock = readFileSync(lockFile);
    await runTool(shutdown, {
      title: "Installing packages",
      ...npm([
        "install",
        "--no-save",
        "--include=dev",
        "--include=optional",
        "--ignore-scripts",
        "--no-audit",
        "--no-fund",
      ]),
      detail: () => `, ${countPackages()} packages on disk`,
      gist: firstErrors,
    });
    // An install must not change the repository's lock file.
    if (!readFileSync(lockFile).equals(lock)) writeFileSync(lockFile, lock);
    remember(hashOfLock());
  });
}

function hashOfLock() {
  return createHash("sha256").update(readFileSync(lockFile)).digest("hex");
}

function isCurrent() {
  // npm writes this file last: if it is missing, an install was interrupted.
  if (!existsSync(installedFile)) return false;
  const hash = hashOfLock();
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === hash) return true;
  if (!fits()) return false;
  remember(hash);
  return true;
}

/**
 * Returns true if npm's record of installed packages matches the lock file, as after an install by hand. Optional
 * packages may be missing.
 */
function fits() {
  const wanted = readPackages(lockFile);
  const installed = readPackages(installedFile);
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === "" || entry.link) return true;
    const found = installed[path];
    if (found === undefined) return Boolean(entry.optional || entry.devOptional);
    return found.version === entry.version;
  });
}

/**
 * @param {string} file
 * @returns {Record<string, LockEntry>}
 */
function readPackages(file) {
  return JSON.parse(readFileSync(file, "utf8")).packages ?? {};
}

/** @param {string} hash */
function remember(hash) {
  try {
    writeFileSync(stampFile, hash);
  } catch {
    // The packages belong to another user: the next start compares again.
  }
}

/**
 * Returns the first lines of npm's error, which name the cause; a long explanation follows.
 * @param {string} output
 */
function firstErrors(output) {
  const errors = output.split("\n").filter((line) => /^npm (error|ERR!) \S/.test(line));
  return (errors.length > 0 ? errors : output.trim().split("\n")).slice(0, 6).join("\n");
}

function countPackages() {
  const top = inCheckout("node_modules");
  if (!existsSync(top)) return 0;
  return readdirSync(top)
    .filter((name) => !name.startsWith("."))
    .reduce((sum, name) => sum + (name.startsWith("@") ? readdirSync(join(top, name)).length : 1), 0);
}

/**
 * Finds npm: the one that runs this command, else the one beside this Node.js, else the one on the path.
 * @param {string[]} args
 * @returns {{ command: string, args: string[] }}
 */
function npm(args) {
  const called = process.env.npm_execpath;
  const beside = join(dirname(process.execPath), "..", "lib", "node_modules", "npm", "bin", "npm-cli.js");
  for (const script of [called, beside]) {
    if (script?.endsWith("npm-cli.js") && existsSync(script))
      return { command: process.execPath, args: [script, ...args] };
  }
  return { command: "npm", args };
}
