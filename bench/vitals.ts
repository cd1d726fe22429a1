// Every kind of page of the demonstration on a slowed phone: how long it blocks against a fixed loop of the same browser,
// and its largest paint, shift and bytes. BENCH_ROUNDS for more than three loads of each.

import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from "@playwright/test";
import { headlessShell } from "../tests/browser/support/browsers";
import { demo, untilDemonstrated } from "../tests/browser/support/demonstration";
import startDemonstration from "../tests/browser/support/global-setup";
import { signIn } from "../tests/browser/support/test";
import type { Measured } from "./lib/benchmark";

export const name = "vitals";

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const SLOWED = 4;
/** A phone in bad Wi-Fi: 150 ms away, 1.6 Mbit/s down, 750 kbit/s up. */
const LINK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
const PHONE = { viewport: { width: 375, height: 812 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
/** A page is quiet once neither a long task nor an answer has come for this long. */
const QUIET_MS = 1_500;
const LONGEST_MS = 20_000;

const ZONE_A = "Westland#Glasshouse 2#Zone A";
const ZONE_B = "Westland#Glasshouse 2#Zone B";
const area = (path: string) => `/areas/${path.split("#").map(encodeURIComponent).join("/")}`;
const PAGES: Record<string, (alertId: string) => string> = {
  now: () => "/",
  sites: () => "/sites",
  inbox: () => "/alerts",
  alert: (alertId) => `/alerts/${alertId}`,
  areas: () => "/areas",
  area: () => area(ZONE_B),
  compare: () => `/compare?area=${encodeURIComponent(ZONE_A)}&area=${encodeURIComponent(ZONE_B)}`,
  queries: () => "/queries",
  handover: () => "/handover",
  notices: () => "/account/notices",
  users: () => "/admin/users",
};

type Vitals = { blocking: number; paint: number; shift: number; bytes: number };

export async function run(): Promise<Measured[]> {
  const stop = await startDemonstration();
  const browser = await chromium.launch(headlessShell);
  try {
    await untilDemonstrated();
    const context = await browser.newContext({ ...PHONE, baseURL: demo.url() });
    const page = await context.newPage();
    await signIn(page);
    const { items } = await (await page.request.get("/api/v1/alerts?status=open&order=worst&limit=1")).json();
    const cookies = await context.cookies();
    await context.close();
    const results: Measured[] = [];
    for (const [kind, addressOf] of Object.entries(PAGES))
      results.push(...(await measured(browser, cookies, kind, addressOf(items[0].alertId))));
    return results;
  } finally {
    await browser.close();
    await stop();
  }
}

async function measured(
  browser: Browser,
  cookies: Parameters<BrowserContext["addCookies"]>[0],
  kind: string,
  address: string,
): Promise<Measured[]> {
  const loads: Vitals[] = [];
  const loops: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    // A context of its own, so that each load begins with an empty cache.
    const context = await browser.newContext({ ...PHONE, baseURL: demo.url() });
    await context.addCookies(cookies);
    const page = await context.newPage();
    const slowed = await slow(page);
    loops.push(await timeLoop(page));
    loads.push(await load(page, slowed, address));
    await context.close();
  }
  const of = (pick: (one: Vitals) => number) => median(loads.map(pick));
  const [paint, shift, kilobytes] = [
    of((one) => one.paint),
    of((one) => one.shift),
    of((one) => one.bytes / 1_000),
  ];
  process.stdout.write(
    `${kind.padEnd(9)} largest paint ${Math.round(paint)} ms, shift ${shift.toFixed(3)}, ${Math.round(kilobytes)} kB\n`,
  );
  return [
    {
      name: `vitals, ${kind}: blocking`,
      ours: of((one) => one.blocking),
      baseline: median(loops),
      unit: "ms",
    },
    { name: `vitals, ${kind}: shift`, ours: shift, baseline: 0.02, unit: "of 0.02" },
  ];
}

async function slow(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWED });
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", LINK);
  return session;
}

/** Sorts the same 120,000 numbers three times. @returns milliseconds */
function timeLoop(page: Page): Promise<number> {
  return page.evaluate(() => {
    let seed = 1;
    const numbers = Float64Array.from({ length: 120_000 }, () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed;
    });
    const began = performance.now();
    for (let time = 0; time < 3; time++) numbers.slice().sort();
    return performance.now() - began;
  });
}

async function load(page: Page, session: CDPSession, address: string): Promise<Vitals> {
  let bytes = 0;
  let heardAt = Date.now();
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
    heardAt = Date.now();
  });
  await page.addInitScript(observe);
  await page.goto(address, { waitUntil: "load" });
  const until = Date.now() + LONGEST_MS;
  for (;;) {
    const sinceTask = await page.evaluate(() => performance.now() - window.seen.taskEnd);
    if ((sinceTask > QUIET_MS && Date.now() - heardAt > QUIET_MS) || Date.now() > until) break;
    await page.waitForTimeout(200);
  }
  const { blocking, paint, shift } = await page.evaluate(() => window.seen);
  return { blocking, paint, shift, bytes };
}

declare global {
  interface Window {
    seen: { blocking: number; paint: number; shift: number; taskEnd: number };
  }
}

/**
 * Runs in the page: what of each long task is over 50 ms, the largest paint, the shifts that no input caused. Its parts
 * have no names, which the compiler would wrap in a helper that the page lacks.
 */
function observe(): void {
  const seen = { blocking: 0, paint: 0, shift: 0, taskEnd: 0 };
  window.seen = seen;
  new PerformanceObserver((list) => {
    for (const { entryType, startTime, duration, ...entry } of list.getEntries().map((one) => one.toJSON())) {
      if (entryType === "longtask") {
        seen.blocking += duration - 50;
        seen.taskEnd = startTime + duration;
      } else if (entryType === "largest-contentful-paint") seen.paint = startTime;
      else if (!entry.hadRecentInput) seen.shift += entry.value;
    }
  }).observe({ entryTypes: ["longtask", "largest-contentful-paint", "layout-shift"] });
}

const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN;
