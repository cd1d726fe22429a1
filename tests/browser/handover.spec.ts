// The handover: opened from Now, with its start in the address, on paper; and outages
// wherever alerts are shown.

import type { Locator, Page } from "@playwright/test";
import { groupBy } from "../../lib/base/core/group-by";
import { expect, sidewaysScroll, test } from "./support/test";

test("opens from Now, keeps its start in the address, and prints on A4", async ({ signedIn: page }) => {
  await page.goto("/");
  await page.locator("main").getByRole("link", { name: "Handover" }).click();
  const sheet = page.getByRole("article", { name: "The sheet" });
  await expect(sheet.getByRole("heading", { name: /^Open now: \d+/ })).toBeVisible();
  await expect(sheet.getByText(/HIGH|MEDIUM|LOW/).first()).toBeVisible();
  await page.getByText("24 h", { exact: true }).click();
  await expect(page).toHaveURL(/since=24h/);
  await page.reload();
  await expect(page.getByRole("radio", { name: "24 h" })).toBeChecked();
  // Charts are drawn once they are about to be seen.
  await sheet.getByRole("heading", { name: /last 72 hours of each/ }).scrollIntoViewIfNeeded();
  await expect(sheet.getByRole("slider").first()).toBeVisible();
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
  await expect(page.getByRole("navigation", { name: "Pages" }).first()).toBeHidden();
  const paper = await sheet.evaluate((element) => {
    const { color, backgroundColor } = getComputedStyle(element);
    return [color, backgroundColor];
  });
  expect(paper).toEqual(["rgb(0, 0, 0)", "rgb(255, 255, 255)"]);
  const pdf = await page.pdf({ format: "A4", preferCSSPageSize: true });
  expect(pdf.subarray(0, 4).toString()).toBe("%PDF");
});

/** Width and height of the paper in CSS pixels, without the margins of `@page`. */
const PAPERS = { A4: [703, 1_009], Letter: [725, 942] } as const;

test("prints up to 48 charts in full rows of two that no page cuts, on A4 and Letter", async ({
  signedIn: page,
}) => {
  let count = 1;
  await page.route("**/api/v1/alerts/spans?**", (route) => route.fulfill({ json: { items: [] } }));
  await page.route("**/api/v1/handover?**", async (route) => {
    const handover = (await (await route.fetch()).json()) as {
      open: { alertId: string; areas: unknown[] }[];
    };
    const placed = handover.open.filter(({ areas }) => areas.length > 0);
    const open = Array.from({ length: count }, (_, n) => ({
      ...placed[n % placed.length],
      alertId: `${placed[n % placed.length]?.alertId}-${n}`,
    }));
    await route.fulfill({ json: { ...handover, open } });
  });
  await page.goto("/handover");
  const figures = page.getByRole("article", { name: "The sheet" }).getByRole("figure");
  for (const [charts, since] of [
    [1, "24 h"],
    [5, "12 h"],
    [48, "8 h"],
  ] as const) {
    count = charts;
    await page.emulateMedia({ media: "screen" });
    await page.getByText(since, { exact: true }).click();
    await expect(figures).toHaveCount(charts);
    // On paper all are drawn, also those that nobody has scrolled to.
    await expect(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
      await expect(figures.getByRole("slider")).toHaveCount(charts, { timeout: 3_000 });
    }).toPass({ timeout: 30_000 });
    for (const [width, height] of Object.values(PAPERS)) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ media: "print" });
      await expect(async () => {
        const rows = await rowsOnPaper(figures);
        const alone = charts % 2;
        expect(rows.map((row) => row.length)).toEqual([
          ...Array(alone).fill(1),
          ...Array((charts - alone) / 2).fill(2),
        ]);
        for (const row of rows) {
          expect(row[0]?.left).toBeLessThan(1);
          expect(row.at(-1)?.right).toBeGreaterThan(width - 2);
          expect(row.every(({ isWhole }) => isWhole)).toBe(true);
          // Four rows with the distance below each fit on a page; what it leaves empty is less than one more.
          expect(row[0]?.rowHeight).toBeLessThan(height / 4 - 12);
        }
      }).toPass({ timeout: 15_000 });
    }
    await page.setViewportSize({ width: 1_440, height: 1_000 });
  }
});

