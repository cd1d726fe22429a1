// A proxy that holds back every byte and resets nothing: the page reports that it is out of date.

import type { Page } from "@playwright/test";
import { startToxicProxy, type ToxicProxy } from "../support/toxic-proxy";
import { demo, expect, test } from "./support/test";

const SECOND = 1_000;

let proxy: ToxicProxy;
let url: string;

test.beforeEach(async () => {
  proxy = await startToxicProxy(demo.url());
  // The session cookie is valid for this host on any port.
  url = proxy.origin.replace("127.0.0.1", "localhost");
});
test.afterEach(() => proxy.stop());

// The browser logs aborted requests as errors.
test.use({ expectedComplaints: [/Failed to load resource/] });

const fresh = (page: Page) => page.getByRole("region", { name: "Freshness of this page" });
const blind = (page: Page) => page.getByRole("alert").filter({ hasText: /^Cannot see since \d\d:\d\d\.$/ });

/** Opens a page and waits for the event stream. */
async function openLive(page: Page, path: string): Promise<void> {
  await page.clock.install();
  const heard = page.waitForResponse((answer) => answer.url().endsWith("/api/v1/events"));
  await page.goto(`${url}${path}`);
  await heard;
  await expect(fresh(page)).toBeVisible();
}

/** Advances the clock; timers fire. */
async function wait(page: Page, seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 1) await page.clock.runFor(SECOND);
}

const sizes = { "a desk": { width: 1440, height: 1000 }, "a phone": { width: 375, height: 812 } };
for (const [name, viewport] of Object.entries(sizes))
  test(`reports a hanging connection on ${name} after 35 s, and an act without a response after 3 s`, async ({
    signedIn: page,
  }) => {
    await page.setViewportSize(viewport);
    const { items } = await (
      await page.request.get(`${demo.url()}/api/v1/alerts?status=open&limit=1`)
    ).json();
    await openLive(page, `/alerts/${items[0].alertId}`);
    proxy.hold();

    const note = page.getByRole("textbox", { name: /note/i });
    await note.fill("Looked at the drip line.");
    await page.getByRole("button", { name: /note/i }).last().click();
    await wait(page, 2);
    await expect(page.getByText("No answer yet.")).toBeHidden();
    await wait(page, 2);
    await expect(page.getByText("No answer yet.")).toBeVisible();
    await wait(page, 28);
    await expect(page.getByText(/^Leafwatch did not answer\. It may have been done/)).toBeVisible();
    await expect(page.getByText("No answer yet.")).toBeHidden();
    await expect(note).toHaveValue("Looked at the drip line.");

    await wait(page, 5);
    await expect(blind(page)).toBeVisible();
    await expect(fresh(page)).toBeHidden();
    // Each further try hangs too.
    await wait(page, 30);
    await expect(blind(page)).toBeVisible();

    proxy.release();
    await expect(async () => {
      await wait(page, 5);
      await expect(fresh(page)).toBeVisible({ timeout: SECOND });
    }).toPass();
  });

test("reports hanging reads while the event stream is live", async ({ signedIn: page }) => {
  await openLive(page, "/");
  // Only reads are held back; heartbeats go on.
  await page.route(/\/api\/v1\/(?!events)/, () => undefined);
  await page.clock.runFor(150 * SECOND);
  await expect(blind(page)).toBeVisible();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await expect(async () => {
    await wait(page, 5);
    await expect(fresh(page)).toBeVisible({ timeout: SECOND });
  }).toPass();
});
