/** The header of every answer of a snapshot, a 304 too, with the server's clock: epoch milliseconds. */
export const CLOCK_HEADER = "leafwatch-time";

/**
 * The server's clock as a screen knows it. Two clocks of the machine are read together: one that only runs on, by
 * which the time goes forward, and the one that people set, which is trusted in nothing. Where the two part, the
 * machine was asleep or was set: until the server says its time again, nobody knows what it is.
 */
export type MachineClocks = {
  /** Milliseconds of a clock that only runs on. */
  steady: number;
  /** Milliseconds since 1970 by the machine. */
  set: number;
};

export type ServerClock = {
  /** The server's time, and the machine's clocks when it was heard. Null: never heard. */
  heard: ({ server: number } & MachineClocks) | null;
};

/** So far the two clocks may part. */
const MAX_DRIFT_MS = 5_000;

/** Two heartbeats of 15 s. */
const BLIND_AFTER_MS = 30_000;

export const UNSYNCED: ServerClock = { heard: null };

/** Takes a time that the server said. */
export function syncClock(server: number, machine: MachineClocks): ServerClock {
  return { heard: { server, ...machine } };
}

/** The server's time now; null where it was never heard. */
export function serverTime({ heard }: ServerClock, machine: MachineClocks): number | null {
  if (!heard) return null;
  return heard.server + elapsedSince(heard, machine);
}

/** A machine that slept stops its steady clock; one that was set jumps the other. Both may be true: the longer counts. */
function elapsedSince(heard: MachineClocks, machine: MachineClocks): number {
  return Math.max(0, machine.steady - heard.steady);
}

/** Whether the machine's clocks have parted since the server was heard. */
export function hasJumped({ heard }: ServerClock, machine: MachineClocks): boolean {
  if (!heard) return false;
  return Math.abs(machine.set - heard.set - (machine.steady - heard.steady)) > MAX_DRIFT_MS;
}

/**
 * Whether the screen sees: it has heard the server within two heartbeats, and its clock is the server's. A jump has a
 * moment to be asked about before it counts.
 */
export function isConnected(clock: ServerClock, machine: MachineClocks): boolean {
  if (!clock.heard || hasJumped(clock, machine)) return false;
  return elapsedSince(clock.heard, machine) <= BLIND_AFTER_MS;
}
