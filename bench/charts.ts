// Our chart against uPlot's of the same points, in one run of the browser: from the call to the painted frame, for a
// first draw, for one point more and for a part of the time.

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import { build } from "esbuild";
import { inCheckout } from "../scripts/lib/checkout.mjs";
import { headlessShell } from "../tests/browser/support/browsers";
import type { Measured } from "./lib/benchmark";
import type { ChartsPage, Span, Work } from "./lib/charts-page";

export const name = "charts";

const ROUNDS = 41;
const SPANS: Record<Span, string> = {
  week: "a week of hours",
  month: "a month of hours",
  year: "a year of days",
};
const WORKS: Record<Work, string> = { first: "drawn", refresh: "with one point more", zoom: "zoomed" };
/** Removes the limit of 60 frames a second: each frame starts when the last one is done. */
const UNBOUND = ["--disable-frame-rate-limit", "--disable-gpu-vsync"];

export async function run(): Promise<Measured[]> {
  const [script, style] = await Promise.all([bundle(), styles()]);
  const browser = await chromium.launch({ ...headlessShell, args: [...headlessShell.args, ...UNBOUND] });
  try {
    const page = await browser.newPage({ viewport: { width: 1000, height: 800 } });
    page.on("pageerror", (error) => {
      throw error;
    });
    await page.setContent(`<!doctype html><title>Charts</title><style>${style}</style><body></body>`);
    await page.addScriptTag({ content: script });
    return await measure(page);
  } finally {
    await browser.close();
  }
}

/** Bundles our chart like the production build: minified, with the same replaced modules. */
async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [inCheckout("bench", "lib", "charts-page.tsx")],
    ...{ bundle: true, minify: true, write: false, format: "iife", platform: "browser", target: "es2023" },
    tsconfig: inCheckout("tsconfig.json"),
    define: { "process.env": "{}", "process.env.NODE_ENV": '"production"' },
    alias: {
      zod: inCheckout("lib", "web", "http", "no-schemas.ts"),
      "victory-vendor/d3-scale": inCheckout("components", "charts", "recharts-shims", "d3-scale.ts"),
      "decimal.js-light": inCheckout("components", "charts", "recharts-shims", "decimal.ts"),
    },
  });
  return outputFiles[0]?.text ?? "";
}

/** Returns the style sheets of the built app and of uPlot. */
async function styles(): Promise<string> {
  const folder = inCheckout(".next", "static");
  const built = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith(".css"));
  const files = [
    ...built.map((file) => join(folder, file)),
    inCheckout("node_modules", "uplot", "dist", "uPlot.min.css"),
  ];
  return (await Promise.all(files.map((file) => readFile(file, "utf8")))).join("\n");
}

async function measure(page: Page): Promise<Measured[]> {
  const results: Measured[] = [];
  for (const span of entriesOf(SPANS))
    for (const work of entriesOf(WORKS)) {
      const given = [span.key, work.key, ROUNDS] as const;
      const { ours, theirs } = await page.evaluate(
        (asked) => (window as unknown as { chartsPage: ChartsPage }).chartsPage.timesOf(...asked),
        given,
      );
      const name = `charts, ${span.words} ${work.words}`;
      results.push({ name, ours: median(ours), baseline: median(theirs), unit: "ms" });
    }
  return results;
}

function entriesOf<K extends string>(named: Record<K, string>): { key: K; words: string }[] {
  return (Object.entries(named) as [K, string][]).map(([key, words]) => ({ key, words }));
}

const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN;
