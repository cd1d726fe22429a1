// `npm start` with two tenancies: addresses, the page of all sites, roles at each, and notices of one or of all.

import { createHmac } from "node:crypto";
import { TENANCY_COOKIE } from "@/lib/web/preferences/contract";
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
import { awake, expect, sidewaysScroll, signIn, test } from "./support/test";

const EAST = "01EAST0000000000000000TENAN";

/** Signs as the service of the second tenancy does. */
const signEast = (body: string) => createHmac("sha256", `${SECRET} too`).update(body).digest("hex");

test("names the tenancy in every address, where there are two of one name", async ({ browser }) => {
  test.setTimeout(120_000);
  const [own] = provisionFor({ baseUrl: "http://127.0.0.1:9", authUrl: "http://127.0.0.1:9" }).tenancies;
  const off = { sync: { enabled: false } };
  const app = await startOwnApp(
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
    return notify(app, body, signEast(body));
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
    // The bar of an admin's page about another tenancy does not speak of the one shown last.
    const strip = page.getByRole("region", { name: "Freshness of this page" });
    await page.goto(`/admin/connect/${EAST}`);
    await expect(strip).toBeVisible();
    await page.goto(`/admin/connect/${TENANT}`);
    await expect(page.getByRole("heading", { level: 1, name: "Connect Own farm" })).toBeVisible();
    await expect(strip).toHaveCount(0);
    // Of several tenancies, a new screen takes none unasked.
    await page.goto("/admin/screens");
    await awake(page);
    await page.getByRole("button", { name: "Pair a screen" }).click();
    const form = page.getByRole("dialog", { name: "Pair a screen" });
    await form.getByLabel("Code").fill("K7M 3PX");
    await form.getByLabel("Name").fill("Hall");
    await form.getByRole("button", { name: "Pair", exact: true }).click();
    await expect(form.getByText("Choose the tenancy that it shows")).toBeVisible();
    await form.getByRole("button", { name: "Choose Tenancy" }).click();
    await page.getByRole("option", { name: "Own farm (east)" }).click();
    await expect(form.getByRole("button", { name: "Own farm (east) Tenancy" })).toBeVisible();
    expect((await page.goto("/s/own-farm/api/v1/tenancies"))?.status()).toBe(404);
    await context.close();
  } finally {
    await app.end();
  }
});

test("lists the alerts of all sites in one inbox, and acts on those of several at once", async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const [own] = provisionFor({ baseUrl: "http://127.0.0.1:9", authUrl: "http://127.0.0.1:9" }).tenancies;
  const sites = ["Westland", "Almería", "Niagara"].map((name, nth) => ({
    ...{ ...own, name, webhookSecrets: [`${SECRET} ${nth}`], sync: { enabled: false } },
    tenantId: [TENANT, EAST, "01J8Z0000000000000000THIRD"][nth] ?? "",
  }));
  const password = "a long enough password";
  const app = await startOwnApp({
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
    await expect(rows.nth(2).getByRole("link", { name: "Location not known" })).toHaveAttribute(
      "href",
      `/s/westland/alerts/${alertId}`,
    );
    // A viewer of a site cannot act on its rows.
    await awake(page);
    await expect(rows.getByRole("checkbox")).toHaveCount(2);
    for (const nth of [0, 2]) await rows.nth(nth).locator("label").first().click();
    await page.getByRole("button", { name: "Acknowledge all 2" }).click();
    await expect(page.getByText("Acknowledged 2 alerts. They are yours")).toBeVisible();
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText("Niagara");
    await expect(tab("Acknowledged")).toContainText("2");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("Undone")).toBeVisible();
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
    await rows.first().getByRole("link", { name: "Location not known" }).click();
    await expect(page).toHaveURL(`${app.url}/s/almeria/alerts/${alertId}`);
    await expect(page.getByRole("button", { name: "Acknowledge", exact: true })).toBeVisible();
    await context.close();
  } finally {
    await app.end();
  }
});

