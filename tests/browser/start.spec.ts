// `npm start` for real use: a provisioning file and a service that is not the simulated one; and a first start without either.

import type { Page } from "@playwright/test";
import { TENANCY_COOKIE } from "@/lib/web/preferences/contract";
import { freePort, until } from "../support/command";
import { findingsOf } from "./support/findings";
import {
  notify,
  type OwnApp,
  provisionFor,
  raised,
  read,
  SECRET,
  sign,
  startOwnApp,
  TENANT,
  TOKEN,
} from "./support/own-app";
import { OWN_SERVICE, type OwnService, startOwnService } from "./support/own-service";
import { awake, expect, sidewaysScroll, signIn, test } from "./support/test";
import { totpCode } from "./support/totp";

test("returns alerts and readings of a provisioned service over the read API", async ({ browser }) => {
  test.setTimeout(120_000);
  const service = await startOwnService();
  const app = await startOwnApp(provisionFor(service));
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
  const app = await startOwnApp(provisionFor(service, "not the secret"));
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
  const app = await startOwnApp(provisionFor({ baseUrl: `${origin}/v1`, authUrl: origin }));
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
      page.getByRole("region", { name: "Freshness of this page" }).getByText(unreachable),
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
async function connect(page: Page, app: OwnApp, service: OwnService): Promise<void> {
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
  await press("Save and continue");

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
  await expect(page.getByText("Changed since the test: not tested.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Continue", exact: true })).toHaveCount(0);
  // The form of the service's documentation.
  await page.getByLabel("Sign-in address").fill(`${service.authUrl}/oauth2/token`);
  await press("Save and test");
  await press("Continue");

  await page.getByLabel("Client id").fill(OWN_SERVICE.clientId);
  await page.getByLabel("Client secret").fill("not the secret");
  await press("Save and request a token");
  await expect(page.getByText("Most often:")).toBeVisible();
  await expect(page.getByText("Not stored: the test below says why")).toBeVisible();
  await page.getByLabel("Client secret").fill(OWN_SERVICE.clientSecret);
  await press("Save and request a token");
  await press("Continue");

  // After leaving and returning, the page shows the progress and the test results.
  await page.goto("/admin/tenancies");
  await page.getByRole("link", { name: "Continue connecting" }).click();
  await expect(page.getByText("3 of 6 steps left.")).toBeVisible();
  await press("Save and fetch one day");
  await press("Continue");

  await page.getByLabel("Webhook secret").fill(SECRET.slice(0, 5));
  await expect(page.getByText("Only 5 characters: whoever guesses it can send false alerts.")).toBeVisible();
  await page.getByLabel("Webhook secret").fill(` ${SECRET} `);
  await expect(page.getByText("whoever guesses it")).toBeHidden();
  await page.getByLabel("Signature header").fill("X-Signature");
  await press("Store and send a test notification");
  await expect(page.getByText(/Signed, accepted and stored/)).toBeVisible();
  await expect(page.getByText("No real notification has used it yet")).toBeVisible();
  await press("Continue");

  await expect(page.getByText("Waiting for the first notification from the service.")).toBeVisible();
  expect((await notify(app, raised, sign(raised))).status).toBe(401);
  await expect(page.getByText("Its signature came in the header service-signature")).toBeVisible();
  expect((await notify(app, raised, sign(raised), "X-Signature")).status).toBe(202);
  await expect(page.getByText(`come from tenancy ${TENANT}; you entered ${TENANT}X.`)).toBeVisible();
  // The offer says it all, once.
  await expect(page.getByText("Waiting for the first notification")).toHaveCount(0);
  await expect(page.getByText("it names the tenancy")).toHaveCount(0);
  await press("Use the id that came");
  await expect(page).toHaveURL(new RegExp(`/admin/connect/${TENANT}$`));
  await expect(page.getByText("Alerts arrive", { exact: true })).toBeVisible();
  await expect(page.getByText("All is connected")).toBeVisible();
}

/** After connecting: one press makes a rule for the team, and the step is done. */
async function tellTheTeam(page: Page): Promise<void> {
  // A word that only screen readers get stands apart in the name.
  const step = (title: string) =>
    page.getByRole("heading", { name: title.replace(", ", " , "), exact: true });
  await expect(step("Invite people, open")).toBeVisible();
  await expect(step("Set up a wall screen, open")).toBeVisible();
  // The page was loaded as a whole for the other id.
  await awake(page);
  await page.getByRole("button", { name: "Tell everybody about HIGH" }).click();
  await expect(step("Tell the team about HIGH, done")).toBeVisible();
  await expect(page.getByText("it reaches nobody yet")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(step("Tell the team about HIGH, open")).toBeVisible();
  await page.getByRole("button", { name: "Dismiss the next steps" }).click();
  await page.getByRole("button", { name: "Show the next steps" }).click();
  await expect(step("Tell the team about HIGH, open")).toBeVisible();
}

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
  const app = await startOwnApp(ONLY_ADMIN, { LEAFWATCH_SECOND_FACTOR: "all" });
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
    await page.getByRole("button", { name: "Set up" }).click();
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
    await page.getByRole("button", { name: "I have saved them. Continue" }).click();
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
  const app = await startOwnApp(ONLY_ADMIN, {
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

test("creates the first admin with the console's code, who connects a tenancy step by step", async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const service = await startOwnService();
  const app = await startOwnApp(undefined, { LEAFWATCH_ALLOW_PRIVATE_HOSTS: "127.0.0.1" });
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
    await page.getByRole("button", { name: "Create the first admin" }).click();
    await expect(page.getByText("The code is not the one in the console.")).toBeVisible();
    await page.getByLabel("One-time code").fill(code);
    await page.getByRole("button", { name: "Create the first admin" }).click();
    await page.waitForURL(/\/sign-in/);
    await expect(page.getByText("Your account is ready. Sign in.")).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveValue("r.bakker@farm.example");
    await signIn(page, "r.bakker@farm.example", "a long enough password");
    await expect(page.getByText("Not connected yet").first()).toBeVisible();
    await connect(page, app, service);
    await tellTheTeam(page);

    const east = "01EAST0000000000000000TENAN";
    // With a second site, the steps lead to the site that they are about.
    await page.goto("/admin/connect");
    await awake(page);
    await page.getByLabel("Name", { exact: true }).fill("East");
    await page.getByLabel("Tenant id").fill(east);
    await page.getByRole("button", { name: "Save and continue" }).click();
    await expect(page).toHaveURL(`${app.url}/admin/connect/${east}`);
    await page.goto("/s/east");
    const shown = async () => (await context.cookies()).find(({ name }) => name === TENANCY_COOKIE)?.value;
    await expect.poll(shown).toBe("east");
    await page.goto(`/admin/connect/${TENANT}`);
    await expect(page.getByRole("link", { name: "Go to Now" })).toHaveAttribute("href", "/s/own-farm");
    await page.getByRole("link", { name: "Set up a screen" }).click();
    await page.getByRole("button", { name: "Pair a screen" }).click();
    await expect(page.getByRole("button", { name: "Own farm Tenancy" })).toBeVisible();
  } finally {
    await context.close();
    await app.end();
    await service.stop();
  }
});

test("fails the start on an invalid provisioning file with one sentence and without its secrets", async () => {
  const app = await startOwnApp({
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
