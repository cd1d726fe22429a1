// Handling in the browser: acknowledge with a note, assign, snooze, bulk acts, a higher severity, two windows.

import type { Page } from "@playwright/test";
import { closeAlert, raiseAlert, worsen } from "./support/notify";
import { awake, expect, sidewaysScroll, signIn, test, untilKeysWork } from "./support/test";

/** Opens the inbox filtered by one job, without other alerts of the farm. */
async function inbox(page: Page, jobId: string, tab = "open"): Promise<void> {
  await page.goto(`/alerts?tab=${tab}&job=${jobId}&group=none`);
  await expect(page.getByRole("link", { name: "Closed" })).toBeVisible();
}
const rows = (page: Page) => page.locator("table tbody tr");
const tab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Which alerts" }).getByRole("link", { name });

/** Follows an invitation in another browser session and sets a name. */
async function follow(page: Page, link: string, name: string): Promise<void> {
  const guest = await page
    .context()
    .browser()
    ?.newContext({ baseURL: new URL(page.url()).origin });
  if (!guest) throw new Error("There is no browser to open the invitation in");
  const there = await guest.newPage();
  await there.goto(new URL(link).pathname);
  await awake(there);
  await there.getByLabel("Your name").fill(name);
  await there.getByLabel("Password").fill("a long enough password");
  await there.getByRole("button", { name: "Join" }).click();
  await expect(there).toHaveURL(/\/sign-in$/);
  await guest.close();
}

