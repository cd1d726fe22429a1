// Accessibility violations of a page, found by axe.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

// Describing passed rules takes longer than finding violations.
const resultTypes = ["violations"];

/** Off by default are, beside this one, only outdated rules and those of level AAA. */
const ALL = { resultTypes, rules: { "target-size": { enabled: true } } };

/** What another theme of the same page can violate: it changes colours alone. */
const COLOURS = { resultTypes, runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } };

type Violation = { id: string; nodes: { html: string }[] };

/** One line per violated rule, with the first elements that violate it. */
export async function findingsOf(page: Page, rules: "all" | "colours" = "all"): Promise<string[]> {
  // The page's content security policy allows no foreign script, so axe is evaluated outside of it.
  await page.evaluate(axe);
  const options = JSON.stringify(rules === "all" ? ALL : COLOURS);
  const found = `axe.run(document, ${options}).then((result) => result.violations)`;
  const violations = (await page.evaluate(found)) as Violation[];
  return violations.map(({ id, nodes }) => {
    const first = nodes.slice(0, 2).map(({ html }) => html.slice(0, 160));
    return `${id}: ${first.join(" | ")}`;
  });
}
