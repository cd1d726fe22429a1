// A real window and a real wall among the simulated ones must show what the database holds.

import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, Page } from "@playwright/test";
import type { LoadApp } from "./app";

/** In a long storm they read at least every thirteen seconds (lib/web/events/read-pace). */
const WITHIN_MS = 15_000;

export type Truth = {
  /** Waits until both show the app's counts. @throws Error after 15 s */
  check(): Promise<string>;
};

export async function openTruth(browser: Browser, app: LoadApp): Promise<Truth> {
  const [sessionName = "", session = ""] = (app.sessions[0] ?? "").split(/=(.*)/s);
  const now = await openPage(browser, `${app.url}/`, { name: sessionName, value: session, url: app.url });
  const wall = await openPage(browser, `${app.url}/wall`, {
    name: "leafwatch-screen",
    value: app.screenTokens.at(-1) ?? "",
    url: app.url,
  });
  await wall.locator("[data-contact=seen]").waitFor();
  return {
    async check() {
      const began = performance.now();
      for (;;) {
        const [wanted, window, screen] = await Promise.all([countsOf(app), titleCount(now), mediumOf(wall)]);
        const seconds = ((performance.now() - began) / 1_000).toFixed(1);
        const isWall = screen === null ? await hasContact(wall) : screen === wanted.bySeverity.medium;
        if (window === wanted.attention && isWall)
          return `truth: a real window and a real wall show what there is, ${seconds} s after the storm`;
        if (performance.now() - began > WITHIN_MS)
          throw new Error(
            `A window shows ${window} of ${wanted.attention}, a wall ${screen} of ${wanted.bySeverity.medium} alerts.`,
          );
        await sleep(100);
      }
    },
  };
}

type Cookie = { name: string; value: string; url: string };

async function openPage(browser: Browser, address: string, cookie: Cookie): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies([cookie]);
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

async function countsOf(app: LoadApp): Promise<{ attention: number; bySeverity: { medium: number } }> {
  const answer = await fetch(`${app.url}/api/v1/alerts/counts`, {
    headers: { cookie: app.sessions[0] ?? "" },
  });
  return (await answer.json()) as { attention: number; bySeverity: { medium: number } };
}

const hasContact = async (wall: Page) => (await wall.locator("[data-contact=seen]").count()) > 0;

/** The count at the start of the title: alerts that need attention. */
const titleCount = async (page: Page) => Number(/^\((\d+)\)/.exec(await page.title())?.[1] ?? 0);

/** The number of MEDIUM alerts on a wall; null while a HIGH alert covers the counts. */
const mediumOf = (page: Page) =>
  page.evaluate(() => {
    const text = document.querySelector(".wall-counts")?.children[1]?.textContent;
    return text ? Number(text) : null;
  });
