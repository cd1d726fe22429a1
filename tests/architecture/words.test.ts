// What people read comes from messages.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "..");

test("what takes the reader's words from the page runs in the browser", () => {
  const onServer = ["app", "components"]
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) =>
        join(folder, file),
      ),
    )
    .filter((file) => file.endsWith(".tsx"))
    .filter((file) => {
      const source = readFileSync(join(root, file), "utf8");
      return source.includes("useWords()") && !source.startsWith('"use client";');
    });
  expect(onServer).toEqual([]);
});
