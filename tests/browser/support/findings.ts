// What a checker of accessibility finds on a page.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const options = JSON.stringify({
  // The name of a choice is its value and then its label, as react-aria makes it; the rule wants the visible order.
  rules: { "label-content-name-mismatch": { enabled: false } },
  // To describe what is right takes longer than to find what is wrong.
  resultTypes: ["violations"],
});

type Violation = { id: string; nodes: { html: string }[] };

/** One line a rule that is broken, with the first elements that break it. */
export async function findingsOf(page: Page): Promise<string[]> {
  // The policy of the page allows no foreign script, so that the checker is run outside of it.
  await page.evaluate(axe);
  const found = `axe.run(document, ${options}).then((result) => result.violations)`;
  const violations = (await page.evaluate(found)) as Violation[];
  return violations.map(({ id, nodes }) => {
    const first = nodes.slice(0, 2).map(({ html }) => html.slice(0, 160));
    return `${id}: ${first.join(" | ")}`;
  });
}
