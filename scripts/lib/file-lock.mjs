// A lock file that names its holder, with its modification time as the heartbeat. A holder in this PID namespace loses
// the lock when its process is gone; one in another container or on another machine after a minute without a heartbeat.

import { randomBytes } from "node:crypto";
import {
  closeSync,
  fstatSync,
  futimesSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { codeOf, Fault } from "./fault.mjs";
import { isEarlierBoot, sees } from "./place.mjs";
import { identify, isRunning } from "./processes.mjs";

/** @typedef {import("./processes.mjs").Identity & { command: string }} Holder */
/**
 * @typedef {object} Lock
 * @property {() => void} release
 * @property {() => boolean} isMine renews the heartbeat, and returns true while the lock is held
 */
/** @typedef {{ text: string, beat: number }} Found a lock file: its text, and the time of its last heartbeat */
/** @typedef {{ text: string, file: number }} Own our text, and the descriptor of our lock file */

const beatMs = 5_000;
const silentMs = 60_000;
const pollMs = 100;
const tellEveryMs = 15_000;
/** Upper limit for the time counted between two checks: a suspended process has observed nothing. */
const longestLookMs = 1_000;

/**
 * Takes the lock, and waits up to `waitMs` while another process holds it.
 * @param {string} path
 * @param {object} options
 * @param {string} options.command
 * @param {number} options.waitMs
 * @param {(holder: Holder, silentForMs: number | null) => void} [options.onWait] called with the holder, and for one
 *   outside this PID namespace repeatedly with the time since its last heartbeat
 * @param {() => void} [options.onLost] called if another process took the lock because this one was suspended for a minute
 * @returns {Promise<Lock | { holder: Holder }>} the holder if it kept the lock for the whole wait
 */
export async function takeLock(path, { command, waitMs, onWait, onLost }) {
  const began = performance.now();
  const silence = new Silence();
  let toldAt = -Infinity;
  for (;;) {
    const own = tryLock(path, command);
    if (own !== null) return keepLock(path, own, command, onLost);
    const found = readLock(path) ?? { text: "", beat: 0 };
    const holder = parseHolder(found.text);
    if (holder === null || isGone(path, holder, silence.observe(found))) {
      discard(path, found.text);
      continue;
    }
    const isSeen = sees(holder.place);
    const now = performance.now();
    if (now - began >= waitMs && (isSeen || silence.broken)) return { holder };
    if (now - toldAt >= (isSeen ? Infinity : tellEveryMs)) {
      onWait?.(holder, isSeen ? null : silence.ms);
      toldAt = now;
    }
    await sleep(pollMs);
  }
}

/**
 * @param {string} path
 * @param {Holder} holder
 * @param {number} silentForMs
 */
function isGone(path, holder, silentForMs) {
  if (sees(holder.place)) return !isRunning(holder);
  return isEarlierBoot(holder.place, dirname(path)) || silentForMs >= silentMs;
}

/** Measures how long a lock file has not changed, by this machine's clock alone. */
class Silence {
  ms = 0;
  /** True once the holder has renewed the heartbeat of the present lock file. */
  broken = false;
  /** @type {Found | null} */
  #last = null;
  #at = 0;

  /** @param {Found} found */
  observe(found) {
    const now = performance.now();
    const same = this.#last?.text === found.text && this.#last.beat === found.beat;
    this.broken ||= this.#last?.text === found.text && !same;
    this.ms = same ? this.ms + Math.min(now - this.#at, longestLookMs) : 0;
    this.#last = found;
    this.#at = now;
    return this.ms;
  }
}

const randomMark = () => randomBytes(6).toString("hex");
/** Includes random bytes, because processes in two containers may have the same id. @param {string} path */
const nameBeside = (path) => `${path}.${randomMark()}`;

/**
 * Writes the file under another name and links it into place, so that nobody reads half of it.
 * @param {string} path
 * @param {string} command
 * @returns {Own | null} null if another process has it
 */
function tryLock(path, command) {
  const mine = nameBeside(path);
  const text = JSON.stringify({ ...identify(process.pid), command, mark: randomMark() });
  let file = null;
  try {
    file = openSync(mine, "wx", 0o644);
    writeSync(file, text);
    linkSync(mine, path);
    return { text, file };
  } catch (error) {
    if (file !== null) closeSync(file);
    if (codeOf(error) === "EEXIST") return null;
    throw new Fault(`The lock file ${path} can't be written (${codeOf(error)}): check who owns its folder.`, {
      cause: error,
    });
  } finally {
    rmSync(mine, { force: true });
  }
}

/**
 * Renews the heartbeat until the lock is released. It writes to our own file, even if another one has replaced it.
 * @param {string} path
 * @param {Own} own
 * @param {string} command
 * @param {() => void} [onLost]
 * @returns {Lock}
 */
function keepLock(path, own, command, onLost) {
  let held = own;
  const isMine = () => {
    const now = Date.now() / 1000;
    futimesSync(held.file, now, now);
    const found = readLock(path);
    if (found !== null) return found.text === held.text;
    // The file was removed.
    const again = tryLock(path, command);
    if (again === null) return false;
    closeSync(held.file);
    held = again;
    return true;
  };
  const timer = setInterval(() => {
    if (isMineOrUnknown(isMine)) return;
    clearInterval(timer);
    onLost?.();
  }, beatMs);
  timer.unref();
  let released = false;
  const release = () => {
    if (released) return;
    released = true;
    clearInterval(timer);
    closeSync(held.file);
    if (readLock(path)?.text === held.text) rmSync(path, { force: true });
  };
  return { release, isMine };
}

/**
 * A temporary disk error does not mean that the lock is lost.
 * @param {() => boolean} isMine
 */
function isMineOrUnknown(isMine) {
  try {
    return isMine();
  } catch {
    return true;
  }
}

/**
 * @param {string} path
 * @returns {Found | null} null if the file is missing
 */
function readLock(path) {
  let file = null;
  try {
    // Opening the file makes a network file system return its latest attributes.
    file = openSync(path, "r");
    return { text: readFileSync(file, "utf8"), beat: fstatSync(file).mtimeMs };
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw new Fault(`The lock file ${path} can't be read (${codeOf(error)}): check who owns it.`, {
      cause: error,
    });
  } finally {
    if (file !== null) closeSync(file);
  }
}

/**
 * Returns the holder that a lock file names, alive or not, or null without a lock file.
 * @param {string} path
 */
export function lastHolder(path) {
  return parseHolder(readLock(path)?.text ?? "");
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
 * Removes a stale lock. If another command has already replaced it, that command's lock is put back.
 * @param {string} path
 * @param {string} stale the text of the stale lock
 */
function discard(path, stale) {
  const aside = nameBeside(path);
  try {
    renameSync(path, aside);
    if ((readLock(aside)?.text ?? "") !== stale) linkSync(aside, path);
  } catch (error) {
    if (codeOf(error) !== "ENOENT" && codeOf(error) !== "EEXIST") throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}
