// What processes of this machine have used, as Linux counts it.

import { readdirSync, readFileSync } from "node:fs";

const TICKS_A_SECOND = 100;
const PAGE_BYTES = 4_096;

/** The members of `/proc/PID/stat` after the name; null when there is no such process. */
function statOf(pid: number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
}

const at = (stat: string[] | null, index: number) => Number(stat?.[index] ?? 0);

/** Seconds of processor that a process has used. */
export function cpuSecondsOf(pid: number): number {
  const stat = statOf(pid);
  return (at(stat, 11) + at(stat, 12)) / TICKS_A_SECOND;
}

/** The same of a process, its children, and those of its children that have ended. */
export function cpuSecondsOfFamily(pid: number): number {
  const stat = statOf(pid);
  const ended = (at(stat, 13) + at(stat, 14)) / TICKS_A_SECOND;
  return childrenOf(pid).reduce((sum, child) => sum + cpuSecondsOf(child), cpuSecondsOf(pid) + ended);
}

/** Seconds in which a processor of this machine had work, and the host gave it to others. */
export function stolenSeconds(): number {
  const [all = ""] = readFileSync("/proc/stat", "utf8").split("\n", 1);
  return Number(all.split(/\s+/)[8] ?? 0) / TICKS_A_SECOND;
}

/** Memory that a process holds, in MB. */
export function memoryOf(pid: number): number {
  return (at(statOf(pid), 21) * PAGE_BYTES) / 1_000_000;
}

/** The process that began another. */
export function parentOf(pid: number): number {
  return at(statOf(pid), 1);
}

function childrenOf(pid: number): number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((one) => one > 0 && parentOf(one) === pid);
}
