import { describe, expect, it } from "vitest";
import { readSettings } from "./settings.mjs";

const read = (env: Record<string, string>) => readSettings(env as NodeJS.ProcessEnv, ".data");

describe("the settings of a start", () => {
  it.each([
    ["https://farm.example", "https://farm.example"],
    ["https://farm.example:8443/", "https://farm.example:8443"],
    ["http://localhost:3000", "http://localhost:3000"],
  ])("accepts LEAFWATCH_URL %s", (given, url) => {
    expect(read({ LEAFWATCH_URL: given }).url).toBe(url);
  });

  it.each([
    ["https://farm.example/leafwatch", /write https:\/\/farm\.example without a path/],
    ["https://farm.example/?page=1", /without a path/],
    ["https://ria:secret@farm.example", /^LEAFWATCH_URL holds a user or a password/],
    ["farm.example", /write the address that people use/],
  ])("rejects LEAFWATCH_URL %s in one sentence", (given, words) => {
    expect(() => read({ LEAFWATCH_URL: given })).toThrow(words);
    expect(() => read({ LEAFWATCH_URL: given })).not.toThrow(/secret/);
  });

  it.each(["10.0.0.8:8443", "10.0.0.0/8, plants.farm.example:8443", "[fd00::8]:8443"])(
    "rejects a port in LEAFWATCH_ALLOW_PRIVATE_HOSTS=%s",
    (given) => {
      expect(() => read({ LEAFWATCH_ALLOW_PRIVATE_HOSTS: given })).toThrow(
        /^LEAFWATCH_ALLOW_PRIVATE_HOSTS holds ".*:8443": write .* without a port/,
      );
    },
  );

  it.each(["10.0.0.8", "10.0.0.0/8,fd00::/8", "fd00::8", "plants.farm.example", ""])(
    "accepts LEAFWATCH_ALLOW_PRIVATE_HOSTS=%s",
    (given) => {
      expect(() => read({ LEAFWATCH_ALLOW_PRIVATE_HOSTS: given })).not.toThrow();
    },
  );
});