test.describe("at two sites", () => {
  // One app for all: the alerts of the first test are those of the second.
  test.describe.configure({ mode: "serial", timeout: 120_000 });
  const password = "a long enough password";
  let app: OwnApp;

  test.beforeAll(async () => {
    const [own] = provisionFor({ baseUrl: "http://127.0.0.1:9", authUrl: "http://127.0.0.1:9" }).tenancies;
    const site = (tenantId: string, name: string, webhookSecret: string) => ({
      ...{ ...own, tenantId, name, webhookSecrets: [webhookSecret], sync: { enabled: false } },
    });
    app = await startOwnApp({
      tenancies: [site(TENANT, "Westland", SECRET), site(EAST, "Almería", `${SECRET} too`)],
      users: [
        { email: "admin@example.com", password, role: "admin" },
        { email: "viewer@example.com", password, role: "viewer" },
        { email: "grower@example.com", password, role: "grower" },
        { email: "ria@example.com", name: "Ria", password, role: "grower" },
      ],
      apiTokens: [{ name: "tests", token: TOKEN, role: "admin" }],
    });
  });
  test.afterAll(() => app?.end());

  test("shows all sites worst first, live, and leads to each", async ({ browser }) => {
    await notify(app, raised, sign(raised));
    const context = await browser.newContext({ baseURL: app.url });
    const page = await context.newPage();
    await signIn(page, "viewer@example.com", password);
    const inBar = page.getByRole("navigation", { name: "Pages" }).first();
    await inBar.getByRole("link", { name: "Sites" }).click();
    await expect(page).toHaveURL(`${app.url}/sites`);
    await expect(page).toHaveTitle("(1) Sites · Leafwatch");
    await expect(page.getByText("1 of 2 sites needs attention.")).toBeVisible();
    const rows = page.locator("tr[data-site]");
    await expect(rows.nth(0)).toContainText("Westland");
    await expect(rows.nth(0)).toContainText("1HIGH");
    // The menu has the pages of all sites, none of the site that was shown last.
    await expect(inBar.getByRole("link")).toHaveText(["Sites", "Alerts1 to acknowledge"]);
    await expect(rows.nth(1)).toContainText("No notification has been received yet");
    // An alert of the site that is not in the frame arrives by itself, and moves nothing.
    const body = JSON.stringify({ ...JSON.parse(raised), tenantId: EAST, alertSeverity: "LOW" });
    await notify(app, body, signEast(body));
    await expect(rows.nth(1)).toContainText("1LOW");
    await expect(page.getByText("2 of 2 sites need attention.")).toBeVisible();
    await inBar.getByRole("link", { name: "Alerts 2 to acknowledge" }).click();
    await expect(page).toHaveURL(`${app.url}/sites/alerts`);
    await expect(inBar.locator("[aria-current=page]")).toHaveText("Alerts2 to acknowledge");
    await inBar.getByRole("link", { name: "Sites" }).click();
    await expect(page).toHaveURL(`${app.url}/sites`);
    // The first HTML has the count, so that the menu does not move.
    expect(await (await page.request.get("/sites")).text()).toContain("to acknowledge");
    const search = page.getByRole("combobox", { name: "Site or alert" });
    await search.fill("JOB_1");
    await expect(page.getByRole("option", { name: /Almería, LOW, raised/ })).toBeVisible();
    await search.fill("alm");
    await search.press("Enter");
    await expect(page).toHaveURL(`${app.url}/s/almeria`);
    await page.goBack();
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
    const title = page.getByRole("banner").filter({ visible: true });
    const ofPhone = page.getByRole("navigation", { name: "Pages" }).filter({ visible: true });
    for (const place of ["Alerts", "Areas"]) {
      await ofPhone.getByRole("link", { name: place }).click();
      await expect(title).toContainText(`Almería${place}`);
    }
    await expect.poll(() => sidewaysScroll(page)).toBeLessThanOrEqual(0);
    // Without the server the last answer stays, with its age.
    await page.goto("/sites");
    await awake(page);
    await expect(ofPhone.getByRole("link")).toHaveText(["Sites", "Alerts2 to acknowledge"]);
    await page.route("**/api/v1/sites", (route) => route.fulfill({ status: 500, body: "{}" }));
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await expect(page.getByRole("alert").filter({ hasText: "Could not load the sites" })).toBeVisible();
    await expect(card).toBeVisible();
    await context.close();
  });

  test("shows a grower of one site, who is a viewer at the other, the buttons at the first alone", async ({
    browser,
  }) => {
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
    const alert = page.getByRole("link", { name: "Location not known" });
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
    await expect(dialog).toContainText("Now: Grower in Almería, viewer in Westland.");
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
  });

  test("lets a notice rule name one of several sites, or all", async ({ browser }) => {
    const context = await browser.newContext({ baseURL: app.url });
    const page = await context.newPage();
    await signIn(page, "grower@example.com", password);
    await page.goto("/account/notices");
    await awake(page);
    const add = async (choose: () => Promise<void>) => {
      await page.getByRole("button", { name: "Add a rule" }).first().click();
      await expect(page.getByPlaceholder("Everywhere in Westland")).toBeVisible();
      await choose();
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await expect(page.getByRole("form", { name: "New rule" })).toBeHidden();
    };
    await add(async () => undefined);
    await expect(page.getByRole("listitem").filter({ hasText: "Everywhere in Westland" })).toBeVisible();
    await add(async () => {
      await page.getByRole("button", { name: /Sites/ }).click();
      await page.getByRole("option", { name: /^All sites/ }).click();
      await expect(page.getByPlaceholder("Everywhere in Westland")).toBeHidden();
    });
    await expect(page.getByRole("listitem").filter({ hasText: "All sites" })).toBeVisible();
    await context.close();
  });
});
