// A query from the form to its rows.

import { expect, test } from "./support/test";

test("a query is submitted, followed and read", async ({ signedIn: page }) => {
  test.setTimeout(120_000);
  await page.goto("/queries");
  await page.getByRole("button", { name: "Run the query" }).click();
  await expect(page.getByText(/rows came/i).first()).toBeVisible({ timeout: 90_000 });
  await expect(page.getByRole("row").nth(5)).toBeVisible();
});

test("a connection test says what each step met", async ({ signedIn: page }) => {
  test.setTimeout(120_000);
  await page.goto("/admin/tenancies");
  await page.getByRole("link", { name: "Demonstration farm" }).first().click();
  await page
    .getByRole("button", { name: /^(Run|Test)/ })
    .first()
    .click();
  await expect(page.getByText(/valid 1 h|Bearer/).first()).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText(/rows? read/i).first()).toBeVisible({ timeout: 60_000 });
});
