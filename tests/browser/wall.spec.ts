// A screen on a wall: its boards in turn, what interrupts them, and what it shows while it cannot see.

import type { Page } from "@playwright/test";
import { growthOf, SECONDS_A_PAGE, soak, startSoakServer } from "../../scripts/lib/wall-soak";
import { freePort } from "../support/command";
import { startImpatientServer } from "./support/impatient-worker";
import { expect, test } from "./support/test";
import { WallApp } from "./support/wall-app";

let app: WallApp;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  app = new WallApp(await freePort());
  await app.launch();
});

test.afterAll(() => app?.end());

// While the server or its database is away the browser says so for each try.
test.use({
  expectedComplaints: [/Failed to load resource/],
  // What is judged are the pictures, not how one gives way to the next, which takes a whole core to draw here.
  contextOptions: { reducedMotion: "reduce" },
});

const SECOND = 1_000;

async function openWall(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.context().addCookies([app.cookie]);
  await page.clock.install();
  await page.goto(`${app.url}/wall`);
  await expect(page.locator("[data-contact=seen]")).toBeVisible();
  await expect(page.locator(".wall-leaving")).toHaveCount(0);
}

const HD = { width: 1920, height: 1080 };
const picture = (page: Page) => page.locator(".wall-picture:not(.wall-leaving)").getAttribute("data-picture");

/** What is too small, out of its box, or too pale on what is shown now. */
function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const vmin = Math.min(innerWidth, innerHeight) / 100;
    const parse = (colour: string) => (colour.match(/[\d.]+/g) ?? []).map(Number);
    const light = ([r = 0, g = 0, b = 0]: number[]) => {
      const linear = (part: number) =>
        part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4;
      return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
    };
    const behind = (element: Element | null): number[] => {
      const colour = element ? parse(getComputedStyle(element).backgroundColor) : [0, 0, 0];
      return (colour[3] ?? 1) > 0.5 || !element ? colour : behind(element.parentElement);
    };
    const found: string[] = [];
    for (const element of document.querySelectorAll(".wall-picture:not(.wall-leaving) *")) {
      const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
      if (!own) continue;
      const text = element.textContent?.slice(0, 40) ?? "";
      const range = document.createRange();
      range.selectNodeContents(element);
      const box = range.getBoundingClientRect();
      const style = getComputedStyle(element);
      const isPicture = element instanceof SVGElement;
      const size = isPicture
        ? Number(element.getAttribute("font-size")) / 10
        : Number.parseFloat(style.fontSize) / vmin;
      if (size < 3.39) found.push(`${text}: ${size.toFixed(2)} vmin`);
      if (box.left < -4 || box.right > innerWidth + 4 || box.top < -4 || box.bottom > innerHeight + 4)
        found.push(`${text}: out of the picture`);
      for (let around: Element | null = element; around; around = around.parentElement) {
        if (getComputedStyle(around).overflow !== "hidden") continue;
        const edge = around.getBoundingClientRect();
        if (box.right > edge.right + 1 || box.left < edge.left - 1) found.push(`${text}: cut off`);
        // Above and below its letters a line has room of its own.
        const room = isPicture ? Number.POSITIVE_INFINITY : 0.2 * Number.parseFloat(style.fontSize);
        if (box.top < edge.top - room || box.bottom > edge.bottom + room)
          found.push(`${text}: cut off above or below`);
      }
      const [one, other] = [light(parse(isPicture ? style.fill : style.color)), light(behind(element))];
      const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
      if (contrast < 7) found.push(`${text}: contrast ${contrast.toFixed(1)}`);
    }
    return found;
  });
}

test("a new HIGH takes the screen for a minute, then its page comes first", async ({ page }) => {
  await openWall(page, HD);
  await app.raise({ alertId: "01WALLHIGH0000000000000001", severity: "HIGH", jobId: "JOB_2_3" });
  await expect(page.getByText("new,")).toBeVisible();
  await expect(page.locator(".wall-place")).toHaveText("Bench 3");
  await expect(page.locator(".wall-chart")).toBeVisible();
  await expect(page.locator(".wall-qr")).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await app.raise({ alertId: "01WALLHIGH0000000000000002", severity: "HIGH", jobId: "JOB_1_1" });
  await expect.poll(() => picture(page)).toBe("takeover 01WALLHIGH0000000000000002");
  await expect(page.locator(".wall-picture:not(.wall-leaving)").getByText(/^[12] of 2/)).toBeVisible();
  await page.clock.fastForward(61 * SECOND);
  await expect(page.locator(".wall-tile[data-state=high]").first()).toBeVisible();
  await expect.poll(() => picture(page)).toMatch(/areas/);
});

/** What a wall needs without a server, and has not kept yet: its page, all that the page loaded, its last state. */
function missingOf(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const kept = await caches.open("leafwatch-wall-1");
    const names = new Set((await kept.keys()).map(({ url }) => url));
    const files = performance
      .getEntriesByType("resource")
      .map(({ name }) => name)
      .filter((name) => name.includes("/_next/static/"));
    const wanted = [location.href, ...files].filter((name) => !names.has(name));
    const hasState = Object.keys(localStorage).some((key) => /^leafwatch-wall-\d+$/.test(key));
    return hasState ? wanted : [...wanted, "the last state"];
  });
}

