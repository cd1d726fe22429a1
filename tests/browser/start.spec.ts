// `npm start` for real use: a provisioning file and a service that is not the simulated one; and a first start without either.

import { createHmac } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { TENANCY_COOKIE } from "@/lib/web/preferences/contract";
import { freePort, RunningCommand, until } from "../support/command";
import { findingsOf } from "./support/findings";
import { OWN_SERVICE, type OwnService, startOwnService } from "./support/own-service";
import { awake, expect, sidewaysScroll, signIn, test } from "./support/test";
import { totpCode } from "./support/totp";

const TENANT = "01J8Z0000000000000000TENAN";
const SECRET = "a webhook secret of the tests";
const TOKEN = "a-token-of-the-tests-long-enough";

type Started = { url: string; command: RunningCommand; end(): Promise<void> };

async function start(provision?: unknown, more: Record<string, string> = {}): Promise<Started> {
  const dataDir = mkdtempSync(join(tmpdir(), "leafwatch-start-"));
  const port = await freePort();
  const env: Record<string, string> = {
    PORT: String(port),
    LEAFWATCH_DATA_DIR: join(dataDir, "data"),
    // A long timeout for busy machines: this tests what is returned, not how soon it is stored.
    LEAFWATCH_COMMIT_WAIT_MS: "4000",
    ...more,
  };
  if (provision) {
    env.LEAFWATCH_PROVISION = join(dataDir, "provision.json");
    writeFileSync(env.LEAFWATCH_PROVISION, JSON.stringify(provision));
  }
  const command = new RunningCommand(process.execPath, ["scripts/start.mjs"], env);
  const url = `http://localhost:${port}`;
  const ready = () =>
    fetch(`${url}/api/health/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
  await until(async () => command.child.exitCode !== null || (await ready()));
  const end = async () => {
    if (command.child.exitCode === null) await command.end("SIGTERM");
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { url, command, end };
}

const provisionFor = (
  service: { baseUrl: string; authUrl: string },
  clientSecret = OWN_SERVICE.clientSecret,
) => ({
  tenancies: [
    {
      tenantId: TENANT,
      name: "Own farm",
      timeZone: "Europe/Amsterdam",
      baseUrl: service.baseUrl,
      authUrl: service.authUrl,
      clientId: OWN_SERVICE.clientId,
      clientSecret,
      webhookSecrets: [SECRET],
      sync: { enabled: true, types: ["indices"], backfillDays: 1, everyMinutes: 60 },
    },
  ],
  users: [{ email: "grower@example.com", password: "a long enough password", role: "grower" }],
  apiTokens: [{ name: "tests", token: TOKEN, role: "admin" }],
});

async function read<T>(app: Started, path: string): Promise<T> {
  const answer = await fetch(app.url + path, { headers: { authorization: `Bearer ${TOKEN}` } });
  return (await answer.json()) as T;
}

async function notify(
  app: Started,
  body: string,
  signature: string,
  header = "Service-Signature",
): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(`${app.url}/api/webhooks/alerts`, {
    method: "POST",
    body,
    headers: { [header]: signature },
  });
  return { status: answer.status, body: await answer.json() };
}

const raised = JSON.stringify({
  notificationId: "01J9ZP4R7M0C2V6Y8X8D3QGA1E",
  alertId: "01J9ZP4R6ZB1T5W7NKHD2SFX9C",
  tenantId: TENANT,
  event: "RAISED",
  alertType: "HEALTH",
  alertSeverity: "HIGH",
  jobId: "JOB_1",
  timestamp: new Date().toISOString(),
});
const sign = (body: string) => createHmac("sha256", SECRET).update(body).digest("hex");

test("returns alerts and readings of a provisioned service over the read API", async ({ browser }) => {
  test.setTimeout(120_000);
  const service = await startOwnService();
  const app = await start(provisionFor(service));
  try {
    expect(await notify(app, raised, sign(raised))).toEqual({ status: 200, body: { status: "accepted" } });
    expect(await notify(app, raised, sign(raised))).toEqual({ status: 200, body: { status: "duplicate" } });
    expect((await notify(app, raised, sign(`${raised} `))).status).toBe(401);
    for (const path of ["/", "/webhooks", "/alerts"]) {
      const answer = await fetch(app.url + path, { method: "POST", body: raised });
      expect([answer.url, answer.status]).toEqual([app.url + path, 404]);
      expect(await answer.text()).toContain(`${app.url}/api/webhooks/alerts`);
    }

    const wrong = await fetch(`${app.url}/api/v1/alerts`, { method: "DELETE" });
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
    expect(wrong.headers.get("content-type")).toBe("application/problem+json");
    expect((await fetch(`${app.url}/api/v1/alerts`, { method: "HEAD" })).status).toBe(401);

    const path = "/api/v1/series?area=Farm%23House%23Bench%201&index=EFFICIENCY&resolution=hour";
    await expect
      .poll(
        async () => (await read<{ series?: { points: unknown[] }[] }>(app, path)).series?.[0]?.points.length,
        { timeout: 60_000 },
      )
      .toBe(7);
    const placed = async () => {
      const { items } = await read<{
        items: { areas: { path: string; certainty: string }[] }[];
      }>(app, "/api/v1/alerts?status=open&area=Farm%23House%23Bench%201");
      return items[0]?.areas.map((area) => `${area.path} ${area.certainty}`);
    };
    await expect
      .poll(placed, { timeout: 30_000 })
      .toEqual(["Farm#House#Bench 1 inferred", "Farm#House#Bench 10 inferred"]);

    // A grower may not see the admin's pages.
    const context = await browser.newContext({ baseURL: app.url });
    const page = await context.newPage();
    await signIn(page, "grower@example.com", "a long enough password");
    expect((await page.goto("/admin/tenancies"))?.status()).toBe(403);
    await context.close();
  } finally {
    await app.end();
    await service.stop();
  }
});

test("reports a wrong client secret while notifications still arrive", async () => {
  test.setTimeout(120_000);
  const service = await startOwnService();
  const app = await start(provisionFor(service, "not the secret"));
  const lastError = async () =>
    (await read<{ readings: { lastError: string | null } }>(app, "/api/v1/freshness")).readings.lastError;
  try {
    await expect.poll(lastError, { timeout: 60_000 }).toMatch(/Token request answered 401/);
    expect(await lastError()).not.toContain("not the secret");
    expect([200, 202]).toContain((await notify(app, raised, sign(raised))).status);
  } finally {
    await app.end();
    await service.stop();
  }
});

test("reports an unreachable service at once, and reads it when it is back", async ({ browser }) => {
  test.setTimeout(120_000);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const app = await start(provisionFor({ baseUrl: `${origin}/v1`, authUrl: origin }));
  let service: OwnService | undefined;
  const readings = async () =>
    (
      await read<{
        readings: { lastError: string | null; nextTryAt: string | null; until: string | null };
      }>(app, "/api/v1/freshness")
    ).readings;
  const context = await browser.newContext({ baseURL: app.url });
  try {
    const unreachable = /Token request failed: the connection was refused/;
    await expect.poll(async () => (await readings()).lastError, { timeout: 15_000 }).toMatch(unreachable);
    expect(Date.parse((await readings()).nextTryAt ?? "")).toBeGreaterThan(Date.now() - 60_000);
    expect([200, 202]).toContain((await notify(app, raised, sign(raised))).status);

    const page = await context.newPage();
    await signIn(page, "grower@example.com", "a long enough password");
    await expect(
      page.getByRole("region", { name: "How fresh this page is" }).getByText(unreachable),
    ).toBeVisible();
    const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
    const asked = await fetch(`${app.url}/api/v1/queries`, {
      method: "POST",
      headers,
      body: JSON.stringify({ type: "indices" }),
    });
    expect(asked.status).toBe(202);
    await page.goto("/queries");
    await expect(page.getByRole("main").getByText(unreachable)).toBeVisible();
    await expect(page.getByText(/Next try at/)).toBeVisible();

    service = await startOwnService(port);
    await expect.poll(async () => (await readings()).until, { timeout: 60_000 }).not.toBeNull();
    await expect.poll(async () => (await readings()).lastError, { timeout: 15_000 }).toBeNull();
    await expect(page.getByText(unreachable)).toHaveCount(0);
  } finally {
    await context.close();
    await app.end();
    await service?.stop();
  }
});

/** The steps of a person who follows only the page, mistakes included. */
async function connect(page: Page, app: Started, service: OwnService): Promise<void> {
  // The page reloads long after the next step has begun: settings stored meanwhile stay.
  await page.route(
    (url) => url.searchParams.has("_rsc") && url.pathname.startsWith("/admin/connect/"),
    async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      await route.continue().catch(() => undefined);
    },
  );
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  await page.getByRole("link", { name: "Connect a tenancy" }).first().click();
  await page.getByLabel("Name", { exact: true }).fill("Own farm");
  // The browser's time zone is proposed.
  await expect(page.getByLabel("Time zone")).not.toHaveValue("");
  await page.getByLabel("Time zone").fill("Europe/Amsterdam");
  await page.getByLabel("Tenant id").fill(`${TENANT}X`);
  await press("Save and go on");

  await page.getByLabel("Base address").fill("api.example.com/v1");
  await page.getByLabel("Sign-in address").fill("auth.example.com");
  await press("Save and test");
  await expect(page.getByText("write https://api.example.com/v1")).toBeVisible();
  await expect(page.getByText("write https://auth.example.com")).toBeVisible();
  await page.getByLabel("Base address").fill(service.baseUrl);
  await page.getByLabel("Sign-in address").fill(service.authUrl);
  await press("Save and test");
  await expect(page.getByRole("button", { name: "Continue", exact: true })).toBeVisible();
  // A passed test does not apply to values entered later.
  await page.getByLabel("Sign-in address").fill("https://auth.example.com");
  await expect(page.getByText("Changed since the test: not tried.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Continue", exact: true })).toHaveCount(0);
  // The form of the service's documentation.
  await page.getByLabel("Sign-in address").fill(`${service.authUrl}/oauth2/token`);
  await press("Save and test");
  await press("Continue");

  await page.getByLabel("Client id").fill(OWN_SERVICE.clientId);
  await page.getByLabel("Client secret").fill("not the secret");
  await press("Save and ask for a token");
  await expect(page.getByText("Most often:")).toBeVisible();
  await page.getByLabel("Client secret").fill(OWN_SERVICE.clientSecret);
  await press("Save and ask for a token");
  await press("Continue");

  // After leaving and returning, the page shows the progress and the test results.
  await page.goto("/admin/tenancies");
  await page.getByRole("link", { name: "Go on connecting" }).click();
  await expect(page.getByText("3 of 6 steps left.")).toBeVisible();
  await press("Save and ask for a day");
  await press("Continue");

  await page.getByLabel("Webhook secret").fill(SECRET.slice(0, 5));
  await expect(page.getByText("Only 5 characters: whoever guesses it can send false alerts.")).toBeVisible();
  await page.getByLabel("Webhook secret").fill(` ${SECRET} `);
  await expect(page.getByText("whoever guesses it")).toBeHidden();
  await page.getByLabel("Signature header").fill("X-Signature");
  await press("Store and send a test notification");
  await expect(page.getByText(/Signed, taken in and stored/)).toBeVisible();
  await expect(page.getByText("no real notification has come with it yet")).toBeVisible();
  await press("Continue");

  await expect(page.getByText("Waiting for the first notification of the service itself.")).toBeVisible();
  expect((await notify(app, raised, sign(raised))).status).toBe(401);
  await expect(page.getByText("Its signature came in the header service-signature")).toBeVisible();
  expect((await notify(app, raised, sign(raised), "X-Signature")).status).toBe(202);
  await expect(page.getByText(`come from tenancy ${TENANT}; you entered ${TENANT}X.`)).toBeVisible();
  await press("Use the id that came");
  await expect(page).toHaveURL(new RegExp(`/admin/connect/${TENANT}$`));
  await expect(page.getByText("Alerts arrive", { exact: true })).toBeVisible();
  await expect(page.getByText("All is connected")).toBeVisible();
}

const EAST = "01EAST0000000000000000TENAN";

test("names the tenancy in every address, where there are two of one name", async ({ browser }) => {
  test.setTimeout(120_000);
  const [own] = provisionFor({ baseUrl: "http://127.0.0.1:9", authUrl: "http://127.0.0.1:9" }).tenancies;
  const off = { sync: { enabled: false } };
  const app = await start(
    {
      tenancies: [
        { ...own, ...off },
        { ...own, ...off, tenantId: EAST, webhookSecrets: [`${SECRET} too`] },
      ],
      users: [{ email: "admin@example.com", password: "a long enough password", role: "admin" }],
      apiTokens: [{ name: "tests", token: TOKEN, role: "admin" }],
    },
    { HOST: "127.0.0.1" },
  );
  const ofEast = (changes: object) => {
    const body = JSON.stringify({ ...JSON.parse(raised), tenantId: EAST, ...changes });
    return notify(app, body, createHmac("sha256", `${SECRET} too`).update(body).digest("hex"));
  };
  const only = { alertId: "01J9ZP4R6ZB1T5W7NKHD2SFX9D", notificationId: "01J9ZP4R7M0C2V6Y8X8D3QGA1F" };
  try {
    await notify(app, raised, sign(raised));
    await ofEast({ notificationId: "01J9ZP4R7M0C2V6Y8X8D3QGA1G" });
    await ofEast(only);
    const { items } = await read<{ items: object[] }>(app, "/api/v1/tenancies");
    const zone = { name: "Own farm", timeZone: "Europe/Amsterdam", role: "admin" };
    expect(items).toEqual([
      { tenantId: TENANT, slug: "own-farm", ...zone },
      { tenantId: EAST, slug: "own-farm-2", ...zone },
    ]);
    expect(await read(app, `/api/v1/alerts/${only.alertId}`)).toMatchObject({ tenantId: EAST });
    expect(await read(app, `/api/v1/alerts/${JSON.parse(raised).alertId}`)).toMatchObject({ status: 400 });
    expect(await read(app, "/api/v1/alerts/UNKNOWN")).toMatchObject({ status: 404 });

    const context = await browser.newContext({ baseURL: app.url });
    const page = await context.newPage();
    await signIn(page, "admin@example.com", "a long enough password");
    await expect(page).toHaveURL(`${app.url}/s/own-farm`);
    await expect(page).toHaveTitle(/Now · Own farm \(own-farm\) · Leafwatch$/);
    // An id finds its tenancy, and one that both have offers the choice.
    await page.goto(`/alerts/${only.alertId}`);
    await expect(page).toHaveURL(`${app.url}/s/own-farm-2/alerts/${only.alertId}`);
    await page.goto(`/alerts/${JSON.parse(raised).alertId}`);
    await page.getByRole("link", { name: "Own farm (own-farm)" }).click();
    await expect(page).toHaveURL(`${app.url}/s/own-farm/alerts/${JSON.parse(raised).alertId}`);
    // Two tabs show two tenancies, also after the other one was opened last.
    const other = await context.newPage();
    await other.goto("/s/own-farm-2/alerts?tab=closed");
    await awake(page);
    const inBar = page.getByRole("navigation", { name: "Pages" }).first();
    await inBar.getByRole("link", { name: /^Alerts/ }).click();
    await expect(page).toHaveURL(`${app.url}/s/own-farm/alerts`);
    await expect(page).toHaveTitle(/Own farm \(own-farm\)/);
    await expect(other).toHaveURL(/\/s\/own-farm-2\/alerts\?tab=closed$/);
    // A changed name in addresses: the former one leads to it; an unknown one is not found.
    await page.goto(`/admin/tenancies/${EAST}`);
    await awake(page);
    await page.getByLabel("Name in addresses").fill("own-farm");
    await page.getByRole("button", { name: "Save", exact: true }).first().click();
    await expect(page.getByText("lead to another tenancy").first()).toBeVisible();
    await page.getByLabel("Name in addresses").fill("east");
    await page.getByRole("button", { name: "Save", exact: true }).first().click();
    const slugs = async () =>
      (await read<{ items: { slug: string }[] }>(app, "/api/v1/tenancies")).items.map(({ slug }) => slug);
    await expect.poll(slugs).toEqual(["own-farm", "east"]);
    await page.goto("/s/own-farm-2/alerts?tab=closed");
    await expect(page).toHaveURL(`${app.url}/s/east/alerts?tab=closed`);
    // An address without a slug leads to the tenancy shown last, which an unknown slug does not change.
    const shown = async () =>
      (await context.cookies()).flatMap(({ name, value }) => (name === TENANCY_COOKIE ? value : []));
    await expect.poll(shown).toEqual(["east"]);
    expect((await page.goto("/s/nowhere/alerts"))?.status()).toBe(404);
    await page.goto("/alerts");
    await expect(page).toHaveURL(`${app.url}/s/east/alerts`);
    expect((await page.goto("/s/own-farm/api/v1/tenancies"))?.status()).toBe(404);
    await context.close();
  } finally {
    await app.end();
  }
});

test("shows all sites worst first, live, and leads to each", async ({ browser }) => {
  test.setTimeout(120_000);
  const [own] = provisionFor({ baseUrl: "http://127.0.0.1:9", authUrl: "http://127.0.0.1:9" }).tenancies;
  const site = (tenantId: string, name: string, webhookSecret: string) => ({
    ...{ ...own, tenantId, name, webhookSecrets: [webhookSecret], sync: { enabled: false } },
  });
  const app = await start({
    tenancies: [site(TENANT, "Westland", SECRET), site(EAST, "Almería", `${SECRET} too`)],
    users: [{ email: "viewer@example.com", password: "a long enough password", role: "viewer" }],
    apiTokens: [{ name: "tests", token: TOKEN, role: "admin" }],
  });
  try {
    await notify(app, raised, sign(raised));
    const context = await browser.newContext({ baseURL: app.url });
    const page = await context.newPage();
    await signIn(page, "viewer@example.com", "a long enough password");
    const inBar = page.getByRole("navigation", { name: "Pages" }).first();
    await inBar.getByRole("link", { name: "Sites" }).click();
    await expect(page).toHaveURL(`${app.url}/sites`);
    await expect(page).toHaveTitle("(1) Sites · Leafwatch");
    await expect(page.getByText("1 of 2 sites needs attention.")).toBeVisible();
    const rows = page.locator("tr[data-site]");
    await expect(rows.nth(0)).toContainText("Westland");
    await expect(rows.nth(0)).toContainText("1HIGH");
    await expect(rows.nth(1)).toContainText("No notification has been received yet");
    // An alert of the site that is not in the frame arrives by itself, and moves nothing.
    const body = JSON.stringify({ ...JSON.parse(raised), tenantId: EAST, alertSeverity: "LOW" });
    await notify(app, body, createHmac("sha256", `${SECRET} too`).update(body).digest("hex"));
    await expect(rows.nth(1)).toContainText("1LOW");
    await expect(page.getByText("2 of 2 sites need attention.")).toBeVisible();
    await page.getByLabel("Find a site").fill("almeria");
    await expect(rows).toHaveCount(1);
    await expect(page).toHaveURL(`${app.url}/sites?text=almeria`);
    await page.getByLabel("Find a site").fill("nowhere");
    await page.getByRole("button", { name: "Show all sites" }).click();
    await page.getByRole("button", { name: /^Group by/ }).click();
    await page.getByRole("option", { name: "time zone" }).click();
    await expect(page.getByRole("heading", { name: /^Europe\/Amsterdam/ })).toBeVisible();
    for (const width of [375, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => sidewaysScroll(page), `${width} px`).toBeLessThanOrEqual(0);
      expect.soft(await findingsOf(page), `${width} px`).toEqual([]);
    }
    await page.setViewportSize({ width: 375, height: 800 });
    const card = page.locator("li[data-site]").filter({ hasText: "Almería" });
    await card.getByRole("link").click();
    await expect(page).toHaveURL(`${app.url}/s/almeria`);
    await expect(page.getByRole("button", { name: "More" })).toBeVisible();
    // Without the server the last answer stays, with its age.
    await page.goto("/sites");
    await awake(page);
    await page.route("**/api/v1/sites", (route) => route.fulfill({ status: 500, body: "{}" }));
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await expect(page.getByRole("alert").filter({ hasText: "The sites could not be read" })).toBeVisible();
    await expect(card).toBeVisible();
    await context.close();
  } finally {
    await app.end();
  }
});

test("lists the alerts of all sites in one inbox, and acts on those of several at once", async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const [own] = provisionFor({ baseUrl: "http://127.0.0.1:9", authUrl: "http://127.0.0.1:9" }).tenancies;
  const sites = ["Westland", "Almería", "Niagara"].map((name, nth) => ({
    ...{ ...own, name, webhookSecrets: [`${SECRET} ${nth}`], sync: { enabled: false } },
    tenantId: [TENANT, EAST, "01J8Z0000000000000000THIRD"][nth] ?? "",
  }));
  const password = "a long enough password";
  const app = await start({
    tenancies: sites,
    users: [
      {
        ...{ email: "ria@example.com", name: "Ria", password, role: "grower" },
        areas: sites.map(({ tenantId }, nth) => ({
          ...{ tenantId, path: null },
          ...(nth === 2 && { role: "viewer" }),
        })),
      },
    ],
  });
  const alertId = JSON.parse(raised).alertId;
  /** All sites have an alert of the same id. */
  const raiseAt = async (nth: number, changes: object = {}) => {
    const body = JSON.stringify({ ...JSON.parse(raised), tenantId: sites[nth]?.tenantId, ...changes });
    const signature = createHmac("sha256", `${SECRET} ${nth}`).update(body).digest("hex");
    expect((await notify(app, body, signature)).status).toBe(200);
  };
  try {
    for (const nth of [0, 1, 2]) await raiseAt(nth, { alertSeverity: ["LOW", "HIGH", "MEDIUM"][nth] });
    const context = await browser.newContext({ baseURL: app.url });
    const page = await context.newPage();
    await signIn(page, "ria@example.com", password);
    await page.goto("/sites");
    await page.getByRole("link", { name: "Alerts of all sites" }).click();
    await expect(page).toHaveURL(`${app.url}/sites/alerts`);
    await expect(page.getByRole("heading", { name: "Alerts of all sites" })).toBeVisible();
    const rows = page.locator("table tr[data-alert]");
    const tab = (name: string) =>
      page.getByRole("navigation", { name: "Which alerts" }).getByRole("link", { name });
    await expect(rows).toHaveCount(3);
    for (const [nth, name] of ["Almería", "Niagara", "Westland"].entries())
      await expect(rows.nth(nth)).toContainText(name);
    await expect(rows.nth(2).getByRole("link", { name: "Place not known" })).toHaveAttribute(
      "href",
      `/s/westland/alerts/${alertId}`,
    );
    // A viewer of a site cannot act on its rows.
    await awake(page);
    await expect(rows.getByRole("checkbox")).toHaveCount(2);
    for (const nth of [0, 2]) await rows.nth(nth).locator("label").first().click();
    await page.getByRole("button", { name: "Acknowledge both" }).click();
    await expect(page.getByText("You have 2 alerts")).toBeVisible();
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText("Niagara");
    await expect(tab("Acknowledged")).toContainText("2");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("As it was before")).toBeVisible();
    await expect(rows).toHaveCount(3);
    await expect(tab("To acknowledge")).toContainText("3");

    // Groups of one's own: sections of the page, and a filter of page and inbox.
    await page.goto("/sites");
    await awake(page);
    await page.getByRole("button", { name: "Group sites" }).click();
    const dialog = page.getByRole("dialog", { name: "New group" });
    await dialog.getByLabel("Name").fill("Europe");
    await expect(dialog.getByRole("button", { name: "Save" })).toBeDisabled();
    for (const name of ["Westland", "Almería"]) await dialog.getByText(name, { exact: true }).click();
    await dialog.getByRole("button", { name: "Save" }).click();
    const mine = page.getByRole("dialog", { name: "My groups of sites" });
    await expect(mine.getByRole("listitem")).toHaveText(/^Europe\s*2/);
    expect.soft(await findingsOf(page), "groups").toEqual([]);
    await page.keyboard.press("Escape");
    const europe = page.getByRole("region", { name: "Europe" });
    await expect(europe.getByText("2 need attention")).toBeVisible();
    await expect(europe.locator("tr[data-site]")).toHaveCount(2);
    await expect(page.getByRole("region", { name: "In no group" })).toContainText("Niagara");
    await page
      .getByRole("button", { name: /^My group/ })
      .first()
      .click();
    await page.getByRole("option", { name: "Europe" }).click();
    await expect(page.locator("tr[data-site]")).toHaveCount(2);
    await expect(page).toHaveURL(`${app.url}/sites?sites=Europe`);
    await page.getByRole("link", { name: "Alerts of these sites" }).click();
    await expect(page).toHaveURL(`${app.url}/sites/alerts?sites=Europe`);
    await expect(rows).toHaveCount(2);
    await expect(tab("To acknowledge")).toContainText("2");
    await page.goto("/sites/alerts");
    await expect(rows).toHaveCount(3);

    // What comes in at any site waits until it is asked for.
    await raiseAt(2, {
      alertId: "01J9ZP4R6ZB1T5W7NKHD2SFX9D",
      notificationId: "01J9ZP4R7M0C2V6Y8X8D3QGA1F",
      alertSeverity: "LOW",
      jobId: "JOB_2",
    });
    await page.getByRole("button", { name: "1 new · Show" }).click();
    await expect(rows).toHaveCount(4);

    for (const width of [375, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => sidewaysScroll(page), `${width} px`).toBeLessThanOrEqual(0);
      expect.soft(await findingsOf(page), `${width} px`).toEqual([]);
    }
    // The filters are those of the inbox of one site, and go along to it.
    await page.getByRole("button", { name: /^Severity/ }).click();
    await page.getByRole("option", { name: "LOW" }).click();
    await expect(rows).toHaveCount(2);
    await expect(page).toHaveURL(`${app.url}/sites/alerts?severity=LOW`);
    await page
      .getByRole("main")
      .getByRole("button", { name: /^Tenancy/ })
      .click();
    await page.getByRole("option", { name: "Westland" }).click();
    await expect(page).toHaveURL(`${app.url}/s/westland/alerts?severity=LOW`);
    await expect(rows).toHaveCount(1);
    await page.goto("/sites/alerts");
    await rows.first().getByRole("link", { name: "Place not known" }).click();
    await expect(page).toHaveURL(`${app.url}/s/almeria/alerts/${alertId}`);
    await expect(page.getByRole("button", { name: "Acknowledge", exact: true })).toBeVisible();
    await context.close();
  } finally {
    await app.end();
  }
});

test("shows a grower of one site, who is a viewer at the other, the buttons at the first alone", async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const [own] = provisionFor({ baseUrl: "http://127.0.0.1:9", authUrl: "http://127.0.0.1:9" }).tenancies;
  const site = (tenantId: string, name: string, webhookSecret: string) => ({
    ...{ ...own, tenantId, name, webhookSecrets: [webhookSecret], sync: { enabled: false } },
  });
  const password = "a long enough password";
  const app = await start({
    tenancies: [site(TENANT, "Westland", SECRET), site(EAST, "Almería", `${SECRET} too`)],
    users: [
      { email: "admin@example.com", password, role: "admin" },
      { email: "ria@example.com", name: "Ria", password, role: "grower" },
    ],
    apiTokens: [{ name: "tests", token: TOKEN, role: "admin" }],
  });
  try {
    await notify(app, raised, sign(raised));
    const body = JSON.stringify({ ...JSON.parse(raised), tenantId: EAST });
    await notify(app, body, createHmac("sha256", `${SECRET} too`).update(body).digest("hex"));
    const office = await browser.newContext({ baseURL: app.url });
    const admin = await office.newPage();
    await signIn(admin, "admin@example.com", password);
    await admin.goto("/admin/users");
    await awake(admin);
    const row = admin.getByRole("row", { name: /^Ria/ });
    const dialog = admin.getByRole("dialog", { name: "What Ria may see and do" });
    await row.getByRole("button", { name: /Ria/ }).click();
    await admin.getByRole("menuitem", { name: "Sites and roles" }).click();
    await dialog.getByText("Some sites or areas").click();
    for (const name of ["Westland", "Almería"])
      await dialog
        .getByRole("group", { name: `Access to ${name}` })
        .getByText("Whole site")
        .click();
    await dialog.getByRole("group", { name: "Role in Almería" }).getByText("Viewer").click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(row.getByText("Grower in Westland, viewer in Almería")).toBeVisible();

    const context = await browser.newContext({ baseURL: app.url });
    const page = await context.newPage();
    await signIn(page, "ria@example.com", password);
    const acknowledge = page.getByRole("button", { name: /^Acknowledge/ });
    const alert = page.getByRole("link", { name: "Place not known" });
    await page.goto(`/s/westland/alerts/${JSON.parse(raised).alertId}`);
    await expect(acknowledge.first()).toBeVisible();
    await page.goto("/s/westland");
    await awake(page);
    await expect(acknowledge.first()).toBeVisible();
    await page.getByRole("button", { name: "Tenancy: Westland" }).click();
    await page
      .getByRole("menuitemradio", { name: "Almería" })
      .or(page.getByRole("menuitem", { name: "Almería" }))
      .click();
    await expect(page).toHaveURL(`${app.url}/s/almeria`);
    await expect(alert.first()).toBeVisible();
    await expect(acknowledge).toHaveCount(0);
    await page.goto(`/s/almeria/alerts/${JSON.parse(raised).alertId}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(acknowledge).toHaveCount(0);
    await page.goto("/account");
    await expect(page.getByText("ria@example.com, Grower in Westland, viewer in Almería")).toBeVisible();

    // The role of an open page is that of the next request.
    await page.goto("/s/westland");
    await expect(acknowledge.first()).toBeVisible();
    await row.getByRole("button", { name: /Ria/ }).click();
    await admin.getByRole("menuitem", { name: "Sites and roles" }).click();
    await dialog.getByRole("group", { name: "Role in Westland" }).getByText("Viewer").click();
    await dialog.getByRole("group", { name: "Role in Almería" }).getByText("Grower").click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(row.getByText("Grower in Almería, viewer in Westland")).toBeVisible();
    await page.reload();
    await expect(alert.first()).toBeVisible();
    await expect(acknowledge).toHaveCount(0);

    // Everything is one role everywhere, which is asked for rather than taken from one of the two.
    await row.getByRole("button", { name: /Ria/ }).click();
    await admin.getByRole("menuitem", { name: "Sites and roles" }).click();
    await dialog.getByText("Everything", { exact: true }).click();
    await expect(dialog).toContainText("Grower in Almería, viewer in Westland at present.");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByRole("alert")).toContainText("Choose their role at every site.");
    // The provisioning file, which made Ria a grower, leaves no other.
    await expect(dialog.getByText("Viewer at every site")).toHaveCount(0);
    await dialog.getByText("Grower at every site").click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toBeHidden();
    await expect(row.getByRole("cell", { name: "Grower", exact: true })).toBeVisible();
    await office.close();
    await context.close();
  } finally {
    await app.end();
  }
});