/** The charts by the row that they share. */
async function rowsOnPaper(figures: Locator) {
  const boxes = await figures.evaluateAll((all) =>
    all.map((figure) => {
      const row = figure.closest("[data-paper-columns]");
      const { left, right } = figure.getBoundingClientRect();
      const around = row?.getBoundingClientRect();
      const isWhole = row !== null && getComputedStyle(row).breakInside === "avoid";
      return { left, right, isWhole, top: around?.top ?? 0, rowHeight: around?.height ?? 0 };
    }),
  );
  return [...groupBy(boxes, ({ top }) => Math.round(top)).values()];
}

test("fits a phone screen", async ({ signedIn: page }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto("/handover");
  await expect(page.getByRole("heading", { name: /^Open now/ })).toBeVisible();
  await expect.poll(() => sidewaysScroll(page)).toBeLessThanOrEqual(0);
});

test("shows missing alerts on Now until dismissed, and always in the inbox", async ({ signedIn: page }) => {
  const endedAt = new Date(Date.now() - 3_600_000);
  const startedAt = new Date(endedAt.getTime() - 3_300_000);
  const items = [{ startedAt: startedAt.toISOString(), endedAt: endedAt.toISOString(), cause: "stopped" }];
  await page.route("**/api/v1/outages", (route) => route.fulfill({ json: { items } }));
  await page.goto("/");
  const notice = page.getByRole("region", { name: "Alerts may be missing" });
  await untilNews(page, async () =>
    expect(notice).toContainText("Leafwatch was not running", { timeout: 2_000 }),
  );
  await notice.getByRole("button", { name: "Dismiss" }).click();
  await expect(notice).toHaveCount(0);
  await page.goto("/alerts");
  const line = page.getByText(/Alerts may be missing/).first();
  await untilNews(page, async () => expect(line).toBeVisible({ timeout: 2_000 }));
});

/**
 * Reads again until the page has heard of what is routed: the first answer is rendered with the page, and news waits behind
 * its bar.
 */
async function untilNews(page: Page, isHeard: () => Promise<void>): Promise<void> {
  const bar = page.getByRole("button", { name: /· Show$/ });
  await expect(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    if (await bar.isVisible()) await bar.click();
    await isHeard();
  }).toPass({ timeout: 30_000 });
}

test("does not claim on Now that all is well while our webhook address does not answer", async ({
  signedIn: page,
}) => {
  const zero = { high: 0, medium: 0, low: 0, plain: 0 };
  // Reads that an event invalidates are batched; without that they are single, as routed below.
  await page.route("**/api/v1/together**", (route) => route.fulfill({ status: 404 }));
  await page.route("**/api/v1/alerts?**", (route) =>
    route.fulfill({ json: { items: [], nextCursor: null } }),
  );
  await page.route("**/api/v1/alerts/counts**", async (route) => {
    const counts = await (await route.fetch()).json();
    await route.fulfill({ json: { ...counts, open: 0, acknowledged: 0, nobody: 0, bySeverity: zero } });
  });
  await page.route("**/api/v1/freshness**", async (route) => {
    const facts = await (await route.fetch()).json();
    const notifications = { ...facts.notifications, endpointAnsweredAt: "2026-01-01T00:00:00.000Z" };
    await route.fulfill({ json: { ...facts, notifications } });
  });
  await page.goto("/");
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(page.getByText(/Cannot know whether an alert is open/).first()).toBeVisible();
  await expect(page.getByText("No alert is open.", { exact: true })).toHaveCount(0);
});

test("opens from the bar of a phone on its side, which has no room for every page", async ({
  signedIn: page,
}) => {
  for (const viewport of [
    { width: 812, height: 375 },
    { width: 640, height: 360 },
  ]) {
    await page.setViewportSize(viewport);
    await page.goto("/");
    const pages = page.getByRole("navigation", { name: "Pages" }).filter({ visible: true });
    await expect(pages.getByRole("link", { name: "Compare" })).toBeInViewport();
    await pages.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Handover" }).click();
    await expect(page).toHaveURL(/\/handover$/);
    await expect(pages.getByRole("button", { name: "Handover" })).toBeInViewport();
    await expect.poll(() => sidewaysScroll(page)).toBeLessThanOrEqual(0);
  }
});
