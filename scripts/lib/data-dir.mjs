// The data folder: created with the right modes, and held by one command at a time.

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
 * Creates the data folder if it is missing.
 * @param {string} dataDir
 */
export function makeDataDir(dataDir) {
  try {
    // Others may traverse it, as the embedded database's account must, but not list it.
    if (makeFolders(dataDir)) chmodSync(dataDir, 0o711);
    accessSync(dataDir, constants.W_OK);
    // A file in its place is reported here, instead of by each later write.
    readdirSync(dataDir);
  } catch (error) {
    throw new Fault(
      `The data folder ${dataDir} can't be used (${codeOf(error)}): correct its rights, or name another in LEAFWATCH_DATA_DIR.`,
      { cause: error },
    );
  }
}

/**
 * Creates folders one by one, because Node's recursive mkdir never returns where the system answers ENOENT, as in /proc.
 * @param {string} path
 * @returns {boolean} whether it was created
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
 * @property {() => boolean} isMine whether it is still held: a process that was suspended for a minute may have lost it
 */

/**
 * Locks the data folder until this command ends, and ends processes that a killed command left running in it.
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
 * Returns the holder of the data folder: a running process of this PID namespace, or one outside it, which may still run.
 * Null if nobody holds it.
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
 * Renews the folder's heartbeat while a process lives, even if this command is killed: the embedded database outlives
 * it, and another container must not start a second server on the same files.
 * @param {Hold} hold
 * @param {import("./processes.mjs").Identity} identity
 * @returns {() => Promise<void>} stops the heartbeat
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
