// The data folder: made with the right modes, and held by one command at a time.

import { accessSync, chmodSync, constants, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { codeOf, Fault } from "./fault.mjs";
import { takeLock } from "./file-lock.mjs";
import { isRunning } from "./processes.mjs";
import { say } from "./progress.mjs";
import { RunList } from "./run-list.mjs";

const holdMs = 10_000;

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
 * Takes the data folder for this command, until it ends. What a killed command left running in it is ended.
 * @param {import("./shutdown.mjs").Shutdown} shutdown
 * @param {string} dataDir
 */
export async function holdDataDir(shutdown, dataDir) {
  const lock = await takeLock(lockOf(dataDir), {
    command: process.argv[1] ?? "leafwatch",
    waitMs: holdMs,
    onWait: (holder) => say(`Waiting for process ${holder.pid}, which uses the data folder ${dataDir} …`),
  });
  if ("holder" in lock) {
    throw new Fault(
      `Process ${lock.holder.pid} already uses the data folder ${dataDir}: stop it, or name another folder in LEAFWATCH_DATA_DIR.`,
    );
  }
  shutdown.add("lock", "the data folder's lock", lock.release);
  const runList = new RunList(dataDir);
  await runList.endLeftovers();
  return runList;
}

/**
 * The process that holds the data folder now; null when none does.
 * @param {string} dataDir
 */
export function holderOf(dataDir) {
  try {
    const holder = JSON.parse(readFileSync(lockOf(dataDir), "utf8"));
    return typeof holder?.pid === "number" && isRunning(holder) ? Number(holder.pid) : null;
  } catch {
    return null;
  }
}
