// Areas and charts by keyboard, areas with odd names.

import { readFile } from "node:fs/promises";
import { readWorkbook } from "../support/workbook";
import { expect, test } from "./support/test";

test("moves through the tree by arrow keys; Enter opens an area and keeps its ancestors open", async ({
  signedIn: page,
}) => {
  await page.goto("/areas");
  const tree = page.getByRole("tree", { name: "Areas" });
  await tree.getByRole("treeitem").first().focus();
  await page.keyboard.press("End");
  await page.keyboard.press("w");
  await expect(page.locator(":focus")).toContainText("Westland");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(page.locator(":focus")).toContainText("Glasshouse 1");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Glasshouse 1" })).toBeVisible();
  await expect(tree.getByRole("treeitem", { name: /Westland/ })).toHaveAttribute("aria-expanded", "true");
});

test("shows matches of a search with their ancestors; Enter opens the best", async ({ signedIn: page }) => {
  await page.goto("/areas");
  const tree = page.getByRole("tree", { name: "Areas" });
  await expect(tree.getByRole("treeitem").first()).toBeVisible();
  // The shortcut works from the tree too.
  await tree.getByRole("treeitem").first().focus();
  await page.keyboard.press("/");
  await page.keyboard.type("bench 19");
  await expect(tree.getByRole("treeitem", { name: /Bench 19/ }).first()).toBeVisible();
  await expect(tree.locator("mark").first()).toHaveText("Bench 19");
  await expect(tree.getByRole("treeitem", { name: /Zone A/ })).toHaveCount(0);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Bench 19" })).toBeVisible();
  // The tree keeps its state, including the search.
  await expect(page.getByRole("searchbox", { name: /Find in/ })).toHaveValue("bench 19");
});

test("shows my areas above the tree, and keeps the order and expanded areas", async ({ signedIn: page }) => {
  await page.goto("/areas/Westland/Glasshouse%201/Zone%20A");
  const tree = page.getByRole("tree", { name: "Areas" });
  const star = page.getByRole("button", { name: "My area", exact: true });
  await star.click();
  await expect(star).toHaveAttribute("aria-pressed", "true");
  await expect(tree.getByRole("treeitem").first()).toContainText("My areas");
  await page.getByRole("button", { name: /^Order/ }).click();
  await page.getByRole("option", { name: "worst first" }).click();
  await expect(page.getByRole("button", { name: "Order: worst first" })).toBeVisible();
  await tree
    .getByRole("treeitem", { name: /Zone A/ })
    .first()
    .focus();
  await page.goto("/areas");
  await expect(tree.getByRole("treeitem").nth(1)).toContainText("Zone A");
  await expect(page.getByRole("button", { name: "Order: worst first" })).toBeVisible();
  await expect(tree.getByRole("treeitem", { name: /Glasshouse 1/ })).toHaveAttribute("aria-expanded", "true");
  await tree.getByRole("treeitem").nth(1).getByRole("link").click();
  await expect(star).toHaveAttribute("aria-pressed", "true");
  await tree.getByRole("treeitem").nth(1).focus();
  await page.keyboard.press("*");
  await expect(star).toHaveAttribute("aria-pressed", "false");
  await expect(tree.getByRole("treeitem", { name: "My areas" })).toHaveCount(0);
});

test("moves one cursor through all charts by arrow keys; Escape leaves, a drag zooms", async ({
  signedIn: page,
}) => {
  await page.goto("/areas/Westland/Glasshouse%202/Zone%20B");
  const cursors = page.getByRole("slider");
  await expect(cursors.nth(1)).toBeVisible();
  await expect(cursors.first()).toHaveAttribute("aria-label", /last/);
  await cursors.first().focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  const where = (await cursors.first().getAttribute("aria-valuenow")) ?? "";
  await expect(cursors.nth(1)).toHaveAttribute("aria-valuenow", where);
  await page.keyboard.press("Escape");
  await expect(cursors.first()).not.toHaveAttribute("aria-valuenow", where);

  const box = await cursors.first().boundingBox();
  if (!box) throw new Error("The chart has no box");
  await page.mouse.move(box.x + 100, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + 220, box.y + 40, { steps: 4 });
  await page.mouse.up();
  await expect(page).toHaveURL(/from=\d+&to=\d+/);
  await page.getByRole("button", { name: "Whole period" }).click();
  await expect(page).not.toHaveURL(/from=/);
});

