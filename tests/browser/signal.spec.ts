// A signal that drops or hangs while somebody walks through the greenhouse: nothing that was typed or shown is lost.

import type { Page, Route } from "@playwright/test";
import { raiseAlert } from "./support/notify";
import { awake, expect, test } from "./support/test";

// The browser logs requests without an answer as errors.
test.use({
  expectedComplaints: [/Failed to load resource|Service Worker registration blocked/],
  viewport: { width: 375, height: 812 },
  // Requests that pass a service worker cannot be held back here.
  serviceWorkers: "block",
});

const CODE = "**/_next/static/**";
const note = (page: Page) => page.getByRole("textbox", { name: "Note" });
const toast = (page: Page, text: string | RegExp) =>
  page.getByRole("region", { name: "What you did" }).filter({ hasText: text });

/** Has requests fail as they do without a signal. @returns brings the signal back */
async function dropSignal(page: Page, address: string): Promise<() => Promise<void>> {
  const drop = (route: Route) => route.abort("internetdisconnected");
  await page.route(address, drop);
  return () => page.unroute(address, drop);
}

/** Holds requests back until the page is closed. */
async function hang(page: Page, address: string | RegExp, method?: string): Promise<void> {
  await page.route(address, (route) => {
    if (method !== undefined && route.request().method() !== method) return route.fallback();
  });
}

