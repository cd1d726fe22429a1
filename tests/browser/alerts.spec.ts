// Growers acknowledge alerts, undo and write notes: in two windows, by keyboard, on a phone.

import { raiseAlert } from "./support/notify";
import { demo, expect, sidewaysScroll, signIn, test, untilKeysWork } from "./support/test";

const openRows = "table tbody tr";

test("acknowledges an alert in the inbox, shows it in another window, and undoes it", async ({
  signedIn: page,
  browser,
  context,
}) => {
  const { jobId } = await raiseAlert("HIGH");
  await raiseAlert("LOW", jobId);
  await page.goto(`/alerts?job=${jobId}`);
  await expect(page.locator(openRows)).toHaveCount(2);
  await untilKeysWork(page);
  for (const key of ["j", "a"]) await page.keyboard.press(key);
  await expect(page.locator(openRows)).toHaveCount(1);

  const storageState = await context.storageState();
  const otherWindow = await browser.newContext({ baseURL: demo.url(), storageState });
  const other = await otherWindow.newPage();
  await other.goto(`/alerts?tab=acknowledged&job=${jobId}`);
  await expect(other.locator(openRows)).toHaveCount(1);
  for (const key of ["x", "a"]) await page.keyboard.press(key);
  // Rows wait for whoever reads there.
  const news = other.getByRole("button", { name: /· Show$/ });
  await expect(news).toHaveText(/^1 new/);
  await news.click();
  await expect(other.locator(openRows)).toHaveCount(2);
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(news).toHaveText(/^1 gone/);
  await news.click();
  await expect(other.locator(openRows)).toHaveCount(1);
  await otherWindow.close();
});

test("keeps a signed note with its alert", async ({ signedIn: page }) => {
  await page.goto("/alerts");
  await page.locator(`${openRows} a[href^="/alerts/"]`).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.getByRole("textbox", { name: /note/i }).fill("Drip line 3 was shut. Opened it.");
  await page.getByRole("button", { name: /note/i }).last().click();
  await expect(page.getByText("Drip line 3 was shut. Opened it.").first()).toBeVisible();
  await page.reload();
  await expect(page.getByText("Drip line 3 was shut. Opened it.").first()).toBeVisible();
});

test("keeps filters in the address over a reload", async ({ signedIn: page }) => {
  await page.goto("/alerts");
  await page
    .getByRole("searchbox", { name: /Area, job or alert/ })
    .last()
    .fill("glasshouse 2");
  await expect(page).toHaveURL(/glasshouse/);
  await page.reload();
  await expect(page.locator(openRows).first()).toContainText(/Glasshouse 2|Zone|Bench/);
});

test.describe("an unknown area", () => {
  test.use({ expectedComplaints: [/status of 404/] });

  test("in a link is named, with a link to all areas", async ({ signedIn: page }) => {
    await page.goto("/alerts?area=Nowhere%23Bench%201");
    await expect(page.getByText("No such area")).toBeVisible();
    await page.getByRole("button", { name: "Show all areas" }).click();
    await expect(page.locator(openRows).first()).toBeVisible();
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 375, height: 812 }, hasTouch: true });

  test("lists and opens alerts without sideways scroll", async ({ page }) => {
    await signIn(page);
    await page.goto("/alerts");
    const first = page.locator('main a[href^="/alerts/"]:visible').first();
    await expect(first).toBeVisible();
    await expect.poll(() => sidewaysScroll(page)).toBeLessThanOrEqual(0);
    await first.click();
    await expect(page).toHaveURL(/\/alerts\/./);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect.poll(() => sidewaysScroll(page)).toBeLessThanOrEqual(0);
  });
});
