// A lock file that names its holder, who gives signs of life by its time. A holder whose processes are seen here has
// lost it when it is gone, however it ended; one in another container or on another machine after a minute of silence.

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
 * @property {() => boolean} isMine gives a sign of life, and tells whether the lock is still held
 */
/** @typedef {{ text: string, beat: number }} Found a lock file: its words, and the time of its last sign of life */
/** @typedef {{ text: string, file: number }} Own our words, and the open file that they stand in */

const beatMs = 5_000;
const silentMs = 60_000;
const pollMs = 100;
const tellEveryMs = 15_000;
/** The most that counts of the time between two looks: a process that stood still has observed nothing. */
const longestLookMs = 1_000;

/**
 * Takes the lock, waiting for a holder that is still there.
 * @param {string} path
 * @param {object} options
 * @param {string} options.command
 * @param {number} options.waitMs
 * @param {(holder: Holder, silentForMs: number | null) => void} [options.onWait] told of the holder, and now and then
 *   for how long one that is not seen from here has been silent
 * @param {() => void} [options.onLost] somebody else took the lock: this process had stood still for a minute
 * @returns {Promise<Lock | { holder: Holder }>} the holder when it outlasted the wait
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

/** For how long a lock file was seen without a change. Clocks of two machines are never compared. */
class Silence {
  ms = 0;
  /** Whether a sign of life was seen. */
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
/** Two processes in two containers may have the same id. @param {string} path */
const nameBeside = (path) => `${path}.${randomMark()}`;

/**
 * The file is written elsewhere and linked into place, so that nobody ever reads half of it.
 * @param {string} path
 * @param {string} command
 * @returns {Own | null} null when somebody else has it
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
 * Gives signs of life until the lock is released. They go to our own file, whatever stands in its place by then.
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
    // Somebody removed the file.
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
 * A disk that refuses for a moment says nothing about who holds the lock.
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
 * @returns {Found | null} null where there is none
 */
function readLock(path) {
  let file = null;
  try {
    // Opening asks a file server for the latest.
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
 * The holder that a lock file names, whether it is still there or not; null without one.
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
 * Removes a stale lock. Where another command was quicker and has put its own there, it is put back.
 * @param {string} path
 * @param {string} stale the text that was found stale
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
