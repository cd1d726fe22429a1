// Rules for a team: an admin makes and changes one, and a grower mutes it unless everybody must get it.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { hash } from "@node-rs/argon2";
import pg from "pg";
import { localUrl } from "../../scripts/lib/postgres/client.mjs";
import { findingsOf } from "./support/findings";
import { awake, demo, expect, sidewaysScroll, signIn, test } from "./support/test";

const TENANT = "01J8Z0000000000000000TENAN";
const TEAM = `/admin/tenancies/${TENANT}/notices`;
const GROWER = { email: "team-rules@example.com", password: "a password of the team" };

async function inDatabase(...statements: [string, unknown[]?][]): Promise<void> {
  const file = join(demo.dataDir(), "postgres.json");
  const { password, port } = JSON.parse(readFileSync(file, "utf8")) as { password: string; port: number };
  const connectionString = localUrl({ user: "leafwatch", password, port, database: "leafwatch" });
  const pool = new pg.Pool({ connectionString, max: 1 });
  for (const [statement, values] of statements) await pool.query(statement, values);
  await pool.end();
}

const withoutRules = () =>
  inDatabase(
    ["DELETE FROM team_rules"],
    ["DELETE FROM team_rule_mutes"],
    ["DELETE FROM users WHERE email = $1", [GROWER.email]],
  );

test.beforeEach(withoutRules);
test.afterEach(withoutRules);

test("is made with one press and changed; a grower mutes it, unless everybody must get it", async ({
  signedIn: page,
  browser,
}) => {
  await inDatabase([
    "INSERT INTO users (email, name, password_hash, role) VALUES ($1, 'Team grower', $2, 'grower')",
    [GROWER.email, await hash(GROWER.password)],
  ]);
  await page.goto("/admin");
  await page.getByRole("link", { name: "Tell somebody" }).first().click();
  await expect(page.getByRole("heading", { name: "Nobody is told about HIGH alerts here" })).toBeVisible();
  await page.getByRole("button", { name: "Tell everybody about HIGH" }).click();
  const rule = page.getByRole("listitem").filter({ hasText: "To their devices and by email" });
  await expect(rule.getByText(/^Everywhere in /)).toBeVisible();
  await rule.getByText("Reaches nobody yet").click();
  await expect(rule.getByRole("listitem").filter({ hasText: "Team grower" })).toContainText(
    "no device allowed yet, and no mail server is set",
  );
  // The rule is there, but without a device it reaches nobody: the tenancy's page goes on saying so.
  await page.goto(`/admin/tenancies/${TENANT}`);
  await expect(page.getByText("Nobody is told about HIGH alerts here.")).toBeVisible();

  const context = await browser.newContext({ baseURL: demo.url() });
  const grower = await context.newPage();
  await signIn(grower, GROWER.email, GROWER.password);
  await grower.goto("/account/notices");
  await awake(grower);
  await expect(grower.getByText("No rules of your own yet")).toBeVisible();
  const own = grower.getByRole("listitem").filter({ hasText: "To your devices and by email" });
  await own.getByRole("button", { name: /^Mute HIGH/ }).click();
  await expect(own.getByText("Muted for you")).toBeVisible();
  await own.getByRole("button", { name: /^Unmute HIGH/ }).click();
  await expect(own.getByText("Muted for you")).toHaveCount(0);
  await own.getByRole("button", { name: /^Mute HIGH/ }).click();
  await expect(own.getByText("Muted for you")).toBeVisible();

  await page.goto(TEAM);
  await rule.getByText("Reaches nobody yet").click();
  await expect(rule.getByRole("listitem").filter({ hasText: "Team grower" })).toContainText("muted it");
  await page.getByRole("button", { name: /^Change HIGH/ }).click();
  const form = page.getByRole("form", { name: "Change the rule" });
  await form.getByRole("combobox", { name: /Control areas/ }).fill("Zone B");
  await page.getByRole("option", { name: /Glasshouse 2 › Zone B$/ }).click();
  await form.getByLabel("Everybody must get it").check();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(rule).toContainText("everybody must get it");
  await expect(rule).toContainText("Zone B");

  await grower.reload();
  await expect(own.getByText("Everybody must get it")).toBeVisible();
  await expect(own.getByText(/Zone B$/)).toBeVisible();
  await expect(own.getByRole("button")).toHaveCount(0);
  await context.close();

  await page.getByRole("button", { name: /^Remove HIGH/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByRole("heading", { name: "Nobody is told about HIGH alerts here" })).toBeVisible();
});

test("fits every width, and the next steps too", async ({ signedIn: page }) => {
  for (const address of [TEAM, `/admin/connect/${TENANT}`, `/admin/tenancies/${TENANT}`]) {
    await page.goto(address);
    for (const width of [375, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => sidewaysScroll(page), `${address}, ${width} px`).toBeLessThanOrEqual(0);
      expect.soft(await findingsOf(page), `${address}, ${width} px`).toEqual([]);
    }
  }
});
