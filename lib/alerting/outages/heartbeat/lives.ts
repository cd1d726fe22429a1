/**
 * The lifetimes of processes, and the times in which none ran. Pure; all times are milliseconds since 1970 by the wall
 * clock.
 */

/** A process from its start to its last heartbeat. */
export type Lifetime = {
  id: string;
  since: number;
  /** Its last heartbeat. */
  at: number;
  /** It recorded its own end. */
  stopped: boolean;
};

export type Window = { from: number; to: number };

export const HEARTBEAT_MS = 10_000;
/** A heartbeat may be late by half; after longer silence a process counts as dead. */
const SILENT_MS = 1.5 * HEARTBEAT_MS;
/** After such a gap between heartbeats the process counts as suspended: it could not answer either. */
export const FROZEN_MS = 3 * HEARTBEAT_MS;
/** The clocks of several machines differ by less. */
const CLOCK_TOLERANCE_MS = 5_000;
/** When the record of a dead process is removed: long after it counts as dead. */
const REMOVE_AFTER_MS = 6 * HEARTBEAT_MS;

export type DowntimeVerdict =
  /** Another process may still be alive: its next heartbeat decides. */
  { decided: false } | { decided: true; gaps: Window[]; dead: string[] };

/**
 * Finds the times before a start in which no process ran. Every gap counts, however short: requests in it are lost too. A
 * process that was killed counts as gone since its last heartbeat.
 * @param own the new lifetime, with `at` as the present
 * @param others all other known lifetimes; none at the very first start
 */
export function findDowntime(own: Lifetime, others: readonly Lifetime[]): DowntimeVerdict {
  const now = own.at;
  if (others.some((life) => mayBeAlive(life, own, now))) return { decided: false };
  const believed = others.filter((life) => isPlausible(life, now));
  const gaps = gapsBetween([...believed, own]);
  // After a clock was set back, the length of the stop is unknown, but there was one.
  const isLengthUnknown = believed.length < others.length && !coversStart(believed, own);
  return {
    decided: true,
    gaps: isLengthUnknown ? [...gaps, { from: own.since, to: own.since }] : gaps,
    dead: others.filter((life) => isDead(life, now)).map(({ id }) => id),
  };
}

/** Returns true if the next heartbeat could still show that the process was alive all along. */
function mayBeAlive({ stopped, at }: Lifetime, own: Lifetime, now: number): boolean {
  return !stopped && at < own.since && now - at <= SILENT_MS;
}

/** A heartbeat from the future is of a clock that was set back since. */
function isPlausible({ at, since }: Lifetime, now: number): boolean {
  return at <= now + CLOCK_TOLERANCE_MS && since <= at;
}

function isDead(life: Lifetime, now: number): boolean {
  return life.stopped || now - life.at > REMOVE_AFTER_MS || !isPlausible(life, now);
}

function coversStart(lives: readonly Lifetime[], own: Lifetime): boolean {
  return lives.some(({ since, at }) => since <= own.since && at >= own.since);
}

/** Finds the times between lifetimes that none of them covers. */
export function gapsBetween(lives: readonly Lifetime[]): Window[] {
  const inOrder = [...lives].sort((one, other) => one.since - other.since);
  const gaps: Window[] = [];
  let until = inOrder[0]?.since ?? 0;
  for (const { since, at } of inOrder) {
    if (since > until) gaps.push({ from: until, to: since });
    until = Math.max(until, at);
  }
  return gaps;
}

/** Merges records of the same lifetimes, from the database and from files: the newest heartbeat of each wins. */
export function mergeLifetimes(...records: readonly (readonly Lifetime[])[]): Lifetime[] {
  const byId = new Map<string, Lifetime>();
  for (const life of records.flat()) {
    const known = byId.get(life.id);
    if (!known || life.at >= known.at)
      byId.set(life.id, { ...life, stopped: life.stopped || known?.stopped === true });
  }
  return [...byId.values()];
}

/** The wall clock, which may be set, and a steady one, which also runs during sleep; milliseconds. */
export type Clocks = { wall: number; steady: number };

/**
 * Compares the clocks of two heartbeats.
 * @returns the real time between them, and by how much the wall clock was set meanwhile, else 0; milliseconds
 */
export function compareClocks(before: Clocks, after: Clocks): { took: number; shift: number } {
  const took = Math.max(0, after.steady - before.steady);
  const shift = after.wall - before.wall - took;
  return { took, shift: Math.abs(shift) > CLOCK_TOLERANCE_MS ? shift : 0 };
}

type RecordedOutage = { startedAt: string; endedAt: string | null; cause: string };

/** Returns true if the ledger has an outage of this process, perhaps merged with an earlier one. */
export function isRecorded(own: RecordedOutage, ledger: readonly RecordedOutage[]): boolean {
  const from = Date.parse(own.startedAt);
  const reaches = (end: number) => (own.endedAt === null ? end > from : end >= Date.parse(own.endedAt));
  return ledger.some(
    ({ startedAt, endedAt, cause }) =>
      cause === own.cause &&
      Date.parse(startedAt) <= from &&
      reaches(endedAt === null ? Number.POSITIVE_INFINITY : Date.parse(endedAt)),
  );
}
