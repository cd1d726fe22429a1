import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { flatten } from "../../../scripts/lib/messages/catalog.mjs";

const source = join(import.meta.dirname, "../../../messages/en.json");
const keys = new Set(Object.keys(flatten(JSON.parse(readFileSync(source, "utf8")))));

/** Keys that a page shows in place of messages that it does not carry. */
export async function keysShown(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => [
    ...[...document.querySelectorAll("body > :not(script)")].map(({ textContent }) => textContent ?? ""),
    ...[...document.querySelectorAll("[aria-label], [title], [placeholder]")].flatMap((one) =>
      ["aria-label", "title", "placeholder"].map((name) => one.getAttribute(name) ?? ""),
    ),
  ]);
  const words = texts.flatMap((text) => text.match(/[a-z]+(?:\.[A-Za-z]+)+/g) ?? []);
  return [...new Set(words)].filter((word) => keys.has(word));
}
