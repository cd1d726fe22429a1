// The System page: what stands where, what to do, and what it says when it cannot be read.

import { typeSegments } from "./support/segments";
import { expect, test } from "./support/test";

test.use({ expectedComplaints: [/503/] });

test("shows how the installation stands, says so when figures are old, and reads them again", async ({
  signedIn: page,
}) => {
  await page.goto("/admin");
  const title = page.getByRole("heading", { name: "Needs attention", level: 2 });
  await expect(title.or(page.getByText("Nothing needs your attention."))).toBeVisible();
  // Neither page says that all is well while the other does not.
  await expect(page.getByText(/^LEAFWATCH_URL is /).filter({ visible: true })).toHaveCount(1);
  await page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: "System" }).click();
  await expect(page.getByRole("heading", { name: "System", level: 1 })).toBeVisible();
  for (const title of [
    "Version",
    "Disk",
    "Sizes",
    "Backups",
    "Receiver",
    "Background jobs",
    "Certificates",
    "Clocks",
  ])
    await expect(page.getByRole("heading", { name: title, level: 2 })).toBeVisible();
  await expect(page.getByText("No process ever")).toHaveCount(0);
  await page.getByText(/^\d+ checks are in order$/).click();
  await expect(page.getByText("The database has every migration of this version.")).toBeVisible();

  const wrong = page.locator("section", { has: page.getByRole("heading", { name: "Needs attention" }) });
  // On the demonstration's address only this machine can come in.
  await expect(wrong.getByText(/^LEAFWATCH_URL is /)).toBeVisible();

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

test("makes a backup now, shows its progress and outcome, and schedules more", async ({ signedIn: page }) => {
  await page.goto("/admin/system");
  const backups = page.locator("section", {
    has: page.getByRole("heading", { name: "Backups", level: 2, exact: true }),
  });
  const reads: string[] = [];
  page.on("request", (request) => reads.push(new URL(request.url()).pathname));
  await backups.getByRole("button", { name: "Back up now" }).click();
  await expect(backups).toContainText("read back and verified", { timeout: 45_000 });
  await expect(backups.getByRole("button", { name: "Back up now" })).toBeEnabled();
  // The whole, doctor included, is read as always, and once more at the end.
  const count = (path: string) => reads.filter((one) => one === path).length;
  expect(count("/api/v1/system/progress")).toBeGreaterThan(0);
  expect(count("/api/v1/system")).toBeLessThanOrEqual(4);
  await backups.getByText("Last backups").click();
  await expect(backups).toContainText(/Made and verified, \d\d:\d\d, from this page/);

  await backups.getByRole("button", { name: "Schedule" }).click();
  const form = page.getByRole("dialog", { name: "Schedule backups" });
  await form.getByText("Every few hours").click();
  await form.getByLabel("Every", { exact: true }).fill("0");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toContainText("Has to be 1 hour or more");
  await form.getByText("Every day").click();
  await typeSegments(form.getByRole("group", { name: "At", exact: true }), "0315");
  await form.getByLabel("Keep daily").fill("5");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toBeHidden();
  await expect(backups).toContainText("Every day at 03:15 (Europe/Amsterdam), keeps 5 daily and 4 weekly");
  await expect(page.getByText("Backups are on the same disk as the data", { exact: false })).toBeVisible();
  await page.reload();
  await expect(backups).toContainText("Every day at 03:15");
  await backups.getByRole("button", { name: "Schedule" }).click();
  await form.getByText("Off", { exact: true }).click();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toBeHidden();
  await expect(backups).toContainText("Off");
});

test("rotates the keys after asking, and nobody is signed out", async ({ signedIn: page }) => {
  await page.goto("/admin/system");
  const keys = page.locator("section", {
    has: page.getByRole("heading", { name: "Secret keys", level: 2, exact: true }),
  });
  await expect(keys).toContainText("none needs an older key");
  await keys.getByRole("button", { name: "Rotate keys" }).click();
  const ask = page.getByRole("dialog", { name: "Rotate the secret keys?" });
  await expect(ask).toContainText("nobody is signed out");
  await ask.getByRole("button", { name: "Rotate keys" }).click();
  await expect(ask).toBeHidden();
  await expect(keys).toContainText("Rotated", { timeout: 45_000 });
  await expect(keys).toContainText("none needs an older key");
  await keys.getByRole("button", { name: "Remove older keys" }).click();
  const remove = page.getByRole("dialog", { name: "Remove the older keys?" });
  await expect(remove).toContainText("signed out");
  await remove.getByRole("button", { name: "Keep" }).click();
  await page.goto("/admin/audit");
  await expect(page.getByText("keys: rotated").first()).toBeVisible();
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
  await expect(failed).toContainText("Nothing has been loaded yet.");
  await page.unroute("**/api/v1/system");
  await failed.getByRole("button", { name: "Try now" }).click();
  await expect(page.getByRole("heading", { name: "Disk", level: 2 })).toBeVisible();
});
