// A query from the form to its rows.

import { readFile } from "node:fs/promises";
import { expect, test } from "./support/test";

test("submits, follows and reads a query; shows all columns of a measurement by keyboard and on a phone", async ({
  signedIn: page,
}) => {
  test.setTimeout(120_000);
  await page.goto("/queries?type=chf&last=24h");
  await page.getByRole("button", { name: "Run the query" }).click();
  await expect(page).toHaveURL(/[?&]query=/);
  const rows = page.getByRole("grid", { name: "Rows" });
  await expect(rows.getByRole("columnheader", { name: "Sensor" })).toBeVisible({ timeout: 90_000 });
  await expect(page.getByText(/^(Stored rows|Nothing new): /)).toBeVisible();
  await expect(page.getByText(/more columns to the right$/)).toBeVisible();
  await rows.focus();
  await expect(async () => {
    await page.keyboard.press("ArrowRight");
    await expect(page.getByText(/^\d+ more columns to the left$/)).toBeVisible({ timeout: 200 });
  }).toPass();
  // The identifying columns stay, and the last column is visible.
  const measured = rows.getByRole("row").nth(1);
  await expect(measured.getByText(/^PS-/)).toBeInViewport();
  await expect(rows.getByRole("columnheader", { name: "Measurement" })).toBeInViewport({ ratio: 0.9 });
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  const whole = page.getByRole("dialog", { name: /^PS-/ });
  await expect(whole.getByText(/^Maximum quantum yield \(Fv/)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(rows).toBeFocused();
  await page.setViewportSize({ width: 375, height: 812 });
  await rows
    .getByText(/^All \d+ columns$/)
    .first()
    .click();
  await expect(whole.getByText(/^Maximum quantum yield \(Fv/)).toBeVisible();
});

test("shows the progress on a phone as soon as a query runs", async ({ signedIn: page }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto("/queries?last=7d");
  const run = page.getByRole("button", { name: "Run the query" });
  // The form is open while there is no query.
  if (!(await run.isVisible())) await page.getByRole("button", { name: "New query" }).click();
  await run.click();
  await expect(page).toHaveURL(/[?&]query=/);
  await expect(
    page.getByRole("heading", { name: /^(In progress|Indices, all areas)/ }).first(),
  ).toBeInViewport();
});

test("scrolls a result from its first row to its last, goes to a time, and downloads it", async ({
  signedIn: page,
}) => {
  test.setTimeout(120_000);
  await page.goto("/queries?last=24h");
  await expect(page.getByRole("checkbox", { name: /^Alpha.*In selected plans\.$/ })).toBeVisible();
  await expect(page.getByRole("checkbox", { name: /^Health.*In every plan\.$/ })).toBeVisible();
  await page.getByRole("button", { name: "Run the query" }).click();
  // From here on the newest query is this one.
  await expect(page).toHaveURL(/[?&]query=/);
  const rows = page.getByRole("grid", { name: "Rows" });
  await expect(rows.getByText("Measured").first()).toBeVisible({ timeout: 90_000 });
  const range = page.getByText(/^Rows [\d,]+ to [\d,]+ of [\d,]+$/);
  const [, total = ""] = /of ([\d,]+)$/.exec((await range.textContent()) ?? "") ?? [];
  await rows.focus();
  await page.keyboard.press("End");
  await expect(range).toHaveText(new RegExp(` to ${total} of ${total}$`));
  await expect(rows.locator("tr[data-cursor]")).toContainText(/Measured|Interpolated/);
  await page.getByRole("button", { name: "Go", exact: true }).click();
  await expect(range).toHaveText(/^Rows 1 to /);

  await page.getByRole("button", { name: "Download" }).click();
  const downloading = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: /CSV/ }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^indices-.*\.csv$/);
  const text = await readFile(await file.path(), "utf8");
  expect(text.trimEnd().split("\n")).toHaveLength(1 + Number(total.replaceAll(",", "")));
});

test("ticks areas on the tree; saves, renames, deletes and restores the query", async ({
  signedIn: page,
}) => {
  await page.goto("/queries?last=30d");
  await page.getByRole("button", { name: "Choose in the tree" }).click();
  const tree = page.getByRole("tree", { name: "Control areas" });
  await tree.getByRole("treeitem", { name: /^Westland/ }).focus();
  await page.keyboard.press("Space");
  await expect(tree.getByRole("treeitem", { name: /^Glasshouse 1/ })).toBeChecked();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await expect(tree.getByRole("treeitem", { name: /^Glasshouse 1/ })).not.toBeChecked();
  await page.getByRole("button", { name: "Choose areas" }).click();
  await expect(page.getByRole("button", { name: "Remove Westland › Glasshouse 2" })).toBeVisible();

  const name = `Glasshouse 2 of ${Date.now()}`;
  await page.getByRole("button", { name: "Save", exact: true }).click();
  // The name that is filled in is selected, so that typing replaces it.
  await expect(page.getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: `Rename ${name}` }).click();
  // It is saved, but not run.
  await expect(page).not.toHaveURL(/[?&]query=/);
  await page.getByRole("textbox", { name: "Name" }).fill(`${name} again`);
  await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
  await page.getByRole("button", { name: `Delete ${name} again` }).click();
  await expect(page.getByRole("heading", { name: `${name} again` })).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("heading", { name: `${name} again` })).toBeVisible();
  await page.goto("/queries");
  await page.getByRole("button", { name: `Open ${name} again` }).click();
  await expect(page.getByRole("button", { name: "Remove Westland › Glasshouse 2" })).toBeVisible();
  await expect(page).toHaveURL(/last=30d/);
});

