import type { ImportTally, Outcomes } from "./contract";

/** Nothing has happened yet. */
export function noOutcomes(): Outcomes {
  return { added: 0, improved: 0, changed: 0, unchanged: 0 };
}

/** No row has been loaded yet. */
export function noTally(): ImportTally {
  return { ...noOutcomes(), stored: 0, empty: 0 };
}

/** The sum of two. */
export function sumOf(one: Outcomes, other: Outcomes): Outcomes {
  return {
    added: one.added + other.added,
    improved: one.improved + other.improved,
    changed: one.changed + other.changed,
    unchanged: one.unchanged + other.unchanged,
  };
}

/** Puts a chunk to what was loaded before it. */
export function withChunk(tally: ImportTally, empty: number, outcomes: Outcomes): ImportTally {
  const { added, improved, changed, unchanged } = outcomes;
  return {
    ...sumOf(tally, outcomes),
    stored: tally.stored + added + improved + changed + unchanged,
    empty: tally.empty + empty,
  };
}

/** A value as it is compared: what the store holds is of single precision. `filled` null: the row does not say. */
type Kind = { value: number; filled: boolean | null };

/** How much a value counts: measured over interpolated, and either over one of a row that does not say. */
function rankOf({ filled }: Kind): number {
  return filled === null ? 0 : filled ? 1 : 2;
}

/**
 * What a value does to the one that stands in its place; null when that one stays as it is because it is of a better
 * kind (service-in-the-field, CSV).
 */
export function replacementOf(before: Kind, after: Kind): Exclude<keyof Outcomes, "added"> | null {
  if (rankOf(after) < rankOf(before)) return null;
  if (before.filled === true && after.filled === false) return "improved";
  const isSame = before.filled === after.filled && Math.fround(before.value) === Math.fround(after.value);
  return isSame ? "unchanged" : "changed";
}
