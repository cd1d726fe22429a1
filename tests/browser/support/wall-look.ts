// Layout of wall screens: their sizes, and checks of what they show.

import type { Page } from "@playwright/test";
import { expect } from "./test";

export type Size = { width: number; height: number };

export const HD: Size = { width: 1920, height: 1080 };

/** Landscape, landscape with four times the pixels, and portrait. */
export const SIZES: readonly Size[] = [HD, { width: 3840, height: 2160 }, { width: 1080, height: 1920 }];

const TURNED_WITHIN_MS = 2_000;

/** The boards, or the page of a screen without any: its code, or that it was revoked. */
const PICTURE = ".wall-picture:not(.wall-leaving), main:not(.wall)";

/** Checks the layout at each screen size, and restores the page's size. */
export async function judgeAtEverySize(page: Page, also?: () => Promise<void>): Promise<void> {
  const before = page.viewportSize() ?? HD;
  for (const size of [...SIZES.filter((one) => one.width !== before.width), before]) {
    await resize(page, size);
    // A resized screen may show the former layout for a moment; only lasting violations count.
    await expect
      .poll(() => faultsOf(page), { message: JSON.stringify(size), timeout: TURNED_WITHIN_MS })
      .toEqual([]);
    await also?.();
  }
}

/** Expects no text that is too small, cut off, overlapping or too pale. */
export async function judge(page: Page): Promise<void> {
  expect(await faultsOf(page), JSON.stringify(page.viewportSize())).toEqual([]);
}

/** Resizes like a rotated screen, so that the layout is measured anew. */
async function resize(page: Page, size: Size): Promise<void> {
  if (page.viewportSize()?.width === size.width) return;
  await page.setViewportSize(size);
  await page.waitForFunction((width) => innerWidth === width, size.width);
  // Elements laid out by their own size follow a frame later.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  });
}

/** One sentence per text that is too small, outside its box, overlapping or too pale. */
function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate(async (selector) => {
    // Before the style sheets are loaded sizes are meaningless, and nothing is painted.
    if (document.readyState !== "complete")
      await new Promise((resolve) => addEventListener("load", resolve, { once: true }));
    await document.fonts.ready;
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
    type Drawn = { element: Element; left: number; right: number; top: number; bottom: number };
    const drawn: Drawn[] = [];
    const pictures = [...document.querySelectorAll(selector)];
    if (pictures.length === 0) found.push("Nothing is shown");
    for (const element of pictures.flatMap((picture) => [...picture.querySelectorAll("*")])) {
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
        // A line has space above and below its letters.
        const room = isPicture ? Number.POSITIVE_INFINITY : 0.2 * Number.parseFloat(style.fontSize);
        if (box.top < edge.top - room || box.bottom > edge.bottom + room)
          found.push(`${text}: cut off above or below`);
      }
      const [one, other] = [light(parse(isPicture ? style.fill : style.color)), light(behind(element))];
      const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
      if (contrast < 7) found.push(`${text}: contrast ${contrast.toFixed(1)}`);
      // The letters alone: the line box is higher.
      const slack = 0.2 * (isPicture ? box.height : Number.parseFloat(style.fontSize));
      const [top, bottom] = [box.top + slack, box.bottom - slack];
      drawn.push({ element, left: box.left + 1, right: box.right - 1, top, bottom });
    }
    const overlap = (one: Drawn, other: Drawn) =>
      !one.element.contains(other.element) &&
      one.left < other.right &&
      other.left < one.right &&
      one.top < other.bottom &&
      other.top < one.bottom;
    for (const [place, one] of drawn.entries())
      for (const other of drawn.slice(place + 1))
        if (overlap(one, other))
          found.push(`${one.element.textContent} is over ${other.element.textContent}`.slice(0, 80));
    return found;
  }, PICTURE);
}