const PASSWORD = "a long enough password";
const ONLY_ADMIN = {
  users: [{ email: "admin@example.com", name: "Ada", password: PASSWORD, role: "admin" }],
  apiTokens: [{ name: "tests", token: TOKEN, role: "admin" }],
};

/** Nothing sticks out, and nothing is inaccessible, on a phone and on a desk. */
async function expectToFit(page: Page): Promise<void> {
  for (const width of [375, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => sidewaysScroll(page), `${width} px`).toBeLessThanOrEqual(0);
    expect.soft(await findingsOf(page), `${width} px`).toEqual([]);
  }
}

test("requires two-factor sign-in to be set up before anything else is shown", async ({ browser }) => {
  test.setTimeout(120_000);
  const app = await start(ONLY_ADMIN, { LEAFWATCH_SECOND_FACTOR: "all" });
  try {
    const context = await browser.newContext({ baseURL: app.url });
    const page = await context.newPage();
    await page.goto("/sign-in?callbackUrl=%2Fadmin%2Fusers");
    await awake(page);
    await page.getByLabel("Email").fill("admin@example.com");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("heading", { name: "Set up two-factor sign-in" })).toBeVisible();
    // No other page opens meanwhile.
    await page.goto("/admin/users");
    await expect(page).toHaveURL(/\/sign-in\?callbackUrl=%2Fadmin%2Fusers$/);
    await awake(page);
    await expectToFit(page);
    await page.getByRole("button", { name: "Set it up" }).click();
    await expect(page.getByRole("img", { name: "QR code of the key" })).toBeVisible();
    await expectToFit(page);
    await page.getByRole("textbox", { name: "Code" }).fill("no code");
    await page.getByRole("button", { name: "Turn on" }).click();
    await expect(page.getByRole("textbox", { name: "Code" })).toHaveAttribute("aria-invalid", "true");
    const key = ((await page.locator("code").first().textContent()) ?? "").replaceAll(" ", "");
    await page.getByRole("textbox", { name: "Code" }).fill(totpCode(key, Math.floor(Date.now() / 30_000)));
    await page.getByRole("button", { name: "Turn on" }).click();
    await expect(page.getByRole("listitem")).toHaveCount(10);
    await expectToFit(page);
    await page.getByRole("button", { name: "I have them. Continue" }).click();
    await expect(page).toHaveURL(`${app.url}/admin/users`);
    await expect(page.getByRole("row", { name: /^Ada/ })).toContainText("Two-factor on");
    await context.close();
  } finally {
    await app.end();
  }
});

