// The page of notices, the service worker that shows them, and the offline page. A headless browser
// has no push service, so its subscription is mocked; integration tests cover what is sent.

import type { Page } from "@playwright/test";
import { wholeBrowser } from "./support/browsers";
import { typeSegments } from "./support/segments";
import { demo, expect, test } from "./support/test";

test.use(wholeBrowser);

const NOTICES = "/account/notices";

/** A mocked push service with one subscription, whose address is never called here. */
async function playPushService(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const key = (length: number) => "A".repeat(length);
    const made = (serverKey: string) => ({
      endpoint: "https://93.184.216.34/device",
      options: {
        applicationServerKey: Uint8Array.from(
          atob(serverKey.replaceAll("-", "+").replaceAll("_", "/")),
          (one) => one.charCodeAt(0),
        ).buffer,
      },
      toJSON: () => ({
        endpoint: "https://93.184.216.34/device",
        keys: { p256dh: key(87), auth: key(22) },
      }),
      unsubscribe: async () => {
        localStorage.removeItem("played");
        return true;
      },
    });
    PushManager.prototype.getSubscription = async () => {
      const serverKey = localStorage.getItem("played");
      return serverKey ? (made(serverKey) as unknown as PushSubscription) : null;
    };
    PushManager.prototype.subscribe = async (options) => {
      const serverKey = String(options?.applicationServerKey);
      localStorage.setItem("played", serverKey);
      return made(serverKey) as unknown as PushSubscription;
    };
  });
}

test("allows and removes a device", async ({ signedIn: page, context }) => {
  await context.grantPermissions(["notifications"], { origin: demo.url() });
  await playPushService(page);
  await page.goto(NOTICES);
  await page.getByRole("button", { name: "Allow this device" }).click();
  await expect(page.getByText("This device gets notices", { exact: true })).toBeVisible();
  await expect(page.getByText(/^Chrome on \w+, this one$/)).toBeVisible();
  await page.getByRole("button", { name: /^Remove Chrome on/ }).click();
  await expect(page.getByRole("button", { name: "Allow this device" })).toBeVisible();
  await expect(page.getByText(/^Chrome on \w+, this one$/)).toHaveCount(0);
});

test("adds, changes and removes a rule, and warns if it reaches nobody", async ({ signedIn: page }) => {
  await page.goto(NOTICES);
  await page.getByRole("button", { name: "Add a rule" }).click();
  const form = page.getByRole("form", { name: "New rule" });
  await form.getByLabel("To your devices").uncheck();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("Choose devices, email or both")).toBeVisible();
  await form.getByLabel("To your devices").check();
  await form.getByRole("combobox", { name: /Control areas/ }).fill("Zone B");
  await page.getByRole("option", { name: /Glasshouse 2 › Zone B$/ }).click();
  await form.getByLabel(/Quiet hours/).check();
  await typeSegments(form.getByRole("group", { name: "From", exact: true }), "2130");
  await form.getByRole("button", { name: "Save" }).click();
  const line = page.getByRole("listitem").filter({ hasText: "MEDIUM and worse" });
  await expect(line).toContainText("Zone B");
  await expect(line).toContainText("quiet 21:30 to 06:00");
  await expect(line).toContainText("Does not reach you yet: allow a device");
  await line.getByRole("button", { name: /^Change/ }).click();
  await page.getByLabel("Health", { exact: true }).check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("MEDIUM and worse · Health")).toBeVisible();
  await page.getByRole("button", { name: /^Remove MEDIUM/ }).click();
  await expect(page.getByText("No rules yet: you will get no notices")).toBeVisible();
});

test("can be installed as an app", async ({ page, request }) => {
  await page.goto("/sign-in");
  const address = await page.locator("link[rel=manifest]").getAttribute("href");
  const manifest = await (await request.get(address ?? "")).json();
  expect(manifest).toMatchObject({ name: "Leafwatch", display: "standalone", start_url: "/" });
  for (const { src } of manifest.icons) expect((await request.get(src)).status(), src).toBe(200);
});

test("shows a notice and replaces it with the next of its alert", async ({ signedIn: page, context }) => {
  await context.grantPermissions(["notifications"], { origin: demo.url() });
  await page.goto(NOTICES);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const session = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    });
  });
  await session.send("ServiceWorker.enable");
  const registrationId = await registered;
  const origin = new URL(demo.url()).origin;
  for (const word of ["LOW", "HIGH"]) {
    const data = JSON.stringify({
      title: `${word} · Health · Zone B`,
      body: "Open since 14:12",
      tag: "alert-1",
      url: "/alerts/1",
      level: "high",
    });
    await session.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data });
  }
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      return (await registration.getNotifications()).map(({ title, icon }) => [
        title,
        new URL(icon).pathname,
      ]);
    });
  await expect.poll(shown).toEqual([["HIGH · Health · Zone B", "/icons/notice-high.png"]]);
});

test.describe("while the server does not answer", () => {
  test.use({ expectedComplaints: [/ERR_INTERNET_DISCONNECTED|503/] });

  test("the page reports it with the time of the last contact", async ({ signedIn: page, context }) => {
    await page.goto("/");
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.goto("/alerts");
    await context.setOffline(true);
    await page.goto("/alerts?severity=HIGH");
    await expect(page.getByRole("heading", { name: "Cannot see" })).toBeVisible();
    await expect(page.getByText(/Last seen at \d\d:\d\d/)).toBeVisible();
    await expect(page.getByText(/^Next try in \d+ s\./)).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole("heading", { name: "Alerts", level: 1 })).toBeVisible({ timeout: 30_000 });
    expect(new URL(page.url()).search).toBe("?severity=HIGH");
  });
});