test("a server that is killed leaves the last state in a box, a reload too; when it is back, it heals", async ({
  page,
}) => {
  test.setTimeout(120_000);
  await openWall(page, HD);
  await expect.poll(() => missingOf(page), { timeout: 30_000 }).toEqual([]);
  await app.kill();
  await page.clock.fastForward(40 * SECOND);
  await expect(page.getByText("Cannot see")).toBeVisible();
  await expect(page.getByText(/Last seen at .*, not live/)).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await page.reload();
  // Its time begins when it runs.
  await expect(page.locator("[data-contact]")).toBeVisible();
  await page.clock.fastForward(15 * SECOND);
  await expect(page.getByText("Cannot see")).toBeVisible();
  await expect(page.getByText(/Last seen at .*, not live/)).toBeVisible();
  await app.start();
  await expect(async () => {
    await page.clock.fastForward(5 * SECOND);
    await expect(page.locator("[data-contact=seen]")).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
});

test("a page that hangs in an endless loop is begun anew", async ({ browser }) => {
  test.setTimeout(120_000);
  const server = await startImpatientServer(app.url, 20 * SECOND);
  const context = await browser.newContext({ viewport: { width: 640, height: 360 } });
  try {
    const { name, value } = app.cookie;
    await context.addCookies([{ name, value, url: server.url }]);
    const page = await context.newPage();
    await page.goto(`${server.url}/wall`);
    await expect.poll(() => missingOf(page), { timeout: 30_000 }).toEqual([]);
    await page.evaluate(() => {
      setTimeout(() => {
        for (;;);
      }, 0);
    });
    const before = server.asked.length;
    const next = () => server.asked.slice(before);
    await expect.poll(next, { timeout: 60_000 }).toContain("/wall");
    // Who asks for the boards runs: the page is not only asked for.
    const boards = () => next().slice(next().indexOf("/wall"));
    await expect.poll(boards, { timeout: 30_000 }).toContain("/api/v1/wall/snapshot");
    await expect(page.locator("[data-contact=seen]")).toBeVisible();
  } finally {
    await context.close();
    await server.stop();
  }
});

test("a database that is gone is no live state, although the server answers", async ({ page }) => {
  await openWall(page, HD);
  await app.shutDatabase(true);
  try {
    await expect(async () => {
      await page.clock.fastForward(16 * SECOND);
      await expect(page.getByText(/Leafwatch has no data since|No contact/)).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 30_000 });
  } finally {
    await app.shutDatabase(false);
  }
  await expect(async () => {
    await page.clock.fastForward(5 * SECOND);
    await expect(page.locator("[data-contact=seen]")).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 40_000 });
});

test("a machine whose clock jumps over the change of the clock shows the server's time", async ({ page }) => {
  await openWall(page, HD);
  const shown = () => page.locator(".wall-clock").first().textContent();
  const time = () =>
    new Intl.DateTimeFormat("en-GB", {
      timeZone: "Europe/Amsterdam",
      hour: "2-digit",
      minute: "2-digit",
    }).format();
  // In March an hour is left out, in October one comes twice: a machine that does not know is an hour off.
  for (const jump of [3_600_000, -3_600_000]) {
    await page.clock.setSystemTime((await page.evaluate(() => Date.now())) + jump);
    await page.clock.runFor(2 * SECOND);
    await expect(page.locator("[data-contact=seen]")).toBeVisible();
    await expect.poll(shown).toBe(time());
  }
});

for (const [name, size] of [
  ["lying", HD],
  ["of four times the points", { width: 3840, height: 2160 }],
  ["upright", { width: 1080, height: 1920 }],
] as const) {
  test(`a screen ${name} turns through its boards, each legible from afar`, async ({ page }) => {
    test.setTimeout(120_000);
    await app.paceBoards(5);
    await openWall(page, size);
    const seen = new Set<string>();
    while (seen.size < 5) {
      const before = (await picture(page)) ?? "";
      expect(await faultsOf(page)).toEqual([]);
      seen.add(before);
      await expect(async () => {
        await page.clock.fastForward(SECOND);
        expect(await picture(page)).not.toBe(before);
      }).toPass({ timeout: 30_000, intervals: [100] });
    }
    const focusable = "a, button, input, [tabindex]";
    await expect(page.locator(".wall").locator(focusable)).toHaveCount(0);
  });
}

test("two minutes with a thousand updates and hundreds of page turns each leave nothing behind", async ({
  browser,
}) => {
  test.setTimeout(300_000);
  await app.paceBoards(SECONDS_A_PAGE);
  const { name, value } = app.cookie;
  const server = await startSoakServer(app.url, { name, value }, 1_000);
  // A small picture: what is looked for does not depend on its size, and others need the processor.
  const context = await browser.newContext({ viewport: { width: 640, height: 360 } });
  try {
    await context.addCookies([{ name, value, url: server.url }]);
    const soaked = await soak(await context.newPage(), server, 2);
    expect(soaked.turns).toBeGreaterThan(500);
    expect(soaked.updates).toBeGreaterThan(1_500);
    expect(growthOf(soaked)).toEqual([]);
  } finally {
    await context.close();
    await server.stop();
  }
});
