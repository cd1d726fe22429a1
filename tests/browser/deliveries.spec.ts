// An admin replays deliveries that were rejected or quarantined.

import { createHmac, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { demo, expect, test, untilKeysWork } from "./support/test";

const TENANT = "01J8Z0000000000000000TENAN";

const ownSecret = () =>
  (JSON.parse(readFileSync(join(demo.dataDir(), "demo.json"), "utf8")) as { webhookSecret: string })
    .webhookSecret;

const id = () => `T${randomBytes(12).toString("hex").toUpperCase()}`;

/** Sends a notification as the service does; returns its alert. */
async function send(secret: string, members: Record<string, string> = {}): Promise<string> {
  const alertId = id();
  const body = JSON.stringify({
    ...{ alertId, notificationId: id(), tenantId: TENANT, jobId: "JOB_OF_A_TEST", event: "RAISED" },
    ...{ alertType: "HEALTH", alertSeverity: "LOW", timestamp: new Date().toISOString(), ...members },
  });
  const signature = createHmac("sha256", secret).update(body).digest("hex");
  await fetch(`${demo.url()}/api/webhooks/alerts`, {
    method: "POST",
    body,
    headers: { "Service-Signature": signature },
  });
  return alertId;
}

test("admits rejected requests once their secret is stored", async ({ signedIn: page }) => {
  test.setTimeout(120_000);
  const secret = randomBytes(24).toString("base64");
  const alerts = [await send(secret), await send(secret)];
  await page.goto(`/admin/tenancies/${TENANT}`);
  await page.getByRole("button", { name: "Add a secret" }).click();
  await page.getByLabel("Webhook secret", { exact: true }).fill(secret);
  await page.getByRole("button", { name: "Store", exact: true }).click();

  const offer = page.getByRole("region", { name: "Rejected requests" });
  await expect(offer).toContainText(
    "2 rejected requests from the last 7 days match a secret of this tenancy.",
  );
  await offer.getByRole("button", { name: "Admit all 2" }).click();
  await expect(page.getByText("Admitted: 2 accepted")).toBeVisible();
  await expect(offer).toBeHidden();
  for (const alertId of alerts)
    expect((await page.request.get(`/api/v1/alerts/${alertId}`)).status()).toBe(200);
  const stored = page.getByRole("group", { name: "Secret 2" });
  await expect(stored).toContainText("; 2 notifications in 7 days");

  const retire = page.getByRole("button", { name: "Retire secret 2" });
  await retire.click();
  await expect(retire).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(retire).toBeVisible();
  await retire.click();
  await expect(retire).toBeHidden();
});

test("generates a webhook secret, shows it until it is stored, and accepts its signatures from then on", async ({
  signedIn: page,
}) => {
  await page.goto(`/admin/tenancies/${TENANT}`);
  await page.getByRole("button", { name: "Add a secret" }).click();
  const field = page.getByLabel("Webhook secret", { exact: true });
  await expect(field).toHaveAttribute("type", "password");
  await page.getByRole("button", { name: "Generate one" }).click();
  await expect(field).toHaveAttribute("type", "text");
  const secret = await field.inputValue();
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  await page.getByRole("button", { name: "Store", exact: true }).click();
  await expect(page.getByRole("button", { name: "Add a secret" })).toBeVisible();
  expect(await page.content()).not.toContain(secret);

  const alertId = await send(secret);
  expect((await page.request.get(`/api/v1/alerts/${alertId}`)).status()).toBe(200);
  await page.getByRole("button", { name: "Retire secret 2" }).click();
  await expect(page.getByRole("button", { name: "Retire secret 2" })).toBeHidden();
});

test("replays quarantined deliveries in bulk, by keyboard and one by one", async ({ signedIn: page }) => {
  for (const event of ["MOVED", "PRUNED"]) await send(ownSecret(), { event });
  await page.goto("/admin/deliveries?outcome=quarantined");
  await expect(page.getByText('event is "PRUNED"').first()).toBeVisible();
  await untilKeysWork(page);
  for (const key of ["j", "x", "j", "x"]) await page.keyboard.press(key);
  await expect(page.getByText("2 selected")).toBeVisible();
  await page.getByRole("button", { name: "Replay both" }).click();
  await expect(page.getByText("2 in quarantine", { exact: true })).toBeVisible();
  await expect(page.getByText("2 selected")).toBeHidden();

  await page.getByRole("row").filter({ hasText: 'event is "PRUNED"' }).first().getByRole("link").click();
  const panel = page.getByRole("complementary", { name: "One delivery" });
  await expect(panel).toContainText("Signed by Demonstration farm, but not understood");
  await expect(panel).toContainText(/Tried .*, by /);
  await panel.getByRole("radio", { name: "As it came" }).check({ force: true });
  await expect(panel.locator("pre")).toContainText('"event":"PRUNED"');
  await panel.getByRole("button", { name: "Replay", exact: true }).click();
  await expect(page.getByText("1 in quarantine", { exact: true })).toBeVisible();
});

test("keeps a request rejected if no secret fits when it is checked again", async ({ signedIn: page }) => {
  await send("a guess");
  await page.goto("/admin/deliveries?outcome=rejected");
  await page.getByRole("row").nth(1).getByRole("link").click();
  const panel = page.getByRole("complementary", { name: "One delivery" });
  await expect(panel).toContainText("service-signature");
  await panel.getByRole("button", { name: "Check again" }).click();
  await expect(page.getByText("1 matches no secret")).toBeVisible();
  await expect(panel).toContainText("Rejected delivery");
});

test("sets a quarantined delivery aside with a reason, and puts it back", async ({ signedIn: page }) => {
  const alertId = await send(ownSecret(), { event: "REPOTTED" });
  const reason = `A trial, ${alertId}`;
  await page.goto(`/admin/deliveries?outcome=quarantined&text=${alertId}`);
  await page.getByRole("row").nth(1).getByRole("link").click();
  const panel = page.getByRole("complementary", { name: "One delivery" });
  await panel.getByRole("button", { name: "Set it aside" }).click();
  const dialog = page.getByRole("dialog", { name: "Set it aside" });
  await dialog.getByRole("button", { name: "Set aside" }).click();
  await expect(dialog.getByText("is missing")).toBeVisible();
  await dialog.getByLabel("Reason").fill(reason);
  await dialog.getByRole("button", { name: "Set aside" }).click();
  await expect(panel).toContainText(`: ${reason}`);
  await page.goto(`/admin/deliveries?outcome=quarantined&text=${alertId}`);
  await expect(page.getByText("No matching deliveries")).toBeVisible();

  await page.goto(`/admin/deliveries?outcome=set-aside&text=${alertId}`);
  await expect(page.getByRole("row").nth(1)).toContainText(`Set aside: ${reason}`);
  await page.getByRole("row").nth(1).getByRole("link").click();
  await panel.getByRole("button", { name: "Put back" }).click();
  await expect(page.getByText("Back in quarantine")).toBeVisible();
  await expect(panel.getByRole("button", { name: "Set it aside" })).toBeVisible();
});
