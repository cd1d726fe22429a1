import { haveParted, type MachineClocks } from "@/lib/base/events/contact";

/** Header of every snapshot answer, also of a 304, with the server's time in epoch milliseconds. */
export const CLOCK_HEADER = "leafwatch-time";

/**
 * The server's clock as a screen knows it: the last time that it sent, advanced by the machine's monotonic clock. Once
 * the machine's two clocks have diverged, the time is unknown until the server sends it again.
 */
export type ServerClock = {
  /** The server's time in epoch milliseconds, with the machine's clocks then; null before the first one. */
  heard: ({ server: number } & MachineClocks) | null;
};

/** Two heartbeats of 15 s. */
const BLIND_AFTER_MS = 30_000;

export const UNSYNCED: ServerClock = { heard: null };

/** Returns the clock after the server has sent its time. */
export function syncClock(server: number, machine: MachineClocks): ServerClock {
  return { heard: { server, ...machine } };
}

/** The server's time now in epoch milliseconds; null before the server first sent it. */
export function serverTime({ heard }: ServerClock, machine: MachineClocks): number | null {
  if (!heard) return null;
  return heard.server + Math.max(0, machine.steady - heard.steady);
}

/** Returns true if the machine's clocks have diverged since the server last sent its time. */
export function hasJumped({ heard }: ServerClock, machine: MachineClocks): boolean {
  return heard !== null && haveParted(heard, machine);
}

/** Returns true if the server sent its time within two heartbeats and the clocks have not diverged since. */
export function isConnected(clock: ServerClock, machine: MachineClocks): boolean {
  if (!clock.heard || hasJumped(clock, machine)) return false;
  return machine.steady - clock.heard.steady <= BLIND_AFTER_MS;
}
