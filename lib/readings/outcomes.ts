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

/** A value as it is compared: what the store holds is of single precision. */
type Kind = { value: number; filled: boolean | null };

/** What a value does to the one that stands in its place; `unchanged` too when it does not replace it. */
export function outcomeOf(before: Kind, after: Kind): Exclude<keyof Outcomes, "added"> {
  if (before.filled === false && after.filled === true) return "unchanged";
  if (before.filled === true && after.filled === false) return "improved";
  const isSame = before.filled === after.filled && Math.fround(before.value) === Math.fround(after.value);
  return isSame ? "unchanged" : "changed";
}
