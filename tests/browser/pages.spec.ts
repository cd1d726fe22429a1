// Every page at four widths, light and dark: no sideways scroll, no cut names on wide screens, no accessibility violation,
// one live region.

import type { Page } from "@playwright/test";
import { findingsOf } from "./support/findings";
import { keysShown } from "./support/message-keys";
import { PAGES, untilRead } from "./support/pages";
import { expect, sidewaysScroll, test, untilKeysWork } from "./support/test";

/** Where a screen reader is told of changes; errors interrupt by a role of their own, and Next names pages in a shadow tree. */
const liveRegions = (page: Page) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        "[role=status], [role=log], [data-live-announcer], [aria-live=polite], [aria-live=assertive], output",
      ),
    ].map(({ id, className }) => id || className),
  );

/** Tables that do not fit, and names that are cut: what is seen of them and what is not, in pixels. */
const doesNotFit = (page: Page) =>
  page.evaluate(() => {
    const seen = (selector: string) =>
      [...document.querySelectorAll(`main ${selector}`)].filter((one) => one.checkVisibility());
    const around = (start: Element, fits: (style: CSSStyleDeclaration) => boolean): Element | null => {
      if (fits(getComputedStyle(start))) return start;
      return start.parentElement && around(start.parentElement, fits);
    };
    const tooWide = (one: Element | null) => one !== null && one.scrollWidth > one.clientWidth;
    const words = (one: Element) => `${one.textContent?.slice(0, 60)}`;
    return {
      tables: seen("table")
        .filter((one) => tooWide(around(one, ({ overflowX }) => /auto|scroll/.test(overflowX))))
        .map(words),
      names: seen("bdi")
        .filter((one) => tooWide(around(one, ({ textOverflow }) => textOverflow === "ellipsis")))
        .map(words),
    };
  });

const soft = expect.configure({ soft: true });

for (const width of [375, 1440, 1920]) {
  test(`at ${width} px`, async ({ signedIn: page }) => {
    test.setTimeout(480_000);
    await page.setViewportSize({ width, height: 900 });
    const answer = await page.request.get("/api/v1/alerts?status=open&limit=1");
    const { items } = (await answer.json()) as { items: { alertId: string; tenantId: string }[] };
    const [first] = items;
    if (!first) throw new Error("The demonstration has no open alert");
    // The newest query, which /queries shows, may be another test's with more columns than fit.
    const queries = await (await page.request.get("/api/v1/queries")).json();
    const ownPages = PAGES.map((one) =>
      one === "/queries" ? `/queries?query=${queries.items.at(-1).id}` : one,
    );
    for (const address of [...ownPages, `/alerts/${first.alertId}`, `/admin/tenancies/${first.tenantId}`]) {
      await page.goto(address);
      await untilRead(page);
      await soft.poll(() => sidewaysScroll(page), `${address} scrolls sideways`).toBeLessThanOrEqual(0);
      expect.soft(await keysShown(page), `${address} has the words of all messages`).toEqual([]);
      expect.soft(await liveRegions(page), `${address} has one live region`).toEqual(["live-region"]);
      // A wider window has the elements of 1440 px.
      if (width > 1440) continue;
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await untilStill(page);
        const rules = colorScheme === "light" ? "all" : "colours";
        expect.soft(await findingsOf(page, rules), `${address} at ${width}, ${colorScheme}`).toEqual([]);
      }
      if (width !== 1440) continue;
      expect.soft(await doesNotFit(page), `${address} at ${width}`).toEqual({ tables: [], names: [] });
      await page.setViewportSize({ width: 768, height: 900 });
      // Charts take their new width when they are drawn again.
      await soft
        .poll(() => sidewaysScroll(page), `${address} scrolls sideways at 768`)
        .toBeLessThanOrEqual(0);
      expect.soft((await doesNotFit(page)).tables, `${address} at 768`).toEqual([]);
      await page.setViewportSize({ width, height: 900 });
    }
  });
}

/** Waits until nothing fades in or out any more; what turns or pulses goes on. */
const untilStill = (page: Page) =>
  page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
        .map(({ finished }) => finished),
    ),
  );

/** Opens a page, presses a button and checks the dialog that it opens. */
async function checkDialog(page: Page, address: string, button: string | RegExp): Promise<void> {
  await page.goto(address);
  await untilRead(page);
  await page.getByRole("button", { name: button }).filter({ visible: true }).first().click();
  await findNothingIn(page, `${button} on ${address}`);
}

/** Checks the open dialog, once it has faded in. */
async function findNothingIn(page: Page, what: string): Promise<void> {
  await expect(page.getByRole("dialog")).toHaveCount(1);
  await untilStill(page);
  expect.soft(await keysShown(page), what).toEqual([]);
  expect.soft(await findingsOf(page), what).toEqual([]);
}

test("dialogs have no accessibility violation", async ({ signedIn: page }) => {
  test.setTimeout(300_000);
  const { items } = await (await page.request.get("/api/v1/alerts?status=open&limit=1")).json();
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width: 1440, height: 900 });
    await checkDialog(page, "/admin/users", "Invite a user");
    await checkDialog(page, `/alerts/${items[0].alertId}`, /^Correct|^Set the location|^Give the place/);
    await page.goto("/alerts");
    await untilRead(page);
    await untilKeysWork(page);
    await page.keyboard.press("?");
    await findNothingIn(page, "the keys");
    for (const key of ["s", "A", "n"]) {
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await page.keyboard.press("j");
      await page.keyboard.press(key);
      await findNothingIn(page, `the dialog of ${key}`);
    }
    await page.setViewportSize({ width: 375, height: 812 });
    await checkDialog(page, "/alerts", /^Filters/);
    await checkDialog(page, "/", "Search");
    await checkDialog(page, "/", "More");
    await checkDialog(page, "/", "Where this data comes from");
  }
});