test("shows the outcome of each step of a connection test", async ({ signedIn: page }) => {
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

test("shows every area that matches a path prefix, in the chosen columns, and how the period was clamped", async ({
  signedIn: page,
}) => {
  test.setTimeout(120_000);
  await page.goto("/queries?from=2020-01-01T00:00:00Z&to=2020-01-02T00:00:00Z");
  await expect(
    page.getByText(/^Covers the hour .* UTC\. Your period is older than the service's data/),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Run the query" })).toBeEnabled();

  await page.goto("/queries?last=24h&include=timestamp,controlAreaPathName,indexValue");
  const areas = page.getByRole("combobox", { name: /^Control areas/ });
  await areas.fill("Westland › Glasshouse 1 › Zone A › Bench 1");
  await page.getByRole("option", { name: /Bench 1$/ }).click();
  await expect(
    page.getByText(/including .*Bench 10: the service matches the beginning of a path$/),
  ).toBeVisible();
  await page.getByRole("button", { name: "Run the query" }).click();
  await expect(page).toHaveURL(/[?&]query=/);
  const rows = page.getByRole("grid", { name: "Rows" });
  await expect(rows.getByText("Measured").first()).toBeVisible({ timeout: 90_000 });
  await expect(rows.getByRole("columnheader")).toHaveText(["Site time", "Control area", "Value", "Origin"]);
  await expect(rows.getByText("Bench 10").first()).toBeVisible();
  await page.getByRole("button", { name: "Download" }).click();
  const downloading = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: /CSV/ }).click();
  const text = await readFile(await (await downloading).path(), "utf8");
  expect(text.split("\n")[0]).toBe("timestamp,siteTime,controlAreaPathName,indexValue,isFilled");
});

test("fills the form from the shown result, says when it differs, and runs a saved rolling period anew", async ({
  signedIn: page,
}) => {
  test.setTimeout(120_000);
  await page.goto("/queries?last=24h&indices=HEALTH");
  await page.getByRole("button", { name: "Run the query" }).click();
  await expect(page).toHaveURL(/[?&]query=/);
  const id = new URL(page.url()).searchParams.get("query") ?? "";
  await expect(page.getByText(/^(Stored rows|Nothing new): /)).toBeVisible({ timeout: 90_000 });
  const changed = page.getByText("Changed since this result.");
  const health = page.getByRole("checkbox", { name: /^Health/ });
  const alpha = page.getByRole("checkbox", { name: /^Alpha/ });
  await expect(changed).toHaveCount(0);

  // By its address alone, the result brings its parameters along.
  await page.goto(`/queries?query=${id}`);
  await expect(health).toBeChecked();
  await expect(alpha).not.toBeChecked();
  await expect(changed).toHaveCount(0);

  await alpha.check();
  await expect(changed).toBeVisible();
  await page.getByRole("radio", { name: "14 d" }).check({ force: true });
  await expect(page.getByText(/^Last 14 days, counted back from the newest data/)).toBeVisible();
  const name = `Fortnight ${Date.now()}`;
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();

  // Another result from the list takes its place in the form.
  const earlier = page.getByRole("table", { name: "Earlier queries" });
  await earlier
    .getByRole("button", { name: /^Indices/ })
    .first()
    .click();
  await expect(alpha).not.toBeChecked();
  await expect(changed).toHaveCount(0);

  await page.goto("/queries");
  await expect(page.getByText(/^Indices, last 14 days, all areas; saved by/).first()).toBeVisible();
  await page.getByRole("button", { name: `Run ${name}` }).click();
  await expect(page).toHaveURL(/last=14d/);
  await expect(page).not.toHaveURL(new RegExp(id));
  await expect(page.getByText(/^(Stored rows|Nothing new): /)).toBeVisible({ timeout: 90_000 });
  await expect(alpha).toBeChecked();
  await expect(changed).toHaveCount(0);
});

test("says beside the button why a query cannot run", async ({ signedIn: page }) => {
  const run = page.getByRole("button", { name: "Run the query" });
  await page.goto("/queries?from=2026-11-02T00:00:00Z&to=2026-11-01T00:00:00Z");
  await expect(run).toBeDisabled();
  await expect(run).toHaveAccessibleDescription("Cannot run yet: From is after To.");
  await page.goto("/queries?indices=");
  await expect(run).toHaveAccessibleDescription("Cannot run yet: check Indices.");
  await page.route("**/api/v1/together**", (route) => route.fulfill({ status: 404 }));
  await page.route("**/api/v1/freshness**", async (route) => {
    const facts = await (await route.fetch()).json();
    await route.fulfill({ json: { ...facts, readings: { ...facts.readings, connected: false } } });
  });
  await page.goto("/queries?last=24h");
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(run).toHaveAccessibleDescription(/^Cannot run: not connected to the service\. /);
  await expect(page.getByText(/^Cannot run: not connected/)).toBeVisible();
});

test("returns from a zoom of a result's chart by Back", async ({ signedIn: page }) => {
  test.setTimeout(120_000);
  await page.goto("/queries?last=24h&view=chart&indices=PPFD");
  await page.getByRole("button", { name: "Run the query" }).click();
  const chart = page.getByRole("slider").first();
  await expect(page).toHaveURL(/[?&]query=/);
  // There are values to zoom to.
  await expect(chart).toHaveAttribute("aria-label", /last/, { timeout: 90_000 });
  await chart.focus();
  await page.keyboard.press("+");
  await expect(page).toHaveURL(/zoomFrom=\d+/);
  await expect(page.getByRole("button", { name: "Whole period" })).toBeVisible();
  await page.goBack();
  await expect(page).not.toHaveURL(/zoomFrom=/);
  await expect(page.getByRole("button", { name: "Whole period" })).toHaveCount(0);
  await expect(chart).toBeVisible();
});
