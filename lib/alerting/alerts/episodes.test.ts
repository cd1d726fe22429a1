import fc from "fast-check";
import { expect, it } from "vitest";
import { linkEpisodes, type Pair } from "./episodes";

const minute = 60_000;
const pair = (earlierId: string, laterId: string, closedAt: number, begins: number): Pair => ({
  earlierId,
  laterId,
  since: 0,
  closedAt: closedAt * minute,
  begins: begins * minute,
});

it("links a replaced alert to the nearest successor, before or after its close", () => {
  const { replacedBy, continues } = linkEpisodes([pair("P", "far", 60, 70), pair("P", "near", 60, 58)]);
  expect(replacedBy.get("P")).toBe("near");
  expect(continues.get("near")?.earlierId).toBe("P");
  expect(continues.has("far")).toBe(false);
});

it("links an alert that replaced two to the nearer, and both to it", () => {
  const { replacedBy, continues } = linkEpisodes([pair("P", "S", 60, 61), pair("Q", "S", 50, 61)]);
  expect([...replacedBy]).toEqual([
    ["P", "S"],
    ["Q", "S"],
  ]);
  expect(continues.get("S")?.earlierId).toBe("P");
});

it("does not depend on the order of the candidates", () => {
  const ids = fc.constantFrom("A", "B", "C");
  const any = fc.tuple(ids, ids, fc.integer({ min: 0, max: 3 })).map(([a, b, at]) => pair(a, `S${b}`, 1, at));
  const told = fc
    .uniqueArray(any, { selector: (one) => `${one.earlierId} ${one.laterId}` })
    .chain((one) => fc.tuple(fc.constant(one), fc.shuffledSubarray(one, { minLength: one.length })));
  fc.assert(
    fc.property(told, ([first, second]) => {
      const [a, b] = [linkEpisodes(first), linkEpisodes(second)];
      expect(new Map([...b.replacedBy].sort())).toEqual(new Map([...a.replacedBy].sort()));
      expect(new Map([...b.continues].sort())).toEqual(new Map([...a.continues].sort()));
    }),
  );
});
