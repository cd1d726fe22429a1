// What people read comes from messages.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import pages from "@/generated/messages/pages.json";

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

test("every page and every frame gives its words to its code in the browser", () => {
  const sources = readdirSync(join(root, "app"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".tsx"))
    .map((file) => readFileSync(join(root, "app", file), "utf8"))
    .join("\n");
  expect(Object.keys(pages).filter((name) => !sources.includes(`"${name}"`))).toEqual([]);
});
