// A screen on a wall: turning boards, takeovers, and the last state without contact.

import type { Browser, Page } from "@playwright/test";
import { growthOf, SECONDS_A_PAGE, soak, startSoakServer } from "../../bench/lib/wall-soak";
import { freePort } from "../support/command";
import { startToxicProxy } from "../support/toxic-proxy";
import { startImpatientServer } from "./support/impatient-worker";
import { expect, test } from "./support/test";
import { WallApp } from "./support/wall-app";
import { HD, judge, judgeAtEverySize, SIZES, type Size } from "./support/wall-look";

let app: WallApp;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  app = new WallApp(await freePort());
  await app.launch();
});

test.afterAll(() => app?.end());

// The browser logs each failed request while the server or its database is away.
test.use({
  expectedComplaints: [/Failed to load resource/],
  // Only the pictures are judged, not the cross-fade, which takes a whole core to draw here.
  contextOptions: { reducedMotion: "reduce" },
});

const SECOND = 1_000;

async function openWall(page: Page, size: Size, url = app.url): Promise<void> {
  await page.setViewportSize(size);
  await page.context().addCookies([app.cookie]);
  await page.clock.install();
  await page.goto(`${url}/wall`);
  await expect(page.locator("[data-contact=seen]")).toBeVisible();
  await expect(page.locator(".wall-leaving")).toHaveCount(0);
}

const picture = (page: Page) => page.locator(".wall-picture:not(.wall-leaving)").getAttribute("data-picture");

test("shows a new HIGH alert for a minute, then its page first", async ({ page }) => {
  await openWall(page, HD);
  await app.raise({ alertId: "01WALLHIGH0000000000000001", severity: "HIGH", jobId: "JOB_2_3" });
  await expect(page.getByText("new,")).toBeVisible();
  await expect(page.locator(".wall-place")).toHaveText("Bench 3");
  await judgeAtEverySize(page, async () => {
    await expect(page.locator(".wall-chart")).toBeVisible();
    await expect(page.locator(".wall-qr")).toBeVisible();
  });
  await app.raise({ alertId: "01WALLHIGH0000000000000002", severity: "HIGH", jobId: "JOB_1_1" });
  await expect.poll(() => picture(page)).toBe("takeover 01WALLHIGH0000000000000002");
  await expect(page.locator(".wall-picture:not(.wall-leaving)").getByText(/^[12] of 2/)).toBeVisible();
  await judgeAtEverySize(page);
  await page.clock.fastForward(61 * SECOND);
  await expect(page.locator(".wall-tile[data-state=high]").first()).toBeVisible();
  await expect.poll(() => picture(page)).toMatch(/areas/);
  await judgeAtEverySize(page);
});

/** Lists what a wall needs without a server and has not cached yet: its page, all its files, its last state. */
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

test("reloads a page that hangs in an endless loop", async ({ browser }) => {
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
    // A request for the snapshot proves that the page runs, not only that it was requested.
    const boards = () => next().slice(next().indexOf("/wall"));
    await expect.poll(boards, { timeout: 30_000 }).toContain("/api/v1/wall/snapshot");
    await expect(page.locator("[data-contact=seen]")).toBeVisible();
  } finally {
    await context.close();
    await server.stop();
  }
});

test("keeps a page whose worker starts late", async ({ page }) => {
  await page.addInitScript(() => {
    const { ready } = navigator.serviceWorker;
    const late = ready.then((worker) => new Promise((resolve) => setTimeout(resolve, 5_000, worker)));
    Object.defineProperty(navigator.serviceWorker, "ready", { value: late });
  });
  await page.context().addCookies([app.cookie]);
  await page.goto(`${app.url}/wall`);
  await expect.poll(() => missingOf(page), { timeout: 30_000 }).toEqual([]);
});

