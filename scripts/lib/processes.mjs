// Inspects and ends other processes. A process is identified by id and start time, because ids are reused, and on disk
// by its place too, because another container has the same ids.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { codeOf } from "./fault.mjs";
import { here, sees } from "./place.mjs";

/** @typedef {{ pid: number, started: string, place?: import("./place.mjs").Place }} Identity */

/**
 * Returns the start time of a running process, in the system's own form, or null if there is none or it is a zombie.
 * @param {number} pid
 * @returns {string | null}
 */
function startTime(pid) {
  if (process.platform === "linux") {
    const fields = statFields(pid);
    return fields === null || fields[0] === "Z" || fields[0] === "X" ? null : (fields[19] ?? null);
  }
  try {
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim() || null;
  } catch {
    return null;
  }
}

/**
 * Returns the fields of /proc/<pid>/stat after the name, which may itself contain spaces and parentheses.
 * @param {number} pid
 * @returns {string[] | null}
 */
function statFields(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
}

/**
 * @param {number} pid
 * @returns {number | null} the parent's id
 */
export function parentOf(pid) {
  const fields = process.platform === "linux" ? statFields(pid) : null;
  return fields?.[1] === undefined ? null : Number(fields[1]);
}

/**
 * @param {number} pid
 * @returns {string} the command line, or an empty string if it can't be read
 */
export function commandLine(pid) {
  try {
    if (process.platform === "linux")
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
    return execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
  } catch {
    return "";
  }
}

/**
 * @param {number} pid
 * @returns {Identity | null}
 */
export function identify(pid) {
  const started = startTime(pid);
  return started === null ? null : { pid, started, place: here() };
}

/**
 * @param {Identity} identity
 * @returns {boolean} false also if its place cannot be inspected from here
 */
export function isRunning(identity) {
  return sees(identity.place) && startTime(identity.pid) === identity.started;
}

/**
 * @param {() => boolean} condition
 * @param {number} timeoutMs
 * @returns {Promise<boolean>} true if the condition became true in time
 */
async function waitUntil(condition, timeoutMs) {
  const deadline = Date.now() + timeoutMs;
  while (!condition()) {
    if (Date.now() >= deadline) return false;
    await sleep(25);
  }
  return true;
}

/**
 * Sends a signal to a process or its whole group. A process that is gone is not an error.
 * @param {number} pid
 * @param {NodeJS.Signals} signal
 * @param {boolean} [group]
 */
function signalProcess(pid, signal, group = false) {
  try {
    process.kill(group ? -pid : pid, signal);
  } catch (error) {
    if (codeOf(error) !== "ESRCH") throw error;
  }
}

/**
 * Ends a process by a sequence of signals, waiting after each one.
 * @param {Identity} identity
 * @param {[NodeJS.Signals, number][]} steps signals, each with its wait in milliseconds
 * @param {boolean} [group] whether to signal its whole process group
 * @returns {Promise<boolean>} true if it has ended
 */
export async function endProcess(identity, steps, group = false) {
  for (const [signal, patienceMs] of steps) {
    if (!isRunning(identity)) return true;
    signalProcess(identity.pid, signal, group);
    if (await waitUntil(() => !isRunning(identity), patienceMs)) return true;
  }
  return !isRunning(identity);
}
