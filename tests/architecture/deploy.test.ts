// The examples for an operator's proxy say nothing that Leafwatch says itself.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "..");

test.each(["nginx.conf", "Caddyfile"])("%s leaves the headers of the answers to Leafwatch", (name) => {
  const lines = readFileSync(join(root, "deploy", name), "utf8").split("\n");
  const settings = lines.filter((line) => !line.trim().startsWith("#")).join("\n");
  expect(settings).not.toMatch(/Strict-Transport-Security|X-Content-Type-Options|Content-Security-Policy/i);
});