/** Advances the clock until the wall has contact again. */
async function healed(wall: Page): Promise<void> {
  await expect(async () => {
    await wall.clock.fastForward(5 * SECOND);
    await expect(wall.locator("[data-contact=seen]")).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
  await judge(wall);
}

test("shows nothing as live while the connection delivers no bytes", async ({ page }) => {
  const proxy = await startToxicProxy(app.url);
  try {
    await openWall(page, HD, proxy.origin.replace("127.0.0.1", "localhost"));
    proxy.hold();
    for (let passed = 0; passed < 36; passed += 1) await page.clock.runFor(SECOND);
    await expect(page.locator("[data-contact=away]")).toBeVisible();
    await expect(page.locator("[data-contact=seen]")).toHaveCount(0);
    proxy.release();
    await healed(page);
  } finally {
    await proxy.stop();
  }
});

async function openWalls(browser: Browser): Promise<Page[]> {
  const opened = SIZES.map(async (size) => {
    const context = await browser.newContext({ reducedMotion: "reduce" });
    const wall = await context.newPage();
    await openWall(wall, size);
    return wall;
  });
  return Promise.all(opened);
}

test.describe("three screens: HD, 4K and upright", () => {
  let walls: Page[] = [];
  test.setTimeout(120_000);
  test.beforeAll(async ({ browser }) => {
    walls = await openWalls(browser);
  });
  test.afterAll(() => onAll((wall) => wall.context().close()));

  const onAll = (work: (wall: Page) => Promise<void>) => Promise.all(walls.map(work));

  test("show the server's time when the machine's clock jumps by an hour", async () => {
    const time = () =>
      new Intl.DateTimeFormat("en-GB", {
        timeZone: "Europe/Amsterdam",
        hour: "2-digit",
        minute: "2-digit",
      }).format();
    await onAll(async (wall) => {
      const shown = () => wall.locator(".wall-clock").first().textContent();
      // A machine that misses the clock change of March or October is an hour off.
      for (const jump of [3_600_000, -3_600_000]) {
        await wall.clock.setSystemTime((await wall.evaluate(() => Date.now())) + jump);
        await wall.clock.runFor(2 * SECOND);
        await expect(wall.locator("[data-contact=seen]")).toBeVisible();
        await expect.poll(async () => (await shown()) === time()).toBe(true);
      }
      await judge(wall);
    });
  });

  test("show the last state in a box after the server is killed, also after a reload, until it is back", async () => {
    const lastState = async (wall: Page) => {
      await expect(wall.getByText("Cannot see")).toBeVisible();
      await expect(wall.getByText(/Last seen at .*, not live/)).toBeVisible();
      await judge(wall);
    };
    await onAll((wall) => expect.poll(() => missingOf(wall), { timeout: 60_000 }).toEqual([]));
    await app.kill();
    await onAll(async (wall) => {
      await wall.clock.fastForward(40 * SECOND);
      await lastState(wall);
      await wall.reload();
      // Its timers start only when the page runs.
      await expect(wall.locator("[data-contact]")).toBeVisible();
      await wall.clock.fastForward(15 * SECOND);
      await lastState(wall);
    });
    await app.start();
    await onAll(healed);
  });

  test("show no live state while the database is away, although the server answers", async () => {
    await app.shutDatabase(true);
    try {
      await onAll(async (wall) => {
        await expect(async () => {
          await wall.clock.fastForward(16 * SECOND);
          const said = wall.getByText(/Leafwatch has had no data since|No (contact|data)/);
          await expect(said).toBeVisible({ timeout: 1_000 });
        }).toPass({ timeout: 60_000 });
        await judge(wall);
      });
    } finally {
      await app.shutDatabase(false);
    }
    await onAll(healed);
  });

  test("delete their stored data and show a code when the token is gone", async () => {
    await onAll(async (wall) => {
      await wall.context().clearCookies();
      await expect(async () => {
        await wall.clock.fastForward(16 * SECOND);
        await expect(wall.getByText(/The code is valid for/)).toBeVisible({ timeout: 1_000 });
      }).toPass({ timeout: 60_000 });
      await judge(wall);
      expect(await wall.evaluate(() => Object.keys(localStorage))).toEqual([]);
    });
  });
});

for (const size of SIZES) {
  test(`a screen of ${size.width} by ${size.height} turns through its boards, each legible from afar`, async ({
    page,
  }) => {
    test.setTimeout(120_000);
    await app.paceBoards(5);
    await openWall(page, size);
    const seen = new Set<string>();
    while (seen.size < 5) {
      const before = (await picture(page)) ?? "";
      await judge(page);
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

test("leaks nothing in two minutes with a thousand updates and hundreds of page turns each", async ({
  browser,
}) => {
  test.setTimeout(300_000);
  await app.paceBoards(SECONDS_A_PAGE);
  const { name, value } = app.cookie;
  const server = await startSoakServer(app.url, { name, value }, 1_000);
  // A small viewport: leaks do not depend on its size, and other tests need the processor.
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
