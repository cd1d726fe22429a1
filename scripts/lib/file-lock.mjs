// A lock file that names its holder. It is free again when the holder is gone, however it ended.

import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { codeOf, Fault } from "./fault.mjs";
import { identify, isRunning } from "./processes.mjs";

/** @typedef {{ pid: number, started: string, command: string }} Holder */

/**
 * Takes the lock, waiting for a holder that is still there.
 * @param {string} path
 * @param {{ command: string, waitMs: number, onWait?: (holder: Holder) => void }} options
 * @returns {Promise<{ release: () => void } | { holder: Holder }>} the holder when it outlasted the wait
 */
export async function takeLock(path, { command, waitMs, onWait }) {
  const deadline = Date.now() + waitMs;
  let told = false;
  for (;;) {
    if (tryLock(path, command)) return { release: () => releaseLock(path) };
    const text = readText(path);
    const holder = parseHolder(text);
    if (holder === null || !isRunning(holder)) {
      discard(path, text);
      continue;
    }
    if (Date.now() >= deadline) return { holder };
    if (!told) onWait?.(holder);
    told = true;
    await sleep(100);
  }
}

/**
 * The file is written elsewhere and linked into place, so that nobody ever reads half of it.
 * @param {string} path
 * @param {string} command
 */
function tryLock(path, command) {
  const mine = `${path}.${process.pid}`;
  try {
    writeFileSync(mine, JSON.stringify({ ...identify(process.pid), command }), { mode: 0o644 });
    linkSync(mine, path);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw new Fault(`The lock file ${path} can't be written (${codeOf(error)}): check who owns its folder.`, {
      cause: error,
    });
  } finally {
    rmSync(mine, { force: true });
  }
}

/** @param {string} path */
function releaseLock(path) {
  if (parseHolder(readText(path))?.pid === process.pid) rmSync(path, { force: true });
}

/** @param {string} path */
function readText(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/**
 * @param {string} text
 * @returns {Holder | null}
 */
function parseHolder(text) {
  try {
    const value = JSON.parse(text);
    return typeof value?.pid === "number" && typeof value.started === "string" ? value : null;
  } catch {
    return null;
  }
}

/**
 * Removes a stale lock. Where another command was quicker and has put its own there, it is put back.
 * @param {string} path
 * @param {string} stale the text that was found stale
 */
function discard(path, stale) {
  const aside = `${path}.${process.pid}.stale`;
  try {
    renameSync(path, aside);
    if (readText(aside) !== stale) linkSync(aside, path);
  } catch (error) {
    if (codeOf(error) !== "ENOENT" && codeOf(error) !== "EEXIST") throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}
