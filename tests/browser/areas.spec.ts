// Areas by keyboard, charts by keyboard, places with odd names.

import { expect, test } from "./support/test";

test("the tree is walked with arrows, opens with Enter and keeps its ancestors open", async ({
  signedIn: page,
}) => {
  await page.goto("/areas");
  const tree = page.getByRole("tree", { name: "Control areas" });
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

test("a search shows what fits with its ancestors, and Enter goes to it", async ({ signedIn: page }) => {
  await page.goto("/areas");
  const tree = page.getByRole("tree", { name: "Control areas" });
  await expect(tree.getByRole("treeitem").first()).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.type("bench 19");
  await expect(tree.getByRole("treeitem", { name: /Bench 19/ }).first()).toBeVisible();
  await expect(tree.locator("mark").first()).toHaveText("Bench 19");
  await expect(tree.getByRole("treeitem", { name: /Zone A/ })).toHaveCount(0);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Bench 19" })).toBeVisible();
  // The tree stays as it was: what is looked for, too.
  await expect(page.getByRole("searchbox", { name: /Find in/ })).toHaveValue("bench 19");
});

test("a favourite stands above the tree, the order is kept, and what is open", async ({ signedIn: page }) => {
  await page.goto("/areas/Westland/Glasshouse%201/Zone%20A");
  const tree = page.getByRole("tree", { name: "Control areas" });
  const star = page.getByRole("button", { name: "Favourite", exact: true });
  await star.click();
  await expect(star).toHaveAttribute("aria-pressed", "true");
  await expect(tree.getByRole("treeitem").first()).toContainText("Favourites");
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
  await star.click();
  await expect(star).toHaveAttribute("aria-pressed", "false");
  await expect(tree.getByRole("treeitem", { name: "Favourites" })).toHaveCount(0);
});

test("arrows move the cursor in step through all charts, Escape leaves, a drag zooms", async ({
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
  await page.getByRole("button", { name: "Whole range" }).click();
  await expect(page).not.toHaveURL(/from=/);
});

test("the charts of an area come with its page: nothing more is asked for until they stand", async ({
  signedIn: page,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  for (const range of ["", "?range=7d&by=day"]) {
    await page.goto(`/areas/Westland/Glasshouse%202/Zone%20B${range}`);
    await expect(page.getByRole("slider").first()).toBeVisible();
    expect(asked.filter((path) => path === "/api/v1/series")).toEqual([]);
  }
});

test("every area can be opened from its own address", async ({ signedIn: page }) => {
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
