// Every page at three widths, light and dark: no sideways scroll, no accessibility violation.

import { ADMIN_PAGES } from "./support/admin-pages";
import { findingsOf } from "./support/findings";
import { expect, sidewaysScroll, test } from "./support/test";

const pages = [
  "/",
  "/sites",
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
      expect.soft(await findingsOf(page), `${address} at ${width}`).toEqual([]);
    }
  });
}
