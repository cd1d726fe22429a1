// Alerts grouped by problem, a person's own areas, and acting from Now.

import type { Page } from "@playwright/test";
import { raiseAlert } from "./support/notify";
import { expect, sidewaysScroll, test, untilKeysWork } from "./support/test";

const rows = (page: Page) => page.locator("table tbody tr[data-row]");
const groups = (page: Page) => page.locator("table tbody tr[data-group]");
const inside = (page: Page) => page.locator("table tbody tr[data-inside]");

/** Three alerts of one new job. */
async function aProblem(): Promise<{ jobId: string; alertIds: string[] }> {
  const { jobId, alertId } = await raiseAlert("HIGH");
  const others = [await raiseAlert("MEDIUM", jobId), await raiseAlert("LOW", jobId)];
  return { jobId, alertIds: [alertId, ...others.map((one) => one.alertId)] };
}

test("opens a problem to its alerts by key and click, and acknowledges all of it with one Undo", async ({
  signedIn: page,
}) => {
  const { jobId } = await aProblem();
  await page.goto(`/alerts?group=problem&job=${jobId}`);
  await expect(rows(page)).toHaveCount(1);
  await expect(groups(page)).toContainText("3 alerts: Health");
  await expect(groups(page)).toContainText("1 HIGH, 1 MEDIUM, 1 LOW");
  await untilKeysWork(page);
  await page.keyboard.press("j");
  await expect(groups(page)).toHaveAttribute("data-cursor", "true");
  await page.keyboard.press("ArrowRight");
  await expect(inside(page)).toHaveCount(3);
  await page.keyboard.press("j");
  await expect(inside(page).first()).toHaveAttribute("data-cursor", "true");
  await page.keyboard.press("ArrowLeft");
  await expect(inside(page)).toHaveCount(0);
  await expect(groups(page)).toHaveAttribute("data-cursor", "true");
  await groups(page).getByRole("button", { expanded: false }).click();
  await expect(inside(page)).toHaveCount(3);
  await page.keyboard.press("Enter");

  await page.keyboard.press("x");
  await expect(page.getByText("3 selected")).toBeVisible();
  await page.getByRole("button", { name: "Acknowledge all 3" }).click();
  await expect(rows(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Undone")).toBeVisible();
  await expect(groups(page)).toContainText("3 alerts");
});

test("acknowledges one alert of a problem, says so at the problem, and keeps the others in sight", async ({
  signedIn: page,
}) => {
  const { jobId, alertIds } = await aProblem();
  await page.goto(`/alerts?group=problem&job=${jobId}`);
  await untilKeysWork(page);
  for (const key of ["j", "ArrowRight"]) await page.keyboard.press(key);
  await expect(inside(page)).toHaveCount(3);
  for (const key of ["j", "a"]) await page.keyboard.press(key);
  await expect(inside(page)).toHaveCount(2);
  await expect(page.locator(`tr[data-alert="${alertIds[0]}"]`)).toHaveCount(0);
  await expect(groups(page)).toContainText("2 alerts");
  await expect(groups(page)).toContainText(/1 of 3 acknowledged by /);
  await page.keyboard.press("a");
  // One alert is left: it stands alone.
  await expect(groups(page)).toHaveCount(0);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toHaveAttribute("data-alert", alertIds[2] ?? "");
});

test("remembers how the list is grouped", async ({ signedIn: page }) => {
  const { jobId } = await aProblem();
  await page.goto(`/alerts?job=${jobId}`);
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole("button", { name: "Group: none" }).click();
  const remembered = page.waitForResponse((answer) => answer.request().method() === "POST");
  await page.getByRole("option", { name: "by problem" }).click();
  await expect(groups(page)).toHaveCount(1);
  await expect(page).toHaveURL(/group=problem/);
  await remembered;
  await page.goto(`/alerts?job=${jobId}`);
  await expect(groups(page)).toHaveCount(1);
});

for (const width of [375, 1440])
  test(`fits a group and its alerts into ${width} px, on the inbox and Now`, async ({ signedIn: page }) => {
    await page.setViewportSize({ width, height: 900 });
    const { jobId } = await aProblem();
    await page.goto(`/alerts?group=problem&job=${jobId}`);
    await page.getByRole("main").getByRole("button", { expanded: false, name: "Location not known" }).click();
    await expect(page.getByRole("main").getByRole("link", { name: "Location not known" })).toHaveCount(3);
    await expect.poll(() => sidewaysScroll(page)).toBe(0);
    await page.goto("/?group=problem");
    await page
      .getByRole("main")
      .getByRole("button", { expanded: false })
      .filter({ visible: true })
      .first()
      .click();
    await expect.poll(() => sidewaysScroll(page)).toBe(0);
  });

test("shows only the person's own areas, counts what is elsewhere, and starts so", async ({
  signedIn: page,
}) => {
  const answer = await page.request.get("/api/v1/alerts?status=open&desk=attention&limit=100");
  const { items } = (await answer.json()) as { items: { areas: { path: string }[] }[] };
  const path = items.flatMap(({ areas }) => areas)[0]?.path ?? "";
  const { alertId } = await raiseAlert("HIGH");
  const area = `/areas/${path.split("#").map(encodeURIComponent).join("/")}`;
  const star = page.getByRole("button", { name: "My area", exact: true });
  const toggle = async () => {
    const stored = page.waitForResponse((one) => one.request().method() === "POST");
    await star.click();
    await stored;
  };
  await page.goto(area);
  await toggle();

  await page.goto("/alerts");
  await page.getByRole("button", { name: "Area: any" }).click();
  const remembered = page.waitForResponse((one) => one.request().method() === "POST");
  await page.getByRole("option", { name: "my areas" }).click();
  await remembered;
  const line = page.getByRole("status").filter({ hasText: "Only my areas" });
  await expect(line).toContainText(/Elsewhere, \d+ HIGH/);
  await expect(page.locator("table tbody tr[data-alert]").first()).toBeVisible();
  await expect(page.locator(`tr[data-alert="${alertId}"]`)).toHaveCount(0);

  await page.goto("/");
  await expect(line).toContainText(/Elsewhere, \d+ HIGH/);
  await line.getByRole("button", { name: "Show all" }).click();
  await expect(line).toHaveCount(0);
  await expect(page.locator(`tr[data-alert="${alertId}"]`)).toBeVisible();
  await page.goto(area);
  await expect(star).toHaveAttribute("aria-pressed", "true");
  await toggle();
});

test("acknowledges on Now by key and takes it back", async ({ signedIn: page }) => {
  const { alertId } = await raiseAlert("HIGH");
  await page.goto("/");
  const row = page.locator(`tr[data-alert="${alertId}"]`);
  await expect(row).toBeVisible();
  await untilKeysWork(page);
  while ((await row.getAttribute("data-cursor")) === null) await page.keyboard.press("j");
  await page.keyboard.press("a");
  await expect(page.getByText("Acknowledged. It is yours")).toBeVisible();
  await expect(row.getByRole("button", { name: "Acknowledge" })).toHaveCount(0);
  await page.keyboard.press("z");
  await expect(page.getByText("Undone")).toBeVisible();
  await expect(row.getByRole("button", { name: "Acknowledge" })).toBeVisible();
});

const acknowledgeOnPage = async (page: Page, alertId: string) => {
  await page.goto(`/alerts/${alertId}`);
  await page.getByRole("button", { name: "Acknowledge", exact: true }).click();
  await expect(page.getByText("Acknowledged. It is yours")).toBeVisible();
};

for (const width of [375, 1440])
  test(`shows on Now at ${width} px what nobody has before what is in hand`, async ({ signedIn: page }) => {
    const free = await raiseAlert("HIGH");
    const taken = await raiseAlert("HIGH");
    await acknowledgeOnPage(page, taken.alertId);
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/");
    const links = page.locator('main a[href*="/alerts/"]:visible');
    const link = ({ alertId }: { alertId: string }) =>
      page.locator(`main a[href*="${alertId}"]:visible`).first();
    await expect(link(free)).toBeVisible();
    const places = await links.evaluateAll((all) => all.map((one) => one.getAttribute("href") ?? ""));
    const placeOf = ({ alertId }: { alertId: string }) => places.findIndex((href) => href.includes(alertId));
    expect(placeOf(free)).toBeLessThan(placeOf(taken) === -1 ? Number.POSITIVE_INFINITY : placeOf(taken));
    if (width === 1440) return;
    const first = page.getByRole("article").first();
    await expect(first.getByRole("button", { name: /^Acknowledge/ })).toBeVisible();
  });

test("says whom an alert of a problem is assigned to, and leaves it with them", async ({
  signedIn: page,
}) => {
  const { jobId, alertIds } = await aProblem();
  await page.goto(`/alerts/${alertIds[0]}`);
  await page.getByRole("button", { name: "Assign", exact: true }).click();
  await page.getByRole("menuitem").first().click();
  await expect(page.getByText(/^Assigned to ./)).toBeVisible();
  await page.goto(`/alerts?group=problem&job=${jobId}`);
  await expect(groups(page)).toContainText(/1 of 3 assigned to \S/);
  await page.goto("/?group=problem");
  const row = page.locator(`tr[data-group="${jobId}"]`);
  await expect(row).toContainText(/1 of 3 assigned to \S/);
  await expect(row.getByRole("button", { name: "Acknowledge 3" })).toBeVisible();
});

test("writes a note on each alert of a problem by n, and no n into the note", async ({ signedIn: page }) => {
  const { jobId, alertIds } = await aProblem();
  await page.goto(`/alerts?group=problem&job=${jobId}`);
  await expect(groups(page)).toHaveCount(1);
  await untilKeysWork(page);
  for (const key of ["j", "n"]) await page.keyboard.press(key);
  const dialog = page.getByRole("dialog", { name: "Note on 3 alerts" });
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  // The dialog is loaded by now, so it has the focus before the key's character arrives.
  await page.keyboard.press("n");
  const note = dialog.getByRole("textbox", { name: "Note" });
  await expect(note).toBeFocused();
  await expect(note).toHaveValue("");
  await note.fill("Drip line 3 is shut");
  await dialog.getByRole("button", { name: "Save the note" }).click();
  await expect(page.getByText("Note saved on 3 alerts")).toBeVisible();
  for (const alertId of alertIds) {
    const answer = await page.request.get(`/api/v1/alerts/${alertId}`);
    const { notes } = (await answer.json()) as { notes: { text: string }[] };
    expect(notes.map(({ text }) => text)).toEqual(["Drip line 3 is shut"]);
  }
});

test("has its row and its open problem again on the way back from an alert", async ({ signedIn: page }) => {
  const { jobId } = await aProblem();
  await page.goto(`/alerts?group=problem&job=${jobId}`);
  await expect(groups(page)).toHaveCount(1);
  await untilKeysWork(page);
  for (const key of ["j", "ArrowRight"]) await page.keyboard.press(key);
  await expect(inside(page)).toHaveCount(3);
  for (const key of ["j", "j"]) await page.keyboard.press(key);
  await expect(inside(page).nth(1)).toHaveAttribute("data-cursor", "true");
  await page.keyboard.press("o");
  await expect(page).toHaveURL(/\/alerts\/\w+/);
  await expect(page.getByRole("button", { name: "Add a note" })).toBeVisible();
  await page.goBack();
  await expect(inside(page)).toHaveCount(3);
  await expect(inside(page).nth(1)).toHaveAttribute("data-cursor", "true");
});

test("marks a snoozed alert on the page of its area", async ({ signedIn: page }) => {
  const answer = await page.request.get("/api/v1/alerts?status=open&limit=100");
  const { items } = (await answer.json()) as { items: { jobId: string; areas: { path: string }[] }[] };
  const placed = items.find(({ areas }) => areas.length > 0);
  const path = placed?.areas[0]?.path ?? "";
  const { alertId } = await raiseAlert("LOW", placed?.jobId);
  await page.goto(`/alerts/${alertId}`);
  await page.getByRole("button", { name: "Snooze" }).click();
  await page.getByRole("menuitem").first().click();
  await expect(page.getByText(/^Snoozed until/)).toBeVisible();
  await page.goto(`/areas/${path.split("#").map(encodeURIComponent).join("/")}`);
  const here = page.getByRole("complementary", { name: "Alerts and crops" });
  const row = here.getByRole("listitem").filter({ has: page.locator(`a[href*="${alertId}"]`) });
  await expect(row).toContainText(/Snoozed by .* until (\w+ )?\d/);
});
