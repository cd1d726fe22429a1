// Nothing moves under a thumb: news waits behind a bar until somebody asks for it.

import type { Page } from "@playwright/test";
import { raiseAlert } from "./support/notify";
import { movedPlaces, settlePlaces } from "./support/places";
import { expect, test, untilKeysWork } from "./support/test";

const bar = (page: Page) => page.getByRole("button", { name: /· Show$/ });
const rows = (page: Page) => page.locator("table tbody tr[data-alert]");

test("shows the person's own act at once, and not as news", async ({ signedIn: page }) => {
  const { jobId } = await raiseAlert("HIGH");
  const second = await raiseAlert("MEDIUM", jobId);
  await page.goto(`/alerts?job=${jobId}`);
  await expect(rows(page)).toHaveCount(2);
  await untilKeysWork(page);
  const third = await raiseAlert("LOW", jobId);
  await expect(bar(page)).toHaveText(/^1 new ·/);
  for (const key of ["j", "a"]) await page.keyboard.press(key);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toHaveAttribute("data-alert", second.alertId);
  await expect(bar(page)).toHaveText(/^1 new ·/);
  await bar(page).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(page.locator(`tr[data-alert="${third.alertId}"]`)).toBeVisible();
});

test("undoes by z the act that was just asked for, before its answer", async ({ signedIn: page }) => {
  const { jobId, alertId } = await raiseAlert("HIGH");
  const second = await raiseAlert("MEDIUM", jobId);
  await page.goto(`/alerts?job=${jobId}`);
  await expect(rows(page)).toHaveCount(2);
  await untilKeysWork(page);
  for (const key of ["j", "a"]) await page.keyboard.press(key);
  await expect(rows(page)).toHaveCount(1);
  for (const key of ["a", "z"]) await page.keyboard.press(key);
  await expect(page.getByText("As it was before")).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toHaveAttribute("data-alert", second.alertId);
  await page.goto(`/alerts?tab=acknowledged&job=${jobId}`);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toHaveAttribute("data-alert", alertId);
});

test("keeps rows where they are when a colleague acknowledges one", async ({ signedIn: page, context }) => {
  const { alertId } = await raiseAlert("HIGH");
  await page.goto("/");
  const link = page.locator(`main a[href*="${alertId}"]:visible`).first();
  await expect(link).toBeVisible();
  await settlePlaces(page);
  const other = await context.newPage();
  await other.goto(`/alerts/${alertId}`);
  await other.getByRole("button", { name: "Acknowledge", exact: true }).click();
  const row = page.getByRole("row").filter({ has: link });
  await expect(row.getByRole("button", { name: "Acknowledge" })).toHaveCount(0);
  expect(await movedPlaces(page)).toEqual([]);
  await other.close();
});
