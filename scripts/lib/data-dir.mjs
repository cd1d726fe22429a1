// The data folder: made with the right modes, and held by one command at a time.

import { spawn } from "node:child_process";
import { accessSync, chmodSync, constants, existsSync, mkdirSync, readdirSync } from "node:fs";
import { dirname } from "node:path";
import { codeOf, Fault } from "./fault.mjs";
import { lastHolder, takeLock } from "./file-lock.mjs";
import { sees } from "./place.mjs";
import { endProcess, identify, isRunning } from "./processes.mjs";
import { say, warn } from "./progress.mjs";
import { RunList } from "./run-list.mjs";

/** @typedef {import("./file-lock.mjs").Holder} Holder */

const holdMs = 10_000;
/** $1 is the process, $2 the lock file. */
const signsOfLife = 'while kill -0 "$1" 2>/dev/null; do touch -c "$2"; sleep 5; done';

/** @param {string} dataDir */
const lockOf = (dataDir) => `${dataDir}/leafwatch.pid`;

/**
 * Makes the data folder where it is missing.
 * @param {string} dataDir
 */
export function makeDataDir(dataDir) {
  try {
    // Others may pass through, as the account of the embedded database must, but see nothing.
    if (makeFolders(dataDir)) chmodSync(dataDir, 0o711);
    accessSync(dataDir, constants.W_OK);
    // A file would be found out by what is written into it, one file after the other.
    readdirSync(dataDir);
  } catch (error) {
    throw new Fault(
      `The data folder ${dataDir} can't be used (${codeOf(error)}): correct its rights, or name another in LEAFWATCH_DATA_DIR.`,
      { cause: error },
    );
  }
}

/**
 * One folder after the other: Node's own way never ends where the system answers ENOENT, as /proc does.
 * @param {string} path
 * @returns {boolean} whether it was made now
 */
function makeFolders(path) {
  if (existsSync(path)) return false;
  makeFolders(dirname(path));
  mkdirSync(path);
  return true;
}

/**
 * @typedef {object} Hold a data folder that this command holds
 * @property {string} dataDir
 * @property {RunList} runList
 * @property {() => boolean} isMine whether it is held still: a process that stood still for a minute may have lost it
 */

/**
 * Takes the data folder for this command, until it ends. What a killed command left running in it is ended.
 * @param {import("./shutdown.mjs").Shutdown} shutdown
 * @param {string} dataDir
 * @returns {Promise<Hold>}
 */
export async function holdDataDir(shutdown, dataDir) {
  const lock = await takeLock(lockOf(dataDir), {
    command: process.argv[1] ?? "leafwatch",
    waitMs: holdMs,
    onWait: (holder, silentForMs) => say(waiting(dataDir, holder, silentForMs)),
    onLost: () => {
      warn(
        `The data folder ${dataDir} was taken over by another Leafwatch while this one stood still: this one ends at once.`,
      );
      void shutdown.begin(1, { atOnce: true });
    },
  });
  if ("holder" in lock) throw usedBy(dataDir, lock.holder);
  shutdown.add("lock", "the data folder's lock", lock.release);
  const runList = new RunList(dataDir);
  await runList.endLeftovers();
  return { dataDir, runList, isMine: lock.isMine };
}

/**
 * @param {string} dataDir
 * @param {Holder} holder
 * @param {number | null} silentForMs
 */
function waiting(dataDir, holder, silentForMs) {
  if (silentForMs === null)
    return `Waiting for process ${holder.pid}, which uses the data folder ${dataDir} …`;
  const silence = silentForMs < 1000 ? "" : ` (${Math.round(silentForMs / 1000)} s so far)`;
  return `The data folder ${dataDir} was last used in another container or on another machine (${processOf(holder)}). It is taken over after a minute without a sign of life from there${silence} …`;
}

/** @param {Holder} holder */
function processOf({ pid, place }) {
  return `process ${pid}${place?.host ? ` on ${place.host}` : ""}`;
}

/**
 * @param {string} dataDir
 * @param {Holder} holder
 */
export function usedBy(dataDir, holder) {
  if (sees(holder.place))
    return new Fault(
      `Process ${holder.pid} already uses the data folder ${dataDir}: stop it, or name another folder in LEAFWATCH_DATA_DIR.`,
    );
  return new Fault(
    `The data folder ${dataDir} is already used in another container or on another machine (${processOf(holder)}, or its database): stop it there, or name another folder in LEAFWATCH_DATA_DIR.`,
  );
}

/**
 * Who holds the data folder: a process that is seen here and runs, one that is not seen from here and may run, or
 * nobody (null).
 * @param {string} dataDir
 * @returns {{ isSeen: boolean } | null}
 */
export function holderOf(dataDir) {
  const holder = lastHolder(lockOf(dataDir));
  if (holder === null) return null;
  if (!sees(holder.place)) return { isSeen: false };
  return isRunning(holder) ? { isSeen: true } : null;
}

/**
 * Gives signs of life of the folder for as long as a process lives, also when this command is killed: the embedded
 * database outlives it, and another container must not begin a second one on the same files.
 * @param {Hold} hold
 * @param {import("./processes.mjs").Identity} identity
 * @returns {() => Promise<void>} ends it
 */
export function giveSignsOfLife({ dataDir, runList }, identity) {
  const child = spawn("/bin/sh", ["-c", signsOfLife, "leafwatch", String(identity.pid), lockOf(dataDir)], {
    cwd: "/",
    detached: true,
    stdio: "ignore",
  });
  const own = child.pid === undefined ? null : identify(child.pid);
  child.once("error", (error) => warn(`/bin/sh could not be started: ${error.message}`));
  if (own === null) return async () => {};
  runList.add(own);
  child.once("exit", () => runList.remove(own));
  child.unref();
  return async () => {
    await endProcess(own, [["SIGKILL", 500]], true);
  };
}
