// A display becomes a screen by its code, and stops being one: two browsers, the one on the wall and the admin's.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import { demo, expect, sidewaysScroll, test } from "./support/test";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const options = JSON.stringify({ rules: { "label-content-name-mismatch": { enabled: false } } });

async function findingsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const found = `axe.run(document, ${options}).then((result) => result.violations)`;
  const violations = (await page.evaluate(found)) as { id: string; nodes: { html: string }[] }[];
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)}`);
}

test("a display shows a code, an admin pairs it, and it goes dark when it is revoked", async ({
  browser,
  signedIn: admin,
}) => {
  const viewport = { width: 1080, height: 1920 };
  const context = await browser.newContext({ baseURL: demo.url(), viewport });
  const screen = await context.newPage();
  await screen.goto("/wall");
  await expect(screen.getByText(/The code is good for 10 min/)).toBeVisible();
  expect(await findingsOf(screen)).toEqual([]);
  expect(await sidewaysScroll(screen)).toBeLessThanOrEqual(0);
  const code = (await screen.getByText(/^[A-Z\d]{3} [A-Z\d]{3}$/).textContent()) ?? "";

  await admin.goto(`/admin/screens?pair=${code.replace(" ", "")}`);
  const form = admin.getByRole("dialog", { name: "Pair a screen" });
  await expect(form.getByLabel("Code")).toHaveValue(code);
  await form.getByLabel("Name").fill("Potting shed");
  await form.getByRole("button", { name: "Add a board" }).click();
  await form.getByRole("button", { name: "The whole farm Area" }).last().click();
  const areas = admin.getByRole("dialog", { name: "Control area" });
  await areas.getByRole("searchbox").fill("Glasshouse 2");
  await areas
    .getByRole("treeitem", { name: /Glasshouse 2/ })
    .getByText("Glasshouse 2")
    .click();
  await areas.getByRole("button", { name: "Take it" }).click();
  expect(await findingsOf(admin)).toEqual([]);
  await form.getByRole("button", { name: "Pair", exact: true }).click();
  await expect(form).toHaveCount(0);
  const waiting = screen.getByRole("heading", { name: "Pair this screen" });
  await expect(waiting).toHaveCount(0, { timeout: 5_000 });
  await expect(admin).toHaveURL(/\/admin\/screens$/);
  const row = admin.getByRole("row", { name: /Potting shed/ });
  await expect(row.getByText("Areas of Westland › Glasshouse 2")).toBeVisible();

  await row.getByRole("button", { name: "Change Potting shed" }).click();
  await admin.getByRole("menuitem", { name: "Revoke" }).click();
  await admin.getByRole("button", { name: "Revoke", exact: true }).click();
  const dark = screen.getByRole("heading", { name: "This screen was revoked" });
  await expect(dark).toBeVisible({ timeout: 5_000 });
  await screen.getByRole("button", { name: "Show a new code" }).click();
  await expect(waiting).toBeVisible();
  await context.close();
});

test("the token leaves the address, and a wrong one is said", async ({ browser }) => {
  const { screenToken } = JSON.parse(readFileSync(`${demo.dataDir()}/demo.json`, "utf8")) as {
    screenToken: string;
  };
  const context = await browser.newContext({ baseURL: demo.url() });
  const page = await context.newPage();
  await page.goto("/wall?token=nobody-knows-this-token");
  await expect(page.getByText(/token in the address is wrong/)).toBeVisible();
  await page.goto(`/wall?token=${screenToken}`);
  await expect(page).toHaveURL(/\/wall$/);
  await expect(page.getByRole("heading", { name: "Pair this screen" })).toHaveCount(0);
  await context.close();
});
