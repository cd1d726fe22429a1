// The offline page of the service worker, in front of a server that is stopped and started again.

import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { wholeBrowser } from "./support/browsers";
import { expect, test } from "./support/test";

test.use({ ...wholeBrowser, expectedComplaints: [/Failed to load resource/] });

const FILES: Record<string, string> = { "/sw.js": "text/javascript", "/offline.html": "text/html" };

/** Serves the worker's files, and a page that registers the worker for every other path; or a proxy's answer alone. */
async function listen(port: number, status = 200): Promise<Server> {
  const server = createServer(async (request, answer) => {
    answer.statusCode = status;
    if (status !== 200) return answer.end("<h1>Bad gateway</h1>");
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const type = FILES[pathname];
    answer.setHeader("content-type", type ?? "text/html");
    answer.end(
      type
        ? await readFile(`public${pathname}`)
        : "<h1>Live</h1><script>navigator.serviceWorker.register('/sw.js')</script>",
    );
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return server;
}

async function stop(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}

const kept = (prefix: string, place: string) => ({
  ...{ prefix, site: prefix && "Westland", zone: "Asia/Kolkata", at: "28 Nov 2026, 14:20", more: 3 },
  alerts: [
    {
      ...{ level: "high", badge: "HIGH", kind: "Health", place, within: "Zone B" },
      ...{ since: "28 Nov 2026, 06:00", who: "Ana" },
    },
  ],
});

const siteClock = (at: number) =>
  new Date(at).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: "Asia/Kolkata" });

test("shows the open alerts of the address's site in front of a proxy without a server, until sign-in", async ({
  page,
}) => {
  let server = await listen(0);
  try {
    const { port } = server.address() as AddressInfo;
    const site = `http://localhost:${port}`;
    await page.goto(`${site}/`);
    await page.waitForFunction(() => navigator.serviceWorker.controller);
    for (const open of [kept("/s/westland", "Bench <b>14</b>"), kept("/s/almeria", "Row 2")])
      await page.evaluate((one) => navigator.serviceWorker.controller?.postMessage({ open: one }), open);
    await page.waitForFunction(
      async () => (await (await caches.open("leafwatch-open-1")).keys()).length === 2,
    );
    await page.evaluate(() => navigator.serviceWorker.controller?.postMessage("seen"));
    await page.waitForFunction(async () => !!(await caches.match("/last-seen")));
    const minutes = [0, 60_000].map((ago) => siteClock(Date.now() - ago));
    await stop(server);
    server = await listen(port, 502);
    const part = page.getByRole("region", { name: "Open at Westland when last seen, 28 Nov 2026, 14:20" });
    await page.goto(`${site}/s/westland/alerts`);
    await expect(part).toContainText("HIGH Bench <b>14</b>");
    // Like the alerts, in the site's time, whatever the clock of the device.
    await expect(page.getByText(new RegExp(`^Last seen at (${minutes.join("|")})$`))).toBeVisible();
    await expect(part).toContainText("Zone B · Health · since 28 Nov 2026, 06:00 · Ana");
    await expect(part).toContainText("And 3 more.");
    await page.goto(`${site}/s/elsewhere`);
    await expect(page.getByRole("heading", { name: "Cannot see" })).toBeVisible();
    await expect(page.getByRole("region")).toHaveCount(0);
    await page.goto(`${site}/`);
    await expect(page.getByRole("region")).toContainText("Row 2");
    await page.goto(`${site}/sign-in`);
    await page.goto(`${site}/`);
    await expect(page.getByRole("heading", { name: "Cannot see" })).toBeVisible();
    await expect(page.getByRole("region")).toHaveCount(0);
  } finally {
    await stop(server);
  }
});

test("keeps what Now shows as open for the time without contact", async ({ signedIn: page }) => {
  await page.goto("/alerts");
  const keptHere = () =>
    page.evaluate(async () => {
      const cache = await caches.open("leafwatch-open-1");
      const [first] = await cache.keys();
      const answer = first && (await cache.match(first));
      return answer ? answer.json() : null;
    });
  await expect.poll(async () => (await keptHere())?.alerts.length).toBeGreaterThan(0);
  const { alerts, at } = await keptHere();
  expect(at).toMatch(/^\d+ \w{3} \d{4}, \d\d:\d\d$/);
  await page.goto("/");
  await expect(page.getByText(alerts[0].place).first()).toBeVisible();
});

test("counts down while the server is gone, and returns to the same address by itself", async ({ page }) => {
  let server = await listen(0);
  try {
    const { port } = server.address() as AddressInfo;
    const wanted = `http://localhost:${port}/alerts?severity=HIGH&q=a%26b#row`;
    await page.goto(`http://localhost:${port}/`);
    await page.waitForFunction(() => navigator.serviceWorker.controller);
    await stop(server);
    await page.goto(wanted);
    await expect(page.getByRole("heading", { name: "Cannot see" })).toBeVisible();
    await expect(page.getByText("Next try in 3 s.")).toBeVisible();
    await expect(page.getByText("Next try in 10 s.")).toBeVisible();
    server = await listen(port);
    await expect(page.getByRole("heading", { name: "Live" })).toBeVisible({ timeout: 20_000 });
    expect(page.url()).toBe(wanted);
  } finally {
    await stop(server);
  }
});
