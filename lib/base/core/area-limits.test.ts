import fc from "fast-check";
import { expect, test } from "vitest";
import { isOpen, isShown, outermost } from "./area-limits";
import { parentOf, withAncestors } from "./paths";

/** Names that begin alike, so that a rule by letters instead of segments is found out. */
const path = fc
  .array(fc.constantFrom("A", "A1", "Zone 1", "Zone 10", ""), { minLength: 1, maxLength: 4 })
  .map((names) => names.join("#"));
const limits = fc.array(path, { maxLength: 4 });

test("whole segments decide", () => {
  expect(isOpen(["House#Zone 1"], "House#Zone 1#Bench")).toBe(true);
  expect(isOpen(["House#Zone 1"], "House#Zone 10")).toBe(false);
  expect(isOpen(["House#Zone 1"], "House")).toBe(false);
  expect(isShown(["House#Zone 1"], "House")).toBe(true);
  expect(isShown(["House#Zone 1"], "Hou")).toBe(false);
});

test("without limits all is open; with an empty list nothing is", () => {
  fc.assert(fc.property(path, (one) => isOpen(null, one) && isShown(null, one) && !isShown([], one)));
});

test("what is open stays open all the way down, and is shown all the way up", () => {
  fc.assert(
    fc.property(limits, path, path, (within, one, below) => {
      if (!isOpen(within, one)) return;
      expect(isOpen(within, `${one}#${below}`)).toBe(true);
      for (const above of withAncestors(one)) expect(isShown(within, above)).toBe(true);
    }),
  );
});

test("nothing is open but the areas named and what lies in them", () => {
  fc.assert(
    fc.property(limits, path, (within, one) => {
      const named = withAncestors(one).some((above) => within.includes(above));
      expect(isOpen(within, one)).toBe(named);
    }),
  );
});

test("what is shown hangs together: the area above is shown too", () => {
  fc.assert(
    fc.property(limits, path, (within, one) => {
      const above = parentOf(one);
      if (above !== null && isShown(within, one)) expect(isShown(within, above)).toBe(true);
    }),
  );
});

test("leaving out what lies in another opens and closes nothing", () => {
  fc.assert(
    fc.property(limits, path, (within, one) => {
      expect(isOpen(outermost(within), one)).toBe(isOpen(within, one));
    }),
  );
  expect(outermost(["A#B", "A", "A#BC", "A", "C"])).toEqual(["A", "C"]);
});