test("returns from a zoom to the days that were chosen, also after a reload", async ({ signedIn: page }) => {
  await page.goto("/areas/Westland/Glasshouse%202/Zone%20B");
  const cursor = page.getByRole("slider").first();
  await expect(cursor).toBeVisible();
  await page.getByRole("button", { name: "Choose days" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Show these days" }).click();
  await expect(page).toHaveURL(/first=[\d-]+&last=[\d-]+$/);
  const { search } = new URL(page.url());
  await cursor.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("+");
  await expect(page).toHaveURL(/from=\d+&to=\d+/);
  await page.reload();
  await page.getByRole("button", { name: "Whole period" }).click();
  await expect(page).toHaveURL((url) => url.search === search);
  await expect(page.getByRole("button", { name: "Whole period" })).toBeHidden();
  await expect(page.getByRole("radio", { name: "72 h" })).not.toBeChecked();
  await page.getByText("72 h", { exact: true }).click();
  await expect(page).not.toHaveURL(/first=/);
});

test("downloads the period shown as Excel and as CSV, with the same values", async ({ signedIn: page }) => {
  await page.goto("/areas/Westland/Glasshouse%201/Zone%20A/Bench%201?range=7d");
  const download = async (format: RegExp) => {
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export" }).click();
    await page.getByRole("menuitem", { name: format }).click();
    return readFile(await (await saved).path());
  };
  const lines = (await download(/CSV/)).toString("utf8").trimEnd().split("\n").slice(1);
  const [sheet] = readWorkbook(await download(/Excel/));
  const values = sheet?.rows.slice(1).flatMap((row) => row.slice(4, 12).filter((cell) => cell !== null));
  expect(lines.length).toBeGreaterThan(100);
  expect(values).toHaveLength(lines.length);
  expect(sheet?.rows[1]?.[2]).toBe("Bench 1");
});

test("renders the charts of an area with its page, without further requests", async ({ signedIn: page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  // Events cause reads; this test is about a page without any. A stream that ended would be reopened,
  // and everything read anew.
  await page.route("**/api/v1/events*", () => undefined);
  for (const range of ["", "?range=7d&by=day"]) {
    // Late requests of the previous page do not count.
    asked.length = 0;
    await page.goto(`/areas/Westland/Glasshouse%202/Zone%20B${range}`);
    await expect(page.getByRole("slider").first()).toBeVisible();
    expect(asked.filter((path) => path === "/api/v1/series")).toEqual([]);
  }
});

test("opens every area at its own address", async ({ signedIn: page }) => {
  const { items } = (await (await page.request.get("/api/v1/areas")).json()) as {
    items: { path: string; name: string }[];
  };
  const odd = items.filter((item) => /[^\w\s#-]/.test(item.name)).slice(0, 4);
  expect(odd.length).toBeGreaterThan(0);
  await page.goto("/areas");
  for (const item of odd) {
    await page.getByRole("searchbox", { name: /Find in/ }).fill(item.name);
    await page.getByRole("treeitem").getByRole("link", { name: item.name, exact: true }).first().click();
    await expect(page.getByRole("heading", { level: 1, name: item.name, exact: true })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("heading", { level: 1, name: item.name, exact: true })).toBeVisible();
  }
});

test("pins a note at the cursor, shows it there and on the benches below, and deletes it", async ({
  signedIn: page,
}) => {
  await page.goto("/areas/Westland/Glasshouse%202/Zone%20B?range=7d");
  const chart = page.getByRole("slider", { name: /^Light-use efficiency: last/ });
  await chart.focus();
  await page.keyboard.press("End");
  for (let hour = 0; hour < 30; hour += 1) await page.keyboard.press("ArrowLeft");
  const there = (await chart.getAttribute("aria-valuetext")) ?? "";
  await page.keyboard.press("Enter");
  const text = `moved ${Date.now()}`;
  await page.getByLabel("What was done or seen").fill(text);
  await page.getByRole("button", { name: "Pin the note" }).click();
  const seen = page.getByRole("listitem").filter({ hasText: text });
  await expect(seen).toBeVisible();
  await chart.focus();
  await page.keyboard.press("End");
  for (let hour = 0; hour < 30; hour += 1) await page.keyboard.press("ArrowLeft");
  await expect(chart).toHaveAttribute("aria-valuetext", `${there}; note: ${text}, admin`);
  await page.goto("/areas/Westland/Glasshouse%202/Zone%20B/Bench%2018?range=7d");
  await expect(seen).toContainText("Zone B");
  await seen.getByRole("button", { name: "Delete the note" }).click();
  await expect(seen).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(seen).toBeVisible();
});

test("moves through the eight weeks hour by hour by arrow keys; Enter opens the day in the charts", async ({
  signedIn: page,
}) => {
  await page.goto("/areas/Westland/Glasshouse%202/Zone%20B");
  await page.getByRole("heading", { name: /Areas below/ }).hover();
  const strip = page.getByRole("slider", { name: /by hour of the day, 56 days: lowest/ });
  await strip.focus();
  const words = () => strip.getAttribute("aria-valuetext");
  await page.keyboard.press("Home");
  await expect(strip).toHaveAttribute("aria-valuenow", /^([0-9]|1[0-9]|2[0-4])$/);
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");
  // Between midnight and one there is no hour above the current one.
  const down = /, 00:00 to/.test((await words()) ?? "");
  const before = await words();
  await page.keyboard.press(down ? "ArrowDown" : "ArrowUp");
  await expect.poll(words).not.toBe(before);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/first=([\d-]+)&last=\1/);
});
