// The layout stays where it is: on load with a slow font, and when the worst of alerts arrives.

import type { BrowserContext, Page } from "@playwright/test";
import { closeAlert, raiseAlert } from "./support/notify";
import { PAGES, untilRead } from "./support/pages";
import { expect, test } from "./support/test";

/** Pages open at a time: each holds one of a host's six connections for its events. */
const TOGETHER = 4;
const LIMIT = 0.02;

type Shift = { value: number; sources: string[] };
type Watched = Window & { shifts: Shift[] };

/** Records what moves without a press, with the elements that moved. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const watched = window as unknown as Watched;
    watched.shifts = [];
    type Entry = PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
    };
    const wordsOf = ({ node, previousRect: a, currentRect: b }: Entry["sources"][number]) => {
      const element = node instanceof Element ? node : node?.parentElement;
      return `${element?.tagName} "${element?.textContent?.slice(0, 40)}" ${a.x},${a.y} ${a.width}x${a.height} to ${b.x},${b.y} ${b.width}x${b.height}`;
    };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Entry[])
        if (!entry.hadRecentInput)
          watched.shifts.push({ value: entry.value, sources: entry.sources.slice(0, 3).map(wordsOf) });
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** The sum of the shifts so far, and their causes if it is above the limit. */
async function shiftsOf(page: Page): Promise<{ sum: number; causes: Shift[] }> {
  const shifts = await page.evaluate(
    () =>
      new Promise<Shift[]>((resolve) => {
        // Shifts are reported after the frame in which they happen.
        requestAnimationFrame(() => setTimeout(() => resolve((window as unknown as Watched).shifts), 100));
      }),
  );
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  return { sum, causes: sum < LIMIT ? [] : shifts };
}

const waiting = (page: Page) =>
  page
    .getByRole("navigation")
    .getByRole("link", { name: /^Alerts/ })
    .filter({ visible: true })
    .first()
    .textContent();

async function open(context: BrowserContext, address: string, size: { width: number; height: number }) {
  const page = await context.newPage();
  await page.setViewportSize(size);
  await page.route("**/*.woff2", async (route) => {
    const answer = await route.fetch();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await route.fulfill({ response: answer }).catch(() => undefined);
  });
  await watchShifts(page);
  await page.goto(address);
  await untilRead(page);
  await page.evaluate(() => document.fonts.ready);
  return page;
}

const ONE_ALERT = "an alert";
const ONE_TENANCY = "a tenancy";
const PLACES = [...PAGES, ONE_ALERT, ONE_TENANCY];

/** The address of a page whose id is known only to the demonstration. */
async function addressOf(page: Page, place: string): Promise<string> {
  const first = async (path: string) => {
    const { items } = await (await page.request.get(path)).json();
    return items[0];
  };
  if (place === ONE_ALERT)
    return `/alerts/${(await first("/api/v1/alerts?status=open&order=worst&placed=true&limit=1")).alertId}`;
  if (place === ONE_TENANCY) return `/admin/tenancies/${(await first("/api/v1/tenancies")).tenantId}`;
  return place;
}

const SIZES = [
  { width: 375, height: 812 },
  { width: 1440, height: 900 },
];

for (const size of SIZES)
  for (let from = 0; from < PLACES.length; from += TOGETHER) {
    const places = PLACES.slice(from, from + TOGETHER);
    test(`at ${size.width} px: ${places.join(" ")}`, async ({ signedIn, context }) => {
      const addresses = await Promise.all(places.map((place) => addressOf(signedIn, place)));
      const pages = await Promise.all(addresses.map((address) => open(context, address, size)));
      for (const [n, page] of pages.entries())
        expect.soft((await shiftsOf(page)).causes, `${addresses[n]} on load`).toEqual([]);
      const before = await Promise.all(pages.map(waiting));
      // Two: the demonstration may close one at the same moment.
      const raised = [await raiseAlert("HIGH"), await raiseAlert("HIGH")];
      for (const [n, page] of pages.entries()) {
        await expect.poll(() => waiting(page)).not.toBe(before[n]);
        expect.soft((await shiftsOf(page)).causes, `${addresses[n]} as an alert arrives`).toEqual([]);
      }
      for (const one of raised) await closeAlert(one);
      await Promise.all(pages.map((page) => page.close()));
    });
  }

for (const size of SIZES)
  test(`at ${size.width} px: a failed read, and a full disk`, async ({ signedIn: _, context }) => {
    test.setTimeout(120_000);
    for (const [address, read, words] of [
      ["/", "alerts", "Could not load the open alerts"],
      ["/handover", "handover", "Could not load the handover"],
    ] as const) {
      const page = await open(context, address, size);
      const problem = (status: number) => ({ status, json: { status, title: "Away", detail: "Away." } });
      // Read one by one, so that one of them can fail.
      await page.route("**/api/v1/together?*", (route) => route.fulfill(problem(404)));
      const reads = (url: URL) => url.pathname === `/api/v1/${read}`;
      await page.route(reads, (route) => route.fulfill(problem(503)));
      const raised = [await raiseAlert("HIGH")];
      const notice = page.getByRole("alert").filter({ hasText: words });
      await expect(notice).toBeVisible({ timeout: 30_000 });
      await expect(notice).toContainText("Shown as of");
      expect.soft((await shiftsOf(page)).causes, `${address} as a read fails`).toEqual([]);
      await page.unroute(reads);
      await notice.getByRole("button", { name: "Try now" }).click();
      await expect(notice).toBeHidden();

      await page.route("**/api/v1/freshness?*", async (route) => {
        const response = await route.fetch();
        const { notifications, ...rest } = await response.json();
        const diskFullSince = new Date().toISOString();
        await route.fulfill({
          response,
          json: { ...rest, notifications: { ...notifications, diskFullSince } },
        });
      });
      raised.push(await raiseAlert("HIGH"));
      const full = page.getByRole("region", { name: "The disk is full" });
      await expect(full).toContainText("Disk full since", { timeout: 30_000 });
      expect.soft((await shiftsOf(page)).causes, `${address} on a full disk`).toEqual([]);
      // News may lie over it on a phone.
      await full.getByRole("button", { name: "What to do" }).press("Enter");
      await expect(page.getByRole("dialog")).toContainText("Free up space on the disk");
      await page.unrouteAll({ behavior: "ignoreErrors" });
      for (const one of raised) await closeAlert(one);
      await page.close();
    }
  });
