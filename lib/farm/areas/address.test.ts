import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addressOf, pathOfAddress, pathOfLevels } from "./address";

/** Resolves an address as a browser does, and a server that merges doubled slashes. */
const travelled = (address: string) =>
  new URL(address, "https://leafwatch.example").pathname.replaceAll(/\/{2,}/g, "/");

describe("an area's address", () => {
  test.each([
    ["Westland#Glasshouse 1", "/areas/Westland/Glasshouse%201"],
    ["A##B", "/areas/A/~/B"],
    ["A#..", "/areas/A/~.."],
    [".#A", "/areas/~./A"],
    ["~A", "/areas/~~A"],
    ["50 %/½, “x”", "/areas/50%20%25%2F%C2%BD%2C%20%E2%80%9Cx%E2%80%9D"],
  ])("%s", (path, address) => {
    expect(addressOf(path)).toBe(address);
    expect(pathOfAddress(travelled(address))).toBe(path);
  });

  test("every path survives the address bar", () => {
    const level = fc.oneof(
      fc.constantFrom("", ".", "..", "...", "~", "~.", "%2e", "%2E%2e", "a/b", "a\\b", "?", "&", "Bench 2"),
      fc.string({ unit: "grapheme" }).filter((text) => !text.includes("#")),
    );
    fc.assert(
      fc.property(fc.array(level, { minLength: 1, maxLength: 6 }), (levels) => {
        const path = levels.join("#");
        expect(pathOfAddress(travelled(addressOf(path)))).toBe(path);
      }),
    );
  });

  test("takes an invalid encoding literally", () => {
    expect(pathOfLevels(["A", "50%"])).toBe("A#50%");
  });

  test("returns null for other pages", () => {
    expect(pathOfAddress("/areas")).toBeNull();
    expect(pathOfAddress("/alerts/01J")).toBeNull();
  });
});
