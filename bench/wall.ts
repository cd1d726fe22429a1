// A wall for 20 minutes with 1,000 updates and some 500 page turns a minute: what its page holds in the last
// third of the time against what it held in the first, after an hour of its own clock. BENCH_MINUTES for a shorter time.

import { chromium } from "@playwright/test";
import { headlessShell } from "../tests/browser/support/browsers";
import type { BenchmarkContext, Measured } from "./lib/benchmark";
import { startScreenApp } from "./lib/screen-app";
import { growthOf, type Sample, SECONDS_A_PAGE, soak, startSoakServer, thirdsOf } from "./lib/wall-soak";

export const name = "wall";

const MINUTES = Number(process.env.BENCH_MINUTES ?? 20);
/** A little above the required thousand, because timers of a busy machine fire late. */
const UPDATES_A_MINUTE = 1_050;

export async function run(context: BenchmarkContext): Promise<Measured[]> {
  const app = await startScreenApp(await context.createDatabase(), { screens: 1, seconds: SECONDS_A_PAGE });
  const [token = ""] = app.screenTokens;
  const cookie = { name: "leafwatch-screen", value: token };
  const server = await startSoakServer(app.url, cookie, UPDATES_A_MINUTE);
  const browser = await chromium.launch(headlessShell);
  try {
    const browsing = await browser.newContext({ viewport: { width: 1920, height: 1080 } });
    await browsing.addCookies([{ ...cookie, url: server.url }]);
    const soaked = await soak(await browsing.newPage(), server, MINUTES);
    const { turns, updates } = soaked;
    const [turnsAMinute, updatesAMinute] = [turns / MINUTES, updates / MINUTES].map(Math.round);
    process.stdout.write(
      `${turns} page turns (${turnsAMinute} a minute), ${updates} updates (${updatesAMinute} a minute) in ${MINUTES} min\n`,
    );
    const grown = growthOf(soaked);
    if (grown.length > 0) throw new Error(grown.join(" "));
    const { before, after } = thirdsOf(soaked);
    const row = (of: keyof Sample, by: number, unit: string): Measured => ({
      name: `wall: ${of}`,
      ours: Number((after[of] / by).toFixed(2)),
      baseline: Number((before[of] / by).toFixed(2)),
      unit,
    });
    return [
      row("heap", 1e6, "MB, least of the last third : of the first"),
      row("nodes", 1, "nodes, the same"),
      row("listeners", 1, "listeners, the same"),
      {
        name: "wall: updates, against what is asked",
        ours: updatesAMinute ?? 0,
        baseline: 1_000,
        unit: "/min",
      },
      {
        name: "wall: page turns, against what is asked",
        ours: turnsAMinute ?? 0,
        baseline: 500,
        unit: "/min",
      },
    ];
  } finally {
    await browser.close();
    await server.stop();
    await app.stop();
  }
}
