// Processor time and memory of this machine's processes, from Linux's /proc.

import { readdirSync, readFileSync } from "node:fs";

const TICKS_A_SECOND = 100;
const PAGE_BYTES = 4_096;

/** Returns the fields of `/proc/PID/stat` after the name, or null without such a process. */
function statOf(pid: number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
}

const at = (stat: string[] | null, index: number) => Number(stat?.[index] ?? 0);

/** Returns the processor time of a process, in seconds. */
export function cpuSecondsOf(pid: number): number {
  const stat = statOf(pid);
  return (at(stat, 11) + at(stat, 12)) / TICKS_A_SECOND;
}

/** Returns the processor time of a process and its children, including ended ones, in seconds. */
export function cpuSecondsOfFamily(pid: number): number {
  const stat = statOf(pid);
  const ended = (at(stat, 13) + at(stat, 14)) / TICKS_A_SECOND;
  return childrenOf(pid).reduce((sum, child) => sum + cpuSecondsOf(child), cpuSecondsOf(pid) + ended);
}

/** Returns the steal time of this machine since its start, summed over processors, in seconds. */
export function stolenSeconds(): number {
  const [all = ""] = readFileSync("/proc/stat", "utf8").split("\n", 1);
  return Number(all.split(/\s+/)[8] ?? 0) / TICKS_A_SECOND;
}

/** Returns the resident memory of a process, in MB. */
export function memoryOf(pid: number): number {
  return (at(statOf(pid), 21) * PAGE_BYTES) / 1_000_000;
}

/** Returns the id of a process's parent. */
export function parentOf(pid: number): number {
  return at(statOf(pid), 1);
}

function childrenOf(pid: number): number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((one) => one > 0 && parentOf(one) === pid);
}
