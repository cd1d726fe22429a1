// How a page shows a failed read and an empty list.

import { expect, test } from "./support/test";

test.describe("a read that fails", () => {
  test.use({ expectedComplaints: [/status of 503/] });

  test("shows the cause, the age of the data and the next try", async ({ signedIn: page }) => {
    await page.goto("/handover");
    await expect(page.getByRole("article", { name: "The sheet" })).toBeVisible();
    const detail = "The database is out of reach.";
    await page.route("**/api/v1/handover?*", (route) =>
      route.fulfill({
        status: 503,
        contentType: "application/problem+json",
        body: JSON.stringify({ detail }),
      }),
    );
    await page.getByText("24 h", { exact: true }).click();
    const failure = page.getByRole("alert").filter({ hasText: "Could not load the handover" });
    await expect(failure).toContainText(detail);
    await expect(failure).toContainText("Nothing has been loaded yet.");
    await expect(failure).toContainText(/Next try in \d+ s\./);
    await page.unroute("**/api/v1/handover?*");
    await failure.getByRole("button", { name: "Try now" }).click();
    await expect(failure).toBeHidden();
    await expect(page.getByRole("article", { name: "The sheet" })).toBeVisible();
  });
});

test("reports a search without results, and links back to the list", async ({ signedIn: page }) => {
  await page.goto("/admin/audit");
  await page.getByRole("searchbox").fill("nobody is called so");
  await page.keyboard.press("Enter");
  for (const list of ["audit", "tokens", "users"]) {
    if (list !== "audit") await page.goto(`/admin/${list}?q=nobody+is+called+so`);
    await expect(page.getByRole("heading", { name: "No match for “nobody is called so”" })).toBeVisible();
    await page.getByRole("link", { name: "Show all" }).click();
    await expect(page.getByRole("table")).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/admin/${list}$`));
  }
});
