/**
 * When a process served, and what follows from it: the times in which none did. Pure; all times are milliseconds
 * since 1970 by the wall clock.
 */

/** From its start until its last sign of life. */
export type Lifetime = {
  id: string;
  since: number;
  at: number /** It said itself that it ends. */;
  stopped: boolean;
};

export type Window = { from: number; to: number };

/** A sign of life is given so often. */
export const HEARTBEAT_MS = 10_000;
/** A beat may be late by half: who is silent for longer has ended. */
const SILENT_MS = 1.5 * HEARTBEAT_MS;
/** A beat that is so late means that the process stood still: it could not answer either. */
export const FROZEN_MS = 3 * HEARTBEAT_MS;
/** Clocks of several machines differ by less. */
const CLOCK_TOLERANCE_MS = 5_000;
/** What a dead process left is put away after so long. */
const REMOVE_AFTER_MS = 60_000;

export type DowntimeVerdict =
  /** Another process may still be alive: its next sign decides. */
  { decided: false } | { decided: true; gaps: Window[]; dead: string[] };

/**
 * Judges after a start whether there was a time without any process. Every gap counts, however short: a request
 * that comes between two processes is lost as well. Whoever was killed counts as gone since its last sign, because
 * nothing is sure after it.
 * @param own the life that began, `at` being now
 * @param others all other lives that are known; none at all means a very first start
 */
export function findDowntime(own: Lifetime, others: readonly Lifetime[]): DowntimeVerdict {
  const now = own.at;
  if (others.some((life) => mayBeAlive(life, own, now))) return { decided: false };
  const believed = others.filter((life) => isPlausible(life, now));
  const gaps = gapsBetween([...believed, own]);
  // By a clock that was set back nobody can tell how long the stop was; that there was one is sure.
  const untold = believed.length < others.length && !coversStart(believed, own);
  return {
    decided: true,
    gaps: untold ? [...gaps, { from: own.since, to: own.since }] : gaps,
    dead: others.filter((life) => isDead(life, now)).map(({ id }) => id),
  };
}

/** Whether its next beat could still show that it lived all along. */
function mayBeAlive({ stopped, at }: Lifetime, own: Lifetime, now: number): boolean {
  return !stopped && at < own.since && now - at <= SILENT_MS;
}

/** A sign from the future was given by a clock that has been set back since. */
function isPlausible({ at, since }: Lifetime, now: number): boolean {
  return at <= now + CLOCK_TOLERANCE_MS && since <= at;
}

function isDead(life: Lifetime, now: number): boolean {
  return life.stopped || now - life.at > REMOVE_AFTER_MS || !isPlausible(life, now);
}

function coversStart(lives: readonly Lifetime[], own: Lifetime): boolean {
  return lives.some(({ since, at }) => since <= own.since && at >= own.since);
}

/** The times between lives in which none of them was. */
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

/** Two accounts of the same lives, as the database and the file have them: of each the newest sign counts. */
export function mergeLifetimes(...accounts: readonly (readonly Lifetime[])[]): Lifetime[] {
  const byId = new Map<string, Lifetime>();
  for (const life of accounts.flat()) {
    const known = byId.get(life.id);
    if (!known || life.at >= known.at)
      byId.set(life.id, { ...life, stopped: life.stopped || known?.stopped === true });
  }
  return [...byId.values()];
}

/** What both clocks show: the wall's, which may be set, and one that only runs on, through sleep too. */
export type Clocks = { wall: number; steady: number };

/**
 * What happened between two beats.
 * @returns how long it really took, and by how much the wall clock was set meanwhile (0 where it was not)
 */
export function compareClocks(before: Clocks, after: Clocks): { took: number; shift: number } {
  const took = Math.max(0, after.steady - before.steady);
  const shift = after.wall - before.wall - took;
  return { took, shift: Math.abs(shift) > CLOCK_TOLERANCE_MS ? shift : 0 };
}

type RecordedOutage = { startedAt: string; endedAt: string | null; cause: string };

/** Whether the ledger has an outage that a process still remembers as its own: it may have joined it to an earlier one. */
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
