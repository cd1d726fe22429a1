import { expect, test } from "vitest";
import type { Role } from "../core/access";
import { ENGLISH } from "./english.test-support";
import { rolesInWords } from "./roles";

const sites = (...roles: [string, Role][]) => roles.map(([name, role]) => ({ name, role }));

test.each([
  ["Grower", [] as [string, Role][]],
  ["Grower", [["Westland", "grower"]] as [string, Role][]],
  [
    "Grower in Westland, viewer in Almería",
    [
      ["Almería", "viewer"],
      ["Westland", "grower"],
    ] as [string, Role][],
  ],
  [
    "Grower in Westland and Drenthe, viewer in Almería",
    [
      ["Westland", "grower"],
      ["Drenthe", "grower"],
      ["Almería", "viewer"],
    ] as [string, Role][],
  ],
])("a person's roles in words: %s", (words, roles) => {
  expect(rolesInWords(ENGLISH, "grower", sites(...roles))).toBe(words);
});
