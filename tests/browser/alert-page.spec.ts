// The page of one alert: history, corrected place, confirmed recovery, notes, on a phone.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { recoveredAlert } from "./support/recovered";
import { awake, demo, expect, sidewaysScroll, signIn, test } from "./support/test";

type Listed = {
  alertId: string;
  type: string | null;
  areas: { certainty: string }[];
  attention: boolean;
};

/** The open alerts of the demonstration, the longest last. */
async function openAlerts(): Promise<Listed[]> {
  const { apiToken } = JSON.parse(readFileSync(join(demo.dataDir(), "demo.json"), "utf8")) as {
    apiToken: string;
  };
  const answer = await fetch(`${demo.url()}/api/v1/alerts?status=open&limit=500`, {
    headers: { authorization: `Bearer ${apiToken}` },
  });
  return ((await answer.json()) as { items: Listed[] }).items;
}

/** An alert with type and severity whose place is inferred from readings. */
async function placedAlert(): Promise<string> {
  let found: Listed | undefined;
  await expect(async () => {
    const alerts = await openAlerts();
    found = alerts.findLast((one) => one.type !== null && one.areas[0]?.certainty === "inferred");
    expect(found).toBeDefined();
  }).toPass({ timeout: 120_000 });
  return found?.alertId ?? "";
}

const openPage = async (page: Page, alertId: string) => {
  await page.goto(`/alerts/${alertId}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await awake(page);
};

test("shows the history and the raw notifications", async ({ signedIn: page }) => {
  await openPage(page, await placedAlert());
  const story = page.locator("section", { has: page.getByRole("heading", { name: "What happened" }) });
  await expect(story.getByText(/^Raised as (LOW|MEDIUM|HIGH)$/)).toBeVisible();
  await expect(page.getByText(/before the alert/i).first()).toBeVisible();
  await story.getByRole("button", { name: /raw notification/ }).click();
  const raw = page.getByRole("dialog", { name: "Notifications as received" });
  await expect(raw.getByText('"alertSeverity"').first()).toBeVisible();
  await expect(raw.getByRole("button", { name: "Copy" }).first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(raw).toBeHidden();
});

test("shows a corrected place with its author in every window until it is undone", async ({
  signedIn: page,
  context,
}) => {
  const alertId = await placedAlert();
  await openPage(page, alertId);
  const other = await context.newPage();
  await openPage(other, alertId);

  await page.getByRole("button", { name: "Correct location", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Where is it?" });
  await expect(dialog).toBeVisible();
  const remove = dialog.getByRole("button", { name: /^Remove/ });
  for (let left = await remove.count(); left > 0; left--) {
    await remove.first().click();
    await expect(remove).toHaveCount(left - 1);
  }
  await expect(dialog.getByRole("button", { name: "Save the location" })).toBeDisabled();
  await dialog.getByRole("combobox", { name: "Control areas" }).fill("glasshouse 1 bench 10");
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Save the location" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Bench 10");
  await expect(page.getByText("Corrected", { exact: true })).toBeVisible();
  await expect(other.getByRole("heading", { level: 1 })).toContainText("Bench 10");
  await expect(other.getByText(/placed it in Bench 10/)).toBeVisible();

  await page.getByRole("button", { name: "Correct location", exact: true }).click();
  await dialog.getByRole("button", { name: "Use the location from readings" }).click();
  await expect(page.getByText(/Inferred from readings/).first()).toBeVisible();
  await expect(other.getByText("Corrected", { exact: true })).toBeHidden({ timeout: 5_000 });
  await other.close();
});

test("asks whether an open alert has recovered when its index is back in the band", async ({
  signedIn: page,
}) => {
  test.setTimeout(120_000);
  const alertId = await recoveredAlert();
  await page.goto("/alerts");
  const row = page.locator(`tr[data-alert="${alertId}"]`);
  await expect(row).toContainText(/Probably recovered: back to normal for/);
  await openPage(page, alertId);
  const asked = page.getByRole("region", { name: "Probably recovered" });
  await asked.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText(/confirmed at .* that the plants have recovered/)).toBeVisible();
  const listed = (await openAlerts()).find((one) => one.alertId === alertId);
  expect(listed).toMatchObject({ attention: false });
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(asked).toBeVisible();
  await asked.getByRole("button", { name: "Not recovered" }).click();
  await expect(asked).toBeHidden();
  await page.goto("/alerts");
  await expect(row).toBeVisible();
  await expect(row).not.toContainText("Probably recovered");
});

test("undoes a note", async ({ signedIn: page }) => {
  await openPage(page, await placedAlert());
  const text = "Looked at the drippers of row 7";
  await page.getByRole("textbox", { name: "Note" }).fill(text);
  await page.getByRole("button", { name: "Save the note" }).click();
  await expect(page.getByRole("article").filter({ hasText: text })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("article").filter({ hasText: text })).toBeHidden();
  await expect(page.getByRole("textbox", { name: "Note" })).toHaveValue(text);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 375, height: 812 }, hasTouch: true });

  test("shows one chart at a time and corrects a place without sideways scroll", async ({ page }) => {
    await signIn(page);
    await openPage(page, await placedAlert());
    await expect(page.getByRole("slider").filter({ visible: true })).toHaveCount(1);
    await expect.poll(() => sidewaysScroll(page)).toBeLessThanOrEqual(0);
    await page.getByRole("button", { name: "Correct location", exact: true }).click();
    await expect(page.getByRole("dialog", { name: "Where is it?" })).toBeVisible();
    await expect.poll(() => sidewaysScroll(page)).toBeLessThanOrEqual(0);
  });
});

test("returns from a zoom of the evidence by Back", async ({ signedIn: page }) => {
  await openPage(page, await placedAlert());
  const whole = page.url();
  const chart = page.getByRole("slider").first();
  // There are values to zoom to.
  await expect(chart).toHaveAttribute("aria-label", /last/);
  await chart.focus();
  await page.keyboard.press("End");
  await page.keyboard.press("+");
  await expect(page).toHaveURL(/zoomFrom=\d+&zoomTo=\d+/);
  const label = await chart.getAttribute("aria-valuemin");
  await page.reload();
  await expect(chart).toHaveAttribute("aria-valuemin", label ?? "");
  await page.goBack();
  await expect(page).toHaveURL(whole);
  await expect(chart).not.toHaveAttribute("aria-valuemin", label ?? "");
});
