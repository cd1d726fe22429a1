// Odd and hostile values, for tests of input validation.

import fc from "fast-check";

const WORDS = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "null",
  "undefined",
  "NaN",
  "-1",
  "0",
  "1e309",
  "1.5",
  "99999999999999999999",
  "-9223372036854775809",
  "0x10",
  "true",
  "[object Object]",
  "__proto__",
  "constructor",
  "toString",
  "../../etc/passwd",
  "%2e%2e%2f",
  "%",
  "_",
  "\\",
  "'; DROP TABLE alerts; --",
  "$1",
  "{}",
  "[]",
  "<script>alert(1)</script>",
  "{{7*7}}",
  "\ud800",
  "\udc00x",
  "\u202egnp",
  "👩‍🌾#👨‍🌾",
  "#",
  "##",
  "House#",
  "#Bench",
  "é".repeat(500),
  "x".repeat(10_000),
  "0000-01-01T00:00:00Z",
  "9999-12-31T23:59:59.999Z",
  "2026-02-30T00:00:00Z",
  "2026-11-20T10:00:00+99:99",
  "2026-11-20",
  "-2026-11-20T10:00:00Z",
  "10:99",
  "Europe/Nowhere",
  "a@b",
  "http://[",
  "eyJhIjoxfQ",
  "MjAyNg==",
];

/** A text value of a URL or form. */
export const oddText = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...WORDS) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 60 }) },
  { weight: 1, arbitrary: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()) },
  { weight: 1, arbitrary: fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String) },
);

const deep = (depth: number): unknown => (depth === 0 ? "deep" : [deep(depth - 1)]);

/** A JSON value. */
export const oddJson: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: oddText },
  {
    weight: 2,
    arbitrary: fc.constantFrom(null, true, false, 0, -1, 1.5, 1e300, 2 ** 53, -(2 ** 31), [], {}),
  },
  { weight: 1, arbitrary: fc.array(oddText, { maxLength: 5 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom(deep(200), Array.from({ length: 2_000 }, String)) },
);

/** One change of a valid input: another value somewhere in it, one that is missing, one too many. */
export type Change = { where: number; kind: "value" | "missing" | "more"; value: unknown };

/** A few changes of one input. */
export function oddChanges(value: fc.Arbitrary<unknown>): fc.Arbitrary<Change[]> {
  const kind = fc.constantFrom<Change["kind"]>("value", "value", "value", "value", "missing", "more");
  return fc.array(fc.record({ where: fc.nat(1_000), kind, value }), { minLength: 1, maxLength: 3 });
}

/** Applies the changes to an input. */
export function changed(input: unknown, changes: readonly Change[]): unknown {
  return changes.reduce(changeOnce, structuredClone(input));
}

function changeOnce(input: unknown, { where, kind, value: odd }: Change): unknown {
  // Cloned, so that no value contains itself.
  const value = structuredClone(odd);
  if (typeof input !== "object" || input === null) return value;
  // Sometimes replaces the whole input.
  if (where % 17 === 0) return value;
  const holders = holdersIn(input);
  const holder = holders[where % holders.length] ?? (input as Record<string, unknown>);
  const names = Object.keys(holder);
  const name = names[where % Math.max(names.length, 1)] ?? "more";
  if (kind === "missing") delete holder[name];
  else holder[kind === "more" ? "unheardOf" : name] = value;
  return input;
}

/** All objects and lists in a value, itself first. */
function holdersIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== "object" || value === null) return [];
  return [value as Record<string, unknown>, ...Object.values(value).flatMap(holdersIn)];
}