test("offers single sign-on alone where passwords are off, and says so when the provider is away", async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const app = await start(ONLY_ADMIN, {
    LEAFWATCH_PASSWORDS: "off",
    LEAFWATCH_OIDC_ISSUER: "http://127.0.0.1:9",
    LEAFWATCH_OIDC_CLIENT_ID: "leafwatch",
    LEAFWATCH_OIDC_CLIENT_SECRET: "the client's secret",
    LEAFWATCH_OIDC_NAME: "Farm ID",
    LEAFWATCH_ALLOW_PRIVATE_HOSTS: "127.0.0.1",
  });
  try {
    const context = await browser.newContext({ baseURL: app.url });
    const page = await context.newPage();
    await page.goto("/alerts");
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
    const button = page.getByRole("link", { name: "Sign in with Farm ID" });
    await expect(button).toBeVisible();
    await expect(page.getByLabel("Password")).toHaveCount(0);
    await expect(page.getByText("or", { exact: true })).toHaveCount(0);
    await expectToFit(page);
    await button.click();
    await expect(page).toHaveURL(/\/sign-in\?/);
    await expect(page.getByRole("alert").filter({ hasText: "Farm ID" })).toBeVisible();
    await expectToFit(page);
    await context.close();
  } finally {
    await app.end();
  }
});