test("acknowledges an alert with a note for another, then assigns and releases it", async ({
  signedIn: page,
}) => {
  const name = `M. de Vries ${Date.now() % 100_000}`;
  await page.goto("/admin/users");
  const dialog = page.getByRole("dialog");
  await expect(async () => {
    // A dialog that opened late covers the button.
    if (!(await dialog.isVisible())) await page.getByRole("button", { name: "Invite a user" }).click();
    await expect(dialog).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await dialog.getByLabel("Email").fill(`grower-${Date.now()}@example.com`);
  await dialog.getByRole("button", { name: "Make the link" }).click();
  const link = (await dialog.locator("code").textContent()) ?? "";
  await dialog.getByRole("button", { name: "I have saved it" }).click();
  await expect(dialog).toBeHidden();
  await follow(page, link, name);

  const { alertId } = await raiseAlert();
  await page.goto(`/alerts/${alertId}`);
  await untilKeysWork(page);
  await page.getByRole("button", { name: "Acknowledge with a note" }).click();
  await dialog.getByRole("button", { name: /Assigned to/ }).click();
  await page.getByRole("option", { name }).click();
  await dialog.getByRole("textbox", { name: /Note/ }).fill("Drip line 3 is shut");
  await dialog.getByRole("button", { name: "Acknowledge", exact: true }).click();
  await expect(page.getByText(`Acknowledged for ${name}`)).toBeVisible();
  await expect(page.getByText("Drip line 3 is shut")).toBeVisible();
  await expect(page.getByText("Assigned to", { exact: true }).locator("..")).toContainText(name);

  await page.getByRole("button", { name: "Assign", exact: true }).click();
  await page.getByRole("menuitem", { name: /\(you\)/ }).click();
  await expect(page.getByText("Assigned to you")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(page.getByText("Undone")).toBeVisible();
  await expect(page.getByText("Assigned to", { exact: true }).locator("..")).toContainText(name);
  await page.getByRole("button", { name: "Release" }).click();
  await expect(page.getByText("Assigned to", { exact: true }).locator("..")).toContainText("Nobody yet");
});

test("returns an acknowledged alert to attention in every window when it gets worse", async ({
  signedIn: page,
  context,
}) => {
  const raised = await raiseAlert();
  await inbox(page, raised.jobId);
  await expect(rows(page)).toHaveCount(1);
  await untilKeysWork(page);
  await page.keyboard.press("j");
  await page.keyboard.press("a");
  await expect(page.getByText("Acknowledged. It is yours")).toBeVisible();
  await expect(tab(page, "Acknowledged")).toContainText("1");
  const other = await context.newPage();
  await other.goto(`/alerts/${raised.alertId}`);
  await expect(other.getByRole("button", { name: "Release" })).toBeVisible();

  await worsen(raised, "HIGH");
  await expect(page.getByText(/Got worse, to HIGH, after .+ acknowledged it/).first()).toBeVisible();
  await expect(tab(page, "To acknowledge")).toContainText("1");
  await expect(other.getByText(/Got worse, to HIGH, after .+ acknowledged it/).first()).toBeVisible();
  await other.getByRole("button", { name: "Acknowledge", exact: true }).click();
  await expect(tab(page, "Acknowledged")).toContainText("1");
  await expect(tab(page, "To acknowledge")).toContainText("0");

  const release = other.getByRole("button", { name: "Release" });
  const place = await release.boundingBox();
  await closeAlert(raised);
  await expect(release).toBeDisabled();
  expect((await release.boundingBox())?.x).toBe(place?.x);
  await other.close();
});

test("returns a snoozed alert to an open page at its time", async ({ signedIn: page }) => {
  const { jobId } = await raiseAlert();
  await inbox(page, jobId);
  await untilKeysWork(page);
  await page.keyboard.press("j");
  await page.keyboard.press("s");
  const dialog = page.getByRole("dialog", { name: "Snooze the alert" });
  await dialog.getByRole("button", { name: "Until worse" }).click();
  await expect(page.getByText("Snoozed until it gets worse")).toBeVisible();
  await expect(tab(page, "Snoozed")).toContainText("1");
  await tab(page, "Snoozed").click();
  await expect(page.getByText(/Snoozed by .+ until it gets worse/).first()).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("u");
  await expect(page.getByText("Woken. It is back under To acknowledge")).toBeVisible();

  await inbox(page, jobId);
  await untilKeysWork(page);
  // The page's clock is ahead of the server's, so that the test does not wait an hour.
  await page.keyboard.press("j");
  await page.keyboard.press("s");
  await page.clock.install();
  await page.getByRole("dialog").getByRole("button", { name: /^1 h/ }).click();
  await expect(tab(page, "To acknowledge")).toContainText("0");
  const asked = page.waitForRequest(/\/api\/v1\/alerts\/tabs/);
  await page.clock.fastForward("01:01:00");
  await asked;
});

test("acknowledges, snoozes and releases several alerts at once", async ({ signedIn: page }) => {
  const { jobId } = await raiseAlert();
  await raiseAlert("MEDIUM", jobId);
  await raiseAlert("HIGH", jobId);
  await inbox(page, jobId);
  await expect(rows(page)).toHaveCount(3);
  await untilKeysWork(page);
  for (const key of ["j", "x", "j", "x"]) await page.keyboard.press(key);
  await expect(page.getByText("2 selected")).toBeVisible();
  await page.getByRole("button", { name: "Snooze" }).click();
  await page.getByRole("menuitem", { name: "Until worse" }).click();
  await expect(page.getByText("Snoozed 2 alerts until they get worse")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(rows(page)).toHaveCount(3);

  await page
    .getByRole("checkbox", { name: /^Select / })
    .first()
    .click();
  await page.getByRole("checkbox", { name: "Select all shown" }).click();
  await page.getByRole("button", { name: "Acknowledge all 3" }).click();
  await expect(tab(page, "Acknowledged")).toContainText("3");
  await tab(page, "Acknowledged").click();
  await expect(rows(page)).toHaveCount(3);
  await page
    .getByRole("checkbox", { name: /^Select / })
    .first()
    .click();
  await page.getByRole("button", { name: "Release it" }).click();
  await expect(rows(page)).toHaveCount(2);
});

test("acknowledges row after row by key, undoes by key, and opens a row on click", async ({
  signedIn: page,
}) => {
  const { jobId, alertId } = await raiseAlert("HIGH");
  await raiseAlert("MEDIUM", jobId);
  await raiseAlert("LOW", jobId);
  await inbox(page, jobId);
  await expect(rows(page)).toHaveCount(3);
  await untilKeysWork(page);
  for (const key of ["j", "a"]) await page.keyboard.press(key);
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toHaveAttribute("data-cursor", "true");
  await page.keyboard.press("a");
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toHaveAttribute("data-cursor", "true");
  await page.keyboard.press("z");
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByText("Undone")).toBeVisible();

  await inbox(page, jobId, "acknowledged");
  // The link of the place covers the row, so the pointer hits it anywhere.
  await page.getByRole("cell", { name: "HIGH" }).first().click({ force: true });
  await expect(page).toHaveURL(new RegExp(alertId));
  await untilKeysWork(page);
  await page.keyboard.press("n");
  await page.keyboard.type("Drip line 4 is shut");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Note saved")).toBeVisible();
  await expect(page.getByRole("article").getByText("Drip line 4 is shut")).toBeVisible();
});

test("counts the alerts that need attention in the title", async ({ signedIn: page }) => {
  await raiseAlert();
  await page.goto("/alerts");
  await expect(page).toHaveTitle(/^\(\d+\) Alerts · Leafwatch$/);
  await page
    .getByRole("navigation", { name: "Pages" })
    .getByRole("link", { name: "Now", exact: true })
    .click();
  await expect(page).toHaveTitle(/^\(\d+\) Now · Leafwatch$/);
  // Screen readers announce the page's name, not only the count.
  await expect(page.locator("#__next-route-announcer__")).toHaveText(/^(\(\d+\) )?Now\b/);
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Areas" }).click();
  await expect(page).toHaveTitle(/^Areas/);
});

test("links a replaced alert and its successor", async ({ signedIn: page }) => {
  const first = await raiseAlert();
  await closeAlert(first, "REPLACED");
  const second = await raiseAlert("HIGH", first.jobId);
  await inbox(page, first.jobId);
  await expect(page.getByText(/Continues .+, since/).first()).toBeVisible();
  await page.goto(`/alerts/${second.alertId}`);
  await page
    .getByText(/Continues/)
    .getByRole("link")
    .click();
  await expect(page).toHaveURL(new RegExp(first.alertId));
  await expect(page.getByText(/Replaced by/).first()).toBeVisible();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 375, height: 812 }, hasTouch: true });

  test("selects, snoozes and acknowledges alerts without sideways scroll", async ({ page }) => {
    const { jobId, alertId } = await raiseAlert("HIGH");
    await raiseAlert("LOW", jobId);
    await signIn(page);
    await inbox(page, jobId);
    const select = page.getByRole("button", { name: "Select alerts" });
    await expect(async () => {
      await select.click();
      await expect(page.getByRole("checkbox").first()).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await page
      .getByRole("checkbox", { name: /^Select / })
      .first()
      .click();
    await expect.poll(() => sidewaysScroll(page)).toBeLessThanOrEqual(0);
    await page.getByRole("button", { name: "Acknowledge it" }).click();
    await expect(page.getByText("Acknowledged. It is yours")).toBeVisible();
    await page.goto(`/alerts/${alertId}`);
    await expect.poll(() => sidewaysScroll(page)).toBeLessThanOrEqual(0);
    await expect(page.getByRole("button", { name: "Release" })).toBeVisible();
  });
});
