import fc from "fast-check";
import { expect, test } from "vitest";
import { localPath } from "./local-path";

const HOST = "leaf.example:3000";

test.each([
  ["/alerts?tab=closed", "/alerts?tab=closed"],
  ["http://leaf.example:3000/areas?x=1", "/areas?x=1"],
  [undefined, "/"],
  ["//evil.example/x", "/"],
  ["/\\evil.example", "/"],
  ["/.//evil.example", "/"],
  ["/%2e//evil.example", "/"],
  ["/\t/evil.example", "/"],
  ["http://leaf.example:3000//evil.example", "/"],
  ["http://leaf.example:3000@evil.example/", "/"],
  ["https://evil.example/alerts", "/"],
  ["javascript:alert(1)", "/"],
  ["evil.example", "/"],
])("%s leads to %s", (address, expected) => {
  expect(localPath(address, HOST)).toBe(expected);
});

test("never leads a browser to another site", () => {
  const parts = fc.array(
    fc.constantFrom(
      "/",
      "\\",
      ".",
      "..",
      "\t",
      "\n",
      "%2f",
      "@",
      ":",
      "http:",
      "evil.example",
      "a",
      "?",
      "#",
    ),
  );
  fc.assert(
    fc.property(parts, (chosen) => {
      const path = localPath(chosen.join(""), HOST);
      expect(new URL(path, `http://${HOST}/sign-in`).host).toBe(HOST);
    }),
    { numRuns: 2_000 },
  );
});