test("lets a notice rule name one of several sites, or all", async ({ browser }) => {
  const [own] = provisionFor({ baseUrl: "http://127.0.0.1:9", authUrl: "http://127.0.0.1:9" }).tenancies;
  const off = { sync: { enabled: false } };
  const app = await start({
    tenancies: [
      { ...own, ...off },
      {
        ...own,
        ...off,
        tenantId: "01EAST0000000000000000TENAN",
        name: "East",
        webhookSecrets: [`${SECRET} too`],
      },
    ],
    users: [{ email: "grower@example.com", password: "a long enough password", role: "grower" }],
    apiTokens: [{ name: "tests", token: TOKEN, role: "admin" }],
  });
  try {
    const context = await browser.newContext({ baseURL: app.url });
    const page = await context.newPage();
    await signIn(page, "grower@example.com", "a long enough password");
    await page.goto("/account/notices");
    await awake(page);
    const add = async (choose: () => Promise<void>) => {
      await page.getByRole("button", { name: "Add a rule" }).first().click();
      await expect(page.getByPlaceholder("Everywhere in Own farm")).toBeVisible();
      await choose();
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await expect(page.getByRole("form", { name: "A new rule" })).toBeHidden();
    };
    await add(async () => undefined);
    await expect(page.getByRole("listitem").filter({ hasText: "Everywhere in Own farm" })).toBeVisible();
    await add(async () => {
      await page.getByRole("button", { name: /Sites/ }).click();
      await page.getByRole("option", { name: /^All sites/ }).click();
      await expect(page.getByPlaceholder("Everywhere in Own farm")).toBeHidden();
    });
    await expect(page.getByRole("listitem").filter({ hasText: "All sites" })).toBeVisible();
    await context.close();
  } finally {
    await app.end();
  }
});

