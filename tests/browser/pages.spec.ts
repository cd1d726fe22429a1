// Every page at three widths, light and dark: no sideways scroll, no accessibility violation, one live region.

import type { Page } from "@playwright/test";
import { findingsOf } from "./support/findings";
import { PAGES, untilRead } from "./support/pages";
import { expect, sidewaysScroll, test } from "./support/test";

/** Where a screen reader is told of changes; errors interrupt by a role of their own, and Next names pages in a shadow tree. */
const liveRegions = (page: Page) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        "[role=status], [role=log], [data-live-announcer], [aria-live=polite], [aria-live=assertive], output",
      ),
    ].map(({ id, className }) => id || className),
  );

for (const [width, scheme] of [
  [375, "light"],
  [375, "dark"],
  [1440, "light"],
  [1440, "dark"],
  [1920, "light"],
] as const) {
  test(`at ${width} px, ${scheme}`, async ({ signedIn: page }) => {
    test.setTimeout(180_000);
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme });
    const answer = await page.request.get("/api/v1/alerts?status=open&limit=1");
    const { items } = (await answer.json()) as { items: { alertId: string; tenantId: string }[] };
    const [first] = items;
    if (!first) throw new Error("The demonstration has no open alert");
    for (const address of [...PAGES, `/alerts/${first.alertId}`, `/admin/tenancies/${first.tenantId}`]) {
      await page.goto(address);
      await untilRead(page);
      expect.soft(await sidewaysScroll(page), `${address} scrolls sideways`).toBeLessThanOrEqual(0);
      expect.soft(await findingsOf(page), `${address} at ${width}`).toEqual([]);
      expect.soft(await liveRegions(page), `${address} has one live region`).toEqual(["live-region"]);
    }
  });
}
