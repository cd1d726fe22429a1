// Charts under fingers, with real touches: taps, drags, two fingers, and the scroll of the page.

import { readFileSync } from "node:fs";
import type { CDPSession, Locator, Page } from "@playwright/test";
import { expect, test } from "./support/test";

test.use({ viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true });

const BENCH = "/areas/Westland/Glasshouse%202/Zone%20B/Bench%2018";

type Place = { x: number; y: number };

/** Puts fingers down, moves them together in steps, and lifts them. */
async function touch(session: CDPSession, from: readonly Place[], to: readonly Place[] = from, steps = 8) {
  const at = (share: number) =>
    from.map((start, id) => {
      const end = to[id] ?? start;
      return { id, x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share };
    });
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(0) });
  if (to !== from)
    for (let step = 1; step <= steps; step++)
      await session.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(step / steps) });
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

/** A place in a plot, by its shares of width and height. */
async function inPlot(plot: Locator) {
  const box = await plot.boundingBox();
  if (!box) throw new Error("The chart has no box");
  return (across: number, down = 0.5): Place => ({
    x: box.x + box.width * across,
    y: box.y + box.height * down,
  });
}

async function open(page: Page, address = BENCH) {
  await page.goto(address);
  const plot = page.getByRole("slider").and(page.locator(":visible")).first();
  await expect(plot).toBeVisible();
  return { plot, at: await inPlot(plot), session: await page.context().newCDPSession(page) };
}

const cursorOf = async (plot: Locator) => Number(await plot.getAttribute("aria-valuenow"));
const windowOf = async (plot: Locator) => ({
  from: Number(await plot.getAttribute("aria-valuemin")),
  to: Number(await plot.getAttribute("aria-valuemax")),
});
const lengthOf = ({ from, to }: { from: number; to: number }) => to - from;