test("creates the first admin with the console's code, who connects a tenancy step by step", async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const service = await startOwnService();
  const app = await start(undefined, { LEAFWATCH_ALLOW_PRIVATE_HOSTS: "127.0.0.1" });
  const context = await browser.newContext({ baseURL: app.url });
  try {
    await until(() => /enter the code (\S+)/.test(app.command.stdout));
    const code = /enter the code (\S+)/.exec(app.command.stdout)?.[1] ?? "";
    const page = await context.newPage();
    await page.goto("/");
    await expect(page).toHaveURL(/\/set-up/);
    await page.getByLabel("One-time code").fill("0000-0000");
    await page.getByLabel("Your name").fill("R. Bakker");
    await page.getByLabel("Email").fill("r.bakker@farm.example");
    await page.getByLabel("Password").fill("a long enough password");
    await page.getByRole("button", { name: "Make the first admin" }).click();
    await expect(page.getByText("The code is not the one in the console.")).toBeVisible();
    await page.getByLabel("One-time code").fill(code);
    await page.getByRole("button", { name: "Make the first admin" }).click();
    await page.waitForURL(/\/sign-in/);
    await expect(page.getByText("The password is set. Sign in with it.")).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveValue("r.bakker@farm.example");
    await signIn(page, "r.bakker@farm.example", "a long enough password");
    await expect(page.getByText("Not connected yet").first()).toBeVisible();
    await connect(page, app, service);
  } finally {
    await context.close();
    await app.end();
    await service.stop();
  }
});

test("fails the start on an invalid provisioning file with one sentence and without its secrets", async () => {
  const app = await start({
    tenancies: [
      { tenantId: TENANT, name: "Farm", timeZone: "Mars/Olympus", webhookSecrets: ["do not show me"] },
    ],
  });
  try {
    const ending = await app.command.ended;
    expect(ending.code).toBe(1);
    expect(ending.stderr).toContain("tenancies[0].timeZone");
    expect(ending.stdout + ending.stderr).not.toContain("do not show me");
  } finally {
    await app.end();
  }
});
