// A display is paired by its code and revoked: two browsers, the display's and the admin's.

import { readFileSync } from "node:fs";
import type { Browser, Page } from "@playwright/test";
import { findingsOf } from "./support/findings";
import { demo, expect, sidewaysScroll, test } from "./support/test";
import { judge, judgeAtEverySize, SIZES, type Size } from "./support/wall-look";

const PAIRED = ["Potting shed", "Packing line", "Corridor"];

/** A new display, with the code that it shows. */
async function newDisplay(browser: Browser, viewport: Size): Promise<{ screen: Page; code: string }> {
  const context = await browser.newContext({ baseURL: demo.url(), viewport });
  const screen = await context.newPage();
  await screen.goto("/wall");
  await expect(screen.getByText(/The code is valid for 10 min/)).toBeVisible();
  await judge(screen);
  await expect.poll(() => sidewaysScroll(screen)).toBeLessThanOrEqual(0);
  return { screen, code: (await screen.getByText(/^[A-Z\d]{3} [A-Z\d]{3}$/).textContent()) ?? "" };
}

/** Pairs by typing the code. */
async function pair(admin: Page, code: string, name: string): Promise<void> {
  await admin.getByRole("button", { name: "Pair a screen" }).click();
  const form = admin.getByRole("dialog", { name: "Pair a screen" });
  await form.getByLabel("Code").fill(code);
  await form.getByLabel("Name").fill(name);
  await form.getByRole("button", { name: "Pair", exact: true }).click();
  await expect(form).toHaveCount(0);
}

async function revoke(admin: Page, name: string): Promise<void> {
  await admin.getByRole("button", { name: `Change ${name}` }).click();
  await admin.getByRole("menuitem", { name: "Revoke" }).click();
  await admin.getByRole("button", { name: "Revoke", exact: true }).click();
}

test("pairs displays of each size by their code, and blanks them when they are revoked", async ({
  browser,
  signedIn: admin,
}) => {
  const displays = await Promise.all(SIZES.map((size) => newDisplay(browser, size)));
  const [first] = displays;
  if (!first) throw new Error("No display");
  expect(await findingsOf(first.screen)).toEqual([]);

  await admin.goto(`/admin/screens?pair=${first.code.replace(" ", "")}`);
  const form = admin.getByRole("dialog", { name: "Pair a screen" });
  await expect(form.getByLabel("Code")).toHaveValue(first.code);
  await form.getByLabel("Name").fill("Potting shed");
  await form.getByRole("button", { name: "Add a board" }).click();
  await form.getByRole("button", { name: "The whole farm Area" }).last().click();
  const areas = admin.getByRole("dialog", { name: "Control area" });
  await areas.getByRole("searchbox").fill("Glasshouse 2");
  await areas
    .getByRole("treeitem", { name: /Glasshouse 2/ })
    .getByText("Glasshouse 2")
    .click();
  await areas.getByRole("button", { name: "Choose area" }).click();
  expect(await findingsOf(admin)).toEqual([]);
  await form.getByRole("button", { name: "Pair", exact: true }).click();
  await expect(form).toHaveCount(0);
  const waiting = first.screen.getByRole("heading", { name: "Pair this screen" });
  await expect(waiting).toHaveCount(0, { timeout: 5_000 });
  await expect(admin).toHaveURL(/\/admin\/screens$/);
  const row = admin.getByRole("row", { name: /Potting shed/ });
  await expect(row.getByText("Areas of Westland › Glasshouse 2")).toBeVisible();

  for (const [at, { code }] of displays.entries()) if (at > 0) await pair(admin, code, PAIRED[at] ?? "");
  await Promise.all(
    displays.map(async ({ screen }) => {
      await expect(screen.locator("[data-contact=seen]")).toBeVisible();
      await judge(screen);
    }),
  );

  for (const [at, { screen }] of displays.entries()) {
    await revoke(admin, PAIRED[at] ?? "");
    const dark = screen.getByRole("heading", { name: "This screen was revoked" });
    await expect(dark).toBeVisible({ timeout: 5_000 });
    await judge(screen);
  }
  await first.screen.getByRole("button", { name: "Show a new code" }).click();
  await expect(waiting).toBeVisible();
  for (const { screen } of displays) await screen.context().close();
});

test("removes the token from the address, and reports an invalid one", async ({ browser }) => {
  const { screenToken } = JSON.parse(readFileSync(`${demo.dataDir()}/demo.json`, "utf8")) as {
    screenToken: string;
  };
  const context = await browser.newContext({ baseURL: demo.url() });
  const page = await context.newPage();
  await page.goto("/wall?token=nobody-knows-this-token");
  await expect(page.getByText(/token in the address is wrong/)).toBeVisible();
  await expect(page.getByText(/The code is valid for/)).toBeVisible();
  await judgeAtEverySize(page);
  // A page with a code opens the wall by itself once the browser has a token, which would interrupt this navigation.
  await page.goto("about:blank");
  await page.goto(`/wall?token=${screenToken}`);
  await expect(page).toHaveURL(/\/wall$/);
  await expect(page.getByRole("heading", { name: "Pair this screen" })).toHaveCount(0);
  await context.close();
});
