import fc from "fast-check";
import { expect, it, test } from "vitest";
import { freeSlug, slugSchema } from "./slug";

test.each([
  ["Westland", "westland"],
  ["Almería Süd", "almeria-sud"],
  ["  Demonstration farm (2) ", "demonstration-farm-2"],
  ["温室", "site"],
  ["A name of a farm that is longer than thirty", "a-name-of-a-farm-that-is-longe"],
])("makes a slug of %s", (name, slug) => expect(freeSlug(name, () => false)).toBe(slug));

it("numbers a name that is taken", () => {
  const taken = new Set(["westland", "westland-2"]);
  expect(freeSlug("Westland", (slug) => taken.has(slug))).toBe("westland-3");
});

it("makes a valid slug of any name", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 100 }), (name) => {
      expect(slugSchema.safeParse(freeSlug(name, () => false)).success).toBe(true);
    }),
  );
});