test("keeps the page and what is typed when a menu cannot be fetched, and opens it once the signal is back", async ({
  signedIn: page,
}) => {
  const { alertId } = await raiseAlert();
  await page.goto(`/alerts/${alertId}`);
  await note(page).fill("Drippers of row 7 are shut");
  const bringBack = await dropSignal(page, CODE);
  const give = page.getByRole("button", { name: "Assign", exact: true });
  const place = page.getByRole("button", { name: "Set the location" });
  await give.click();
  await expect(toast(page, /^No connection/)).toBeVisible();
  await expect(give).toHaveAttribute("aria-expanded", "false");
  await place.click();
  await expect(note(page)).toHaveValue("Drippers of row 7 are shut");
  await bringBack();
  await give.click();
  await expect(page.getByRole("menuitem", { name: /\(you\)/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await place.click();
  await expect(page.getByRole("dialog", { name: "Where is it?" })).toBeVisible();
});

test("opens a page whose code could not be fetched by itself once the signal is back", async ({
  signedIn: page,
}) => {
  await page.goto("/account");
  const bringBack = await dropSignal(page, CODE);
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Areas" }).click();
  await page.waitForRequest(CODE);
  await expect(page.getByText("could not be loaded")).toBeHidden();
  await bringBack();
  await expect(page).toHaveURL(/\/areas/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("awakes although the first tries of all its scripts fail", async ({ page }) => {
  const tries = new Map<string, number>();
  await page.route("**/_next/static/**/*.js", (route) => {
    const url = route.request().url();
    tries.set(url, (tries.get(url) ?? 0) + 1);
    return (tries.get(url) ?? 0) <= 2 ? route.abort("connectionreset") : route.fallback();
  });
  await page.goto("/sign-in");
  const show = page.getByRole("button", { name: "Show password" });
  await expect(async () => {
    await show.click();
    await expect(page.getByRole("button", { name: "Hide password" })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  expect(tries.size).toBeGreaterThan(3);
});

test("answers a tap on a page that hangs at once, and says so after 8 s", async ({ signedIn: page }) => {
  await page.clock.install();
  await page.goto("/");
  const link = page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Areas" });
  await hang(page, /[?&]_rsc=/);
  await link.click();
  await expect(link.locator("[data-opening]")).toBeAttached();
  await page.clock.runFor(4_000);
  await expect(page.getByText("No answer yet.")).toBeHidden();
  await page.clock.runFor(5_000);
  await expect(page.getByText("No answer yet.")).toBeVisible();
});

test("shows an acknowledgement and a note at once while the reads after them hang", async ({
  signedIn: page,
}) => {
  const { alertId } = await raiseAlert();
  await page.goto(`/alerts/${alertId}`);
  await expect(note(page)).toBeVisible();
  await hang(page, "**/api/v1/**", "GET");
  await page.getByRole("button", { name: "Acknowledge", exact: true }).click();
  await expect(page.getByRole("button", { name: "Release" })).toBeVisible();
  await expect(page.getByText("Assigned to", { exact: true }).locator("..")).not.toContainText("Nobody yet");
  await expect(toast(page, "Acknowledged. It is yours")).toBeVisible();
  await note(page).fill("Shut the vents");
  await page.getByRole("button", { name: "Save the note" }).click();
  await expect(page.getByRole("article").filter({ hasText: "Shut the vents" })).toBeVisible();
});

test("snoozes once, however often its time is tapped", async ({ signedIn: page }) => {
  const { alertId } = await raiseAlert();
  await page.goto(`/alerts/${alertId}`);
  await awake(page);
  let sent = 0;
  const answers: (() => void)[] = [];
  await page.route(`**/alerts/${alertId}`, async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    sent += 1;
    await new Promise<void>((resolve) => answers.push(resolve));
    await route.fallback();
  });
  const snooze = page.getByRole("button", { name: "Snooze", exact: true });
  await snooze.click();
  const tapTwice = (item: HTMLElement) => {
    item.click();
    item.click();
  };
  // Both taps on the item: a second one of a mouse falls on what lies below, once the menu is gone.
  await page.getByRole("menuitem").first().evaluate(tapTwice);
  await expect(snooze).toHaveAttribute("aria-disabled", "true");
  await snooze.click({ force: true });
  await expect(page.getByRole("menuitem")).toHaveCount(0);
  for (const answer of answers) answer();
  await expect(toast(page, /^Snoozed/)).toBeVisible();
  expect(sent).toBe(1);
});

test("keeps a note that was not saved until it is, also over Back and a reload", async ({
  signedIn: page,
}) => {
  const { alertId } = await raiseAlert();
  const text = "Row 7: half of the drippers are blocked";
  await page.goto("/alerts");
  await page.goto(`/alerts/${alertId}`);
  await note(page).fill(text);
  const bringBack = await dropSignal(page, `**/alerts/${alertId}`);
  await page.getByRole("button", { name: "Save the note" }).click();
  await expect(page.getByText(/did not answer/).first()).toBeVisible();
  await bringBack();
  await page.goBack();
  await page.goForward();
  await expect(note(page)).toHaveValue(text);
  await page.reload();
  await expect(note(page)).toHaveValue(text);
  await page.getByRole("button", { name: "Save the note" }).click();
  await expect(page.getByRole("article").filter({ hasText: text })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("article").filter({ hasText: text })).toBeVisible();
  await expect(note(page)).toHaveValue("");
});

test("says that an act may have failed until it is dismissed or answered", async ({ signedIn: page }) => {
  const { alertId } = await raiseAlert();
  await page.clock.install();
  await page.goto(`/alerts/${alertId}`);
  const bringBack = await dropSignal(page, `**/alerts/${alertId}`);
  const acknowledge = page.getByRole("button", { name: "Acknowledge", exact: true });
  await acknowledge.click();
  const open = toast(page, /did not answer/);
  await expect(open).toBeVisible();
  await page.clock.runFor(60_000);
  await expect(open).toBeVisible();
  await bringBack();
  await acknowledge.click();
  await expect(toast(page, "Acknowledged. It is yours")).toBeVisible();
  await expect(open).toBeHidden();
});

test("cuts no line of Now's headline in half on a phone when it grows, and covers neither source nor a failed read with news", async ({
  signedIn: page,
}) => {
  await page.goto("/");
  const news = page.getByText(/since (the shift began|you last looked)/i);
  await expect(news).toBeVisible();
  const block = news.locator("..");
  await expect(block).toHaveAttribute("style", /height/);
  const seen = (words: string) =>
    block.evaluate((element, text) => {
      const [headline, line] = element.children;
      if (!headline || !line) throw new Error("The block has two paragraphs");
      headline.textContent = text;
      const [outer, inner] = [element.getBoundingClientRect(), line.getBoundingClientRect()];
      if (inner.left >= outer.right) return "not at all";
      return inner.bottom <= outer.bottom + 1 ? "whole" : "in part";
    }, words);
  const words = "12 HIGH alerts are open. Tier 1–3 and Bench 14–17 are new. ";
  expect(await seen(words)).toBe("whole");
  expect(await seen(words.repeat(4))).not.toBe("in part");

  await page.reload();
  await raiseAlert("HIGH");
  const bar = page.getByRole("button", { name: /· Show$/ });
  await expect(bar).toBeVisible();
  const strip = await page.getByRole("region", { name: "Freshness of this page" }).boundingBox();
  const [top, bottom] = [(await bar.boundingBox())?.y ?? 0, (strip?.y ?? 0) + (strip?.height ?? 0)];
  expect(top).toBeGreaterThanOrEqual(bottom);

  // Read one by one, so that one of them can fail.
  await page.route("**/api/v1/together?*", (route) => route.fulfill({ status: 404, json: {} }));
  await page.route("**/api/v1/alerts?*", (route) => route.fulfill({ status: 503, json: {} }));
  await raiseAlert("HIGH");
  const failed = page.getByRole("alert").filter({ hasText: "Could not load" });
  await expect(failed).toBeVisible();
  await expect(bar).toBeVisible();
  const over = await failed.boundingBox();
  expect((over?.y ?? 0) + (over?.height ?? 0)).toBeLessThanOrEqual((await bar.boundingBox())?.y ?? 0);
});