test("begins the plot of a bench within the first 300 px", async ({ signedIn: page }) => {
  const { plot } = await open(page);
  expect((await plot.boundingBox())?.y).toBeLessThan(300);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

test("sets the cursor by a tap, moves it by a drag, and clears it by a tap elsewhere", async ({
  signedIn: page,
}) => {
  const { plot, at, session } = await open(page);
  const { from, to } = await windowOf(plot);
  await touch(session, [at(0.4)]);
  await expect(plot.locator("circle, line").first()).toBeAttached();
  await expect.poll(() => cursorOf(plot)).toBeLessThan(to);
  const tapped = await cursorOf(plot);
  expect((tapped - from) / (to - from)).toBeGreaterThan(0.2);
  expect((tapped - from) / (to - from)).toBeLessThan(0.5);

  await touch(session, [at(0.4)], [at(0.75)]);
  await expect.poll(() => cursorOf(plot)).toBeGreaterThan(tapped + 0.2 * (to - from));
  // It is no zoom, and the cursor stays once the finger is lifted.
  await expect(page).not.toHaveURL(/from=/);
  expect(await windowOf(plot)).toEqual({ from, to });

  // The browser may take a tap right after a drag as the end of the drag.
  await expect(async () => {
    await page.getByText(/^Readings until .* ago/).tap();
    expect(await cursorOf(plot)).toBe(to);
  }).toPass();
});

test("zooms by a pinch around its middle and moves by two fingers, once in the history for each", async ({
  signedIn: page,
}) => {
  const { plot, at, session } = await open(page);
  const whole = await windowOf(plot);
  await touch(session, [at(0.45), at(0.65)], [at(0.3), at(0.8)]);
  await expect(page).toHaveURL(/from=\d+&to=\d+/);
  const zoomed = await windowOf(plot);
  expect(lengthOf(zoomed) / lengthOf(whole)).toBeLessThan(0.6);
  expect(zoomed.from).toBeGreaterThan(whole.from);
  expect(zoomed.to).toBeLessThan(whole.to);

  const zoomedUrl = page.url();
  await touch(session, [at(0.3), at(0.5)], [at(0.6), at(0.8)]);
  await expect(page).not.toHaveURL(zoomedUrl);
  const moved = await windowOf(plot);
  expect(Math.abs(lengthOf(moved) / lengthOf(zoomed) - 1)).toBeLessThan(0.05);
  expect(moved.from).toBeLessThan(zoomed.from - 0.15 * lengthOf(zoomed));

  await page.goBack();
  await expect(page).toHaveURL(zoomedUrl);
  await expect.poll(() => windowOf(plot)).toEqual(zoomed);
  await page.goBack();
  await expect(page).not.toHaveURL(/from=/);
  await expect.poll(() => windowOf(plot)).toEqual(whole);
});

test("scrolls the page by a finger that moves up over a plot", async ({ signedIn: page }) => {
  const { plot, at, session } = await open(page);
  const { to } = await windowOf(plot);
  await touch(session, [at(0.5, 0.8)], [{ x: at(0.5).x, y: at(0.5).y - 160 }], 16);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(60);
  expect(await cursorOf(plot)).toBe(to);
});

test("returns from a range by Back", async ({ signedIn: page }) => {
  const { plot } = await open(page);
  const { from } = await windowOf(plot);
  await page.getByRole("radio", { name: "7 d" }).locator("..").tap();
  await expect(page).toHaveURL(/range=7d/);
  await expect.poll(async () => (await windowOf(plot)).from).toBeLessThan(from);
  await page.goBack();
  await expect(page).not.toHaveURL(/range=/);
  await expect.poll(async () => (await windowOf(plot)).from).toBe(from);
});

test("saves a comparison as a picture with the line of the reference, which a canvas draws", async ({
  signedIn: page,
}) => {
  const [a, b] = ["Zone A", "Zone B"].map((zone) => encodeURIComponent(`Westland#Glasshouse 2#${zone}`));
  await page.goto(`/compare?area=${a}&area=${b}`);
  const plot = page.locator("canvas").first();
  await expect(plot).toBeVisible();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  await page.getByRole("menuitem", { name: /PNG/ }).click();
  const picture = readFileSync(await (await saved).path()).toString("base64");
  const share = await plot.evaluate(async (canvas, base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes]));
    const copy = new OffscreenCanvas(image.width, image.height);
    const context = copy.getContext("2d");
    context?.drawImage(image, 0, 0);
    const { data = [] } = context?.getImageData(0, 0, image.width, image.height) ?? {};
    const hue = getComputedStyle(canvas).color.match(/\d+/g)?.map(Number) ?? [];
    const columns = new Set<number>();
    for (let at = 0; at < data.length; at += 4)
      if (hue.slice(0, 3).every((part, place) => data[at + place] === part))
        columns.add((at / 4) % image.width);
    return columns.size / image.width;
  }, picture);
  // More than its letters alone.
  expect(share).toBeGreaterThan(0.3);
});

test("sets the cursor on the page of an alert by a tap, and lets it go where a pinch leaves it behind", async ({
  signedIn: page,
}) => {
  const { items } = await (await page.request.get("/api/v1/alerts?status=open&placed=true&limit=1")).json();
  const { plot, session } = await open(page, `/alerts/${items[0].alertId}`);
  await plot.scrollIntoViewIfNeeded();
  const at = await inPlot(plot);
  const { from, to } = await windowOf(plot);
  const chosen = page.getByRole("group", { name: "Range" }).locator("label:has(:checked)");
  const range = (await chosen.textContent()) ?? "";
  await touch(session, [at(0.3)]);
  await expect.poll(() => cursorOf(plot)).toBeLessThan(from + 0.5 * (to - from));
  await touch(session, [at(0.6), at(0.8)], [at(0.45), at(0.95)]);
  await expect.poll(async () => lengthOf(await windowOf(plot))).toBeLessThan(0.8 * (to - from));
  const zoomed = await windowOf(plot);
  expect(await cursorOf(plot)).toBe(zoomed.to);
  // The range is pressed again to see all of it.
  await expect(chosen).toHaveCount(0);
  await page.getByRole("group", { name: "Range" }).getByText(range, { exact: true }).tap();
  await expect.poll(() => windowOf(plot)).toEqual({ from, to });
});
