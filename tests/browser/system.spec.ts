// The System page: what stands where, what to do, and what it says when it cannot be read.

import { expect, test } from "./support/test";

test.use({ expectedComplaints: [/503/] });

test("shows how the installation stands, says so when figures are old, and reads them again", async ({
  signedIn: page,
}) => {
  await page.goto("/admin");
  await page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: "System" }).click();
  await expect(page.getByRole("heading", { name: "System", level: 1 })).toBeVisible();
  for (const title of ["Version", "Disk", "Sizes", "Backups", "Background jobs", "Certificates", "Clocks"])
    await expect(page.getByRole("heading", { name: title, level: 2 })).toBeVisible();
  await expect(page.getByText("No process ever")).toHaveCount(0);
  await page.getByText(/^\d+ checks are in order$/).click();
  await expect(page.getByText("The database has every migration of this version.")).toBeVisible();

  await page.route("**/api/v1/system", (route) =>
    route.fulfill({
      status: 503,
      json: { status: 503, title: "Unavailable", detail: "The database is away." },
    }),
  );
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  const stale = page.getByRole("alert").filter({ hasText: "These figures may be out of date" });
  await expect(stale).toBeVisible({ timeout: 45_000 });
  await expect(page.getByRole("heading", { name: "Disk", level: 2 })).toBeVisible();
  await page.unroute("**/api/v1/system");
  await stale.getByRole("button", { name: "Try now" }).click();
  await expect(stale).toBeHidden();
});

test("says what is wrong when nothing was read yet", async ({ signedIn: page }) => {
  await page.route("**/api/v1/system", (route) =>
    route.fulfill({
      status: 503,
      json: { status: 503, title: "Unavailable", detail: "The database is away." },
    }),
  );
  await page.goto("/admin/system");
  const failed = page.getByRole("alert").filter({ hasText: "The database is away." });
  await expect(failed).toContainText("Nothing was read yet.");
  await page.unroute("**/api/v1/system");
  await failed.getByRole("button", { name: "Try now" }).click();
  await expect(page.getByRole("heading", { name: "Disk", level: 2 })).toBeVisible();
});
