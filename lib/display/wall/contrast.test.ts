// The contrast that a reader at six metres needs (docs/spec/design.md "Wall"): every text with each surface behind it,
// by day and by night.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "..", "..");
const MIN_CONTRAST = 7;

/** Each text colour of `components/wall/wall.css` with the surfaces behind it. */
const PAIRS: [text: string, ...behind: string[]][] = [
  ["text-1", "page", "surface", "medium-tint", "hatched"],
  ["text-2", "page", "surface"],
  ["text-3", "page"],
  ["on-high", "high"],
  ["medium-text", "medium-tint"],
  ["low-text", "surface"],
  ["silent-text", "page"],
  ["stale-text", "page", "surface", "hatched"],
  ["blind-text", "page"],
  ["on-blind", "blind"],
];

type Colours = Record<string, string>;

/** The custom properties of one rule. */
function coloursOf(file: string, selector: string): Colours {
  const styles = readFileSync(join(root, file), "utf8");
  const from = styles.indexOf(`${selector} {`);
  expect(from).toBeGreaterThan(-1);
  const rule = styles.slice(from, styles.indexOf("}", from));
  return Object.fromEntries(
    [...rule.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = "", value = ""]) => [name, value]),
  );
}

function channels(hex: string): number[] {
  expect(hex).toMatch(/^#[\da-f]{6}$/);
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}

/** The lightest colour of the stripes of an unknown tile. */
function hatched(surface: string): number[] {
  const styles = readFileSync(join(root, "components/wall/wall.css"), "utf8");
  const [, stripe = ""] = /repeating-linear-gradient\(\s*135deg,\s*rgba\(([^)]+)\)/.exec(styles) ?? [];
  const [red = 0, green = 0, blue = 0, share = 1] = stripe.split(",").map(Number);
  return [red, green, blue].map((part, at) => part * share + (channels(surface)[at] ?? 0) * (1 - share));
}

function luminance(colour: number[]): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: number[], other: number[]): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const day = coloursOf("app/tokens.css", '[data-theme="wall"]');
const night = { ...day, ...coloursOf("components/wall/wall.css", ".wall[data-night]") };

for (const [name, palette] of Object.entries({ day, night } as Record<string, Colours>))
  test(`every text of the ${name} has a contrast of at least ${MIN_CONTRAST} to 1`, () => {
    const of = (token: string) =>
      token === "hatched" ? hatched(palette.surface ?? "") : channels(palette[token] ?? "");
    const faint = PAIRS.flatMap(([text, ...surfaces]) =>
      surfaces
        .map((surface) => [`${text} on ${surface}`, contrast(of(text), of(surface))] as const)
        .filter(([, ratio]) => ratio < MIN_CONTRAST)
        .map(([pair, ratio]) => `${pair}: ${ratio.toFixed(2)}`),
    );
    expect(faint).toEqual([]);
  });
