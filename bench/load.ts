// 200 browsing people and 200 screens while a farm sends 20 notifications a second: the p95 of pages against the promised
// half second, the failures, and the app's memory.
//
// A person has one visible window with its event stream, opens a page every 30 to 60 s (Now 35 %, the inbox 25 %, an alert
// 20 %, an area 20 %; one in five as a document, the rest as router requests), and in between reads what events made old,
// at the pace and with the tags of a real window, by its own code (components/live/change-reader, lib/web/api/read-batcher).
// Hidden windows read at most every ten seconds and are left out. A screen has its event stream, polls its snapshot and
// reports. After the measured time, while the storm goes on, one real window and one real wall join: after the storm they
// must show what the database holds. They join late because drawing would take time from the two measured processors.
//
// BENCH_SECONDS (120), BENCH_WARM_UP_SECONDS (30), BENCH_PEOPLE (200), BENCH_SCREENS (200), BENCH_RATE (20 a second).

import { setTimeout as sleep } from "node:timers/promises";
import { type Browser, chromium } from "@playwright/test";
import { headlessShell } from "../tests/browser/support/browsers";
import type { BenchmarkContext, Measured } from "./lib/benchmark";
import { LightScreen } from "./lib/light-screen";
import { type LoadApp, startLoadApp } from "./lib/load/app";
import { LoadFigures } from "./lib/load/figures";
import { alertPage, alertsPage, areaPage, nowPage, type OpenPage } from "./lib/load/pages";
import { Person } from "./lib/load/person";
import { Storm } from "./lib/load/storm";
import { openTruth, type Truth } from "./lib/load/truth";

export const name = "load";

const TENANT = "01BENCH0000000000000TENANT";
const SECONDS = Number(process.env.BENCH_SECONDS ?? 120);
const WARM_UP_SECONDS = Number(process.env.BENCH_WARM_UP_SECONDS ?? 30);
const PEOPLE = Number(process.env.BENCH_PEOPLE ?? 200);
const SCREENS = Number(process.env.BENCH_SCREENS ?? 200);
const RATE = Number(process.env.BENCH_RATE ?? 20);
const OPEN_BEFORE = 200;
const PROMISED_MS = 500;
/** Time that the real window and wall are open during the storm. */
const TRUTH_SECONDS = 10;
const ARRIVE_WITHIN_MS = 15_000;
/** The windows whose event latency is measured. */
const LISTENERS = 20;

export async function run(context: BenchmarkContext): Promise<Measured[]> {
  const app = await startLoadApp(await context.createDatabase(), { people: PEOPLE, screens: SCREENS + 1 });
  const browser = await chromium.launch(headlessShell);
  try {
    return await measure(app, browser);
  } finally {
    await browser.close();
    await app.stop();
  }
}

async function measure(app: LoadApp, browser: Browser): Promise<Measured[]> {
  const figures = new LoadFigures({ app: app.pid, postgres: app.postgresPid });
  const storm = new Storm(app, app.jobs);
  for (let sent = 0; sent < OPEN_BEFORE; sent += 1) await storm.next();
  const heard = new EventLatency(figures);
  const people = app.sessions.map((session, n) => person(app, session, { figures, storm, heard, n }));
  const screens = await arrive(app, people, figures);
  const endStorm = startStorm(storm, figures, heard);
  let truth: Truth;
  try {
    await sleep(WARM_UP_SECONDS * 1_000);
    figures.begin();
    await sleep(SECONDS * 1_000);
    figures.end();
    truth = await openTruth(browser, app);
    await sleep(TRUTH_SECONDS * 1_000);
  } finally {
    // Also on an error, since the app waits for all streams to end.
    endStorm();
    for (const one of people) one.leave();
    for (const screen of screens) screen.close();
  }
  for (const line of figures.lines()) process.stdout.write(`${line}\n`);
  process.stdout.write(`${await truth.check()}\n`);
  const { first, last } = figures.memory();
  return [
    { ours: figures.p("page", 0.95), baseline: PROMISED_MS, unit: "ms, p95 of pages : promised" },
    { name: "load: failed", ours: figures.errors, baseline: figures.answers, unit: "answers" },
    {
      name: "load: memory",
      ours: Math.round(last),
      baseline: Math.round(first),
      unit: "MB, last quarter : first",
    },
  ];
}

/** Measures the time from the answer to a notification until windows get its event. */
class EventLatency {
  readonly #answered = new Map<string, number>();
  readonly #figures: LoadFigures;

  constructor(figures: LoadFigures) {
    this.#figures = figures;
  }

  answered(alertId: string): void {
    this.#answered.set(alertId, performance.now());
    setTimeout(() => this.#answered.delete(alertId), 10_000).unref();
  }

  listener(): (text: string) => void {
    const known = new Set<string>();
    return (text) => {
      for (const [, id = ""] of text.matchAll(/"id":"(01LOADALERT[^"]+)"/g)) {
        const at = this.#answered.get(id);
        if (known.has(id)) continue;
        known.add(id);
        // An event before the answer counts as 0 ms.
        this.#figures.add("event", at === undefined ? 0 : performance.now() - at);
      }
    };
  }
}

function person(
  app: LoadApp,
  session: string,
  { figures, storm, heard, n }: { figures: LoadFigures; storm: Storm; heard: EventLatency; n: number },
): Person {
  return new Person({
    port: app.port,
    session,
    figures,
    wants: () => wanted(app, storm),
    stays: () => 30_000 + Math.random() * 30_000,
    ...(n < LISTENERS ? { onEvents: heard.listener() } : {}),
  });
}

function wanted({ areas }: LoadApp, storm: Storm): OpenPage {
  const chance = Math.random();
  if (chance < 0.35) return nowPage(TENANT);
  if (chance < 0.6) return alertsPage(TENANT);
  if (chance < 0.8) return alertPage(TENANT, storm.any());
  return areaPage(TENANT, areas[Math.floor(Math.random() * areas.length)] ?? "");
}

/** People and screens arrive one after the other. */
async function arrive(app: LoadApp, people: Person[], figures: LoadFigures): Promise<LightScreen[]> {
  const apart = ARRIVE_WITHIN_MS / Math.max(1, people.length, SCREENS);
  const coming = people.map((one, n) => sleep(n * apart).then(() => one.arrive()));
  const screens = app.screenTokens.slice(0, SCREENS).map((token, n) =>
    sleep(n * apart).then(() =>
      LightScreen.open({
        port: app.port,
        token,
        onAnswer: (took, status) =>
          status === 200 || status === 304
            ? figures.add("snapshot", took)
            : figures.fail(`A snapshot was answered ${status}`),
        onError: (error) => figures.fail(`a screen: ${error.message}`),
      }),
    ),
  );
  await Promise.all(coming);
  return Promise.all(screens);
}

/** Sends notifications at a fixed rate, whether or not earlier ones were answered. @returns ends it */
function startStorm(storm: Storm, figures: LoadFigures, heard: EventLatency): () => void {
  const timer = setInterval(() => {
    storm.next().then(
      ({ status, tookMs, raised }) => {
        if (status !== 200 && status !== 202) return figures.fail(`A notification was answered ${status}`);
        figures.add("notification", tookMs);
        if (raised) heard.answered(raised);
      },
      (error: Error) => figures.fail(`a notification: ${error.message}`),
    );
  }, 1_000 / RATE);
  return () => clearInterval(timer);
}
