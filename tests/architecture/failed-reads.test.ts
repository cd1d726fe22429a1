// Every failed read looks the same: its cause, the last good data with its age, and the next try.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "..");
const READ_ERROR = "components/live/read-error.tsx";

test("only one component words the failure of a read", () => {
  const files = readdirSync(join(root, "components"), { recursive: true, encoding: "utf8" })
    .map((file) => join("components", file))
    .filter((file) => file.endsWith(".tsx"));
  const using = files.filter((file) => /"live\.tryNow"/.test(readFileSync(join(root, file), "utf8")));
  expect(using).toEqual([READ_ERROR]);
  const plain = files.filter((file) => /could not be read: /.test(readFileSync(join(root, file), "utf8")));
  expect(plain).toEqual([]);
});
