/** Rules for when a client of the event stream has lost the server, and when it tries again. Pure. */

/** Two missed heartbeats, which come every 15 s. */
const SILENT_AFTER_MS = 35_000;

/** The server sends a heartbeat as soon as a stream is open: a stream without any for this long hangs. */
export const TRY_MS = 10_000;

/** Milliseconds of two clocks of one machine, read together: the monotonic one, and the one that people set. */
export type MachineClocks = { steady: number; set: number };

const MAX_DRIFT_MS = 5_000;

/** Returns true if the two clocks have parted: the machine slept, or its clock was set. */
export function haveParted(before: MachineClocks, now: MachineClocks): boolean {
  return Math.abs(now.set - before.set - (now.steady - before.steady)) > MAX_DRIFT_MS;
}

/** Returns true if the last event is too old, or of unknown age because the clocks have parted. */
export function isSilent(heard: MachineClocks, now: MachineClocks): boolean {
  return now.steady - heard.steady >= SILENT_AFTER_MS || haveParted(heard, now);
}

const WAITS_MS = [1_000, 2_000, 5_000, 10_000, 15_000];
const JITTER = 0.25;
const MAX_DELAY_MS = 300;

/** Milliseconds to wait after failures in a row. A random `chance` (0 to 1) spreads many screens. */
export function retryWait(failures: number, chance = 0.5): number {
  const wait = WAITS_MS[Math.min(Math.max(failures, 1), WAITS_MS.length) - 1] ?? 0;
  return Math.round(wait * (1 - JITTER + 2 * JITTER * chance));
}

/** Milliseconds a screen waits before it reads a change, since all screens hear of it at once. */
export function askDelay(chance: number): number {
  return Math.round(MAX_DELAY_MS * chance);
}
