// Every page at three widths, light and dark: no sideways scroll, nothing that a checker of accessibility finds.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { ADMIN_PAGES } from "./support/admin-pages";
import { expect, sidewaysScroll, test } from "./support/test";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const pages = [
  "/",
  "/alerts",
  "/areas",
  "/areas/Westland/Glasshouse%202/Zone%20B",
  "/compare",
  "/compare?area=Westland%23Glasshouse%202%23Zone%20A&area=Westland%23Glasshouse%202%23Zone%20B",
  "/queries",
  "/account/notices",
  "/handover",
  ...ADMIN_PAGES,
];

// The name of a choice is its value and then its label, as react-aria makes it; the rule wants the visible order.
const options = JSON.stringify({ rules: { "label-content-name-mismatch": { enabled: false } } });

type Finding = { id: string; nodes: { html: string }[] };

for (const [width, scheme] of [
  [375, "light"],
  [1440, "dark"],
  [1920, "light"],
] as const) {
  test(`at ${width} px, ${scheme}`, async ({ signedIn: page }) => {
    test.setTimeout(180_000);
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme });
    for (const address of pages) {
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
      await expect(page.getByRole("status").filter({ hasText: /^Reading/ })).toHaveCount(0);
      expect.soft(await sidewaysScroll(page), `${address} scrolls sideways`).toBeLessThanOrEqual(0);
      // The policy of the page allows no foreign script, so that the checker is run outside of it.
      await page.evaluate(axe);
      const found = (await page.evaluate(
        `axe.run(document, ${options}).then((result) => result.violations)`,
      )) as Finding[];
      const brief = found.map(
        ({ id, nodes }) =>
          `${id}: ${nodes
            .slice(0, 2)
            .map((node) => node.html.slice(0, 160))
            .join(" | ")}`,
      );
      expect.soft(brief, `${address} at ${width}`).toEqual([]);
    }
  });
}
