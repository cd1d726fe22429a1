// Simulates weeks of a wall in minutes. The app's real page gets events and snapshots from a simulated server. The
// page's clock runs fast, so that it turns hundreds of pages a minute, and every snapshot has a new state.

import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { CDPSession, Page } from "@playwright/test";
import { say } from "../../scripts/lib/progress.mjs";

type Snapshot = {
  counts: Record<string, number>;
  alerts: { path: string | null; open: number; items: Record<string, unknown>[] }[];
  boards: { tiles: Record<string, unknown>[] }[];
  freshness: { notifications: Record<string, unknown>; readings: Record<string, unknown> };
};

/** Factor by which the page's clock runs faster; timeouts of requests stay long enough. */
export const SPEED = 60;
/** Seconds per page of a board: up to 600 turns a real minute, so that a busy machine still makes the required 500. */
export const SECONDS_A_PAGE = 6;

const HOUR_MS = 3_600_000;
const HEARTBEAT_MS = 150;
const MINUTE_MS = 60_000;
/** Period of the HIGH alert, in updates: it is open during the second half. */
const HIGH_EVERY = 200;

const began = Date.now();
/** The server's clock, as fast as the page's. */
const now = () => began + (Date.now() - began) * SPEED;

/** Speeds up a page's clocks and timers. Refers to nothing outside itself, because `addInitScript` serializes it. */
export function speedUp(speed: number): void {
  const [timeout, interval] = [window.setTimeout.bind(window), window.setInterval.bind(window)];
  const RealDate = Date;
  const steady = performance.now.bind(performance);
  const [from, begun] = [RealDate.now(), steady()];
  const fast = () => from + (steady() - begun) * speed;
  Object.assign(window, {
    setTimeout: (work: () => void, wait = 0) => timeout(work, wait / speed),
    setInterval: (work: () => void, wait = 0) => interval(work, wait / speed),
    Date: new Proxy(RealDate, {
      construct: (real, given) => (given.length === 0 ? new real(fast()) : Reflect.construct(real, given)),
      get: (real, member) => (member === "now" ? fast : Reflect.get(real, member)),
    }),
  });
  performance.now = () => (steady() - begun) * speed;
}

/** Defines `__name` in the page: the TypeScript loader adds calls of this helper to functions, also serialized ones. */
export async function allowNamedFunctions(page: Page): Promise<void> {
  await page.addInitScript({ content: "globalThis.__name = (named) => named;" });
}

export type SoakServer = { url: string; updates(): number; stop(): Promise<void> };

/**
 * Starts a server in front of an app. It proxies pages and files, and simulates events and snapshots, which it derives
 * from one snapshot of the app.
 * @param upstream address of the app
 * @param cookie cookie of a screen of the app
 */
export async function startSoakServer(
  upstream: string,
  cookie: { name: string; value: string },
  updatesAMinute: number,
): Promise<SoakServer> {
  const streams = new Set<ServerResponse>();
  let updates = 0;
  let first: Snapshot | null = null;
  const headers = { cookie: `${cookie.name}=${cookie.value}`, "x-leafwatch-as": "screen" };
  const server = createServer((incoming, answer) => {
    const path = incoming.url ?? "/";
    if (path.startsWith("/api/v1/events")) return openStream(answer, streams);
    if (path.startsWith("/api/v1/wall/snapshot")) {
      void snapshotOf(path).then((body) => sendJson(answer, body, updates));
      return;
    }
    if (path.startsWith("/api/v1/wall/report")) {
      incoming.resume();
      answer.writeHead(204).end();
      return;
    }
    pass(upstream, incoming, answer);
  });
  const snapshotOf = async (path: string): Promise<string> => {
    first ??= (await (await fetch(upstream + path, { headers })).json()) as Snapshot;
    return JSON.stringify(changed(first, updates));
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const tell = (text: string) => {
    for (const stream of streams) stream.write(text);
  };
  const timers = [
    setInterval(() => tell(heartbeat()), HEARTBEAT_MS),
    setInterval(() => {
      updates += 1;
      tell('event: alert\ndata: {"type":"alert","id":"x"}\n\n');
    }, MINUTE_MS / updatesAMinute),
  ];
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    updates: () => updates,
    stop: () =>
      new Promise((resolve) => {
        for (const timer of timers) clearInterval(timer);
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const heartbeat = () =>
  `event: heartbeat\ndata: ${JSON.stringify({ at: new Date(now()).toISOString() })}\n\n`;

function openStream(answer: ServerResponse, streams: Set<ServerResponse>): void {
  answer.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
  answer.write(heartbeat());
  streams.add(answer);
  answer.on("close", () => streams.delete(answer));
}

function sendJson(answer: ServerResponse, body: string, version: number): void {
  answer
    .writeHead(200, {
      "content-type": "application/json",
      etag: `"${version}"`,
      "leafwatch-time": String(now()),
    })
    .end(body);
}

/** Proxies a request to an app. */
export function pass(upstream: string, incoming: IncomingMessage, answer: ServerResponse): void {
  const { method, headers, url } = incoming;
  const passed = request(new URL(url ?? "/", upstream), { method, headers }, (from) => {
    answer.writeHead(from.statusCode ?? 502, from.headers);
    from.pipe(answer);
  });
  passed.on("error", () => answer.destroy());
  incoming.pipe(passed);
}

/** Derives the snapshot after an update: other counts, states, values and alerts, and periodically a new HIGH alert. */
function changed(first: Snapshot, update: number): Snapshot {
  const hour = Math.floor(now() / HOUR_MS) * HOUR_MS;
  const until = new Date(hour - HOUR_MS).toISOString();
  const ago = (ms: number) => new Date(now() - ms).toISOString();
  const cycle = Math.floor(update / HIGH_EVERY);
  const isHigh = update % HIGH_EVERY > HIGH_EVERY / 2;
  const items = Array.from({ length: 1 + (update % 9) }, (_, at) => alertOf(cycle, at, isHigh, ago));
  return {
    ...first,
    counts: { high: isHigh ? 1 : 0, medium: update % 13, low: update % 101, plain: 0 },
    alerts: [{ path: null, open: items.length, items }],
    boards: first.boards.map((board) => ({
      ...board,
      tiles: board.tiles.map((tile, at) => ({
        ...tile,
        lastReadingAt: until,
        severities: { high: 0, medium: (update + at) % 7 === 0 ? 1 : 0, low: 0, plain: 0 },
        since: ago(HOUR_MS),
        health: { value: 75 + ((update + at) % 80) / 10, at: until, dayBefore: 80 },
      })),
    })),
    freshness: {
      notifications: {
        ...first.freshness.notifications,
        lastAt: ago(90_000),
        endpointAnsweredAt: ago(1_000),
      },
      readings: { ...first.freshness.readings, until },
    },
  };
}

function alertOf(cycle: number, at: number, isHigh: boolean, ago: (ms: number) => string) {
  const since = ago(HOUR_MS * (at + 1));
  return {
    alertId: `SOAK-${cycle}-${at}`,
    type: "HEALTH",
    category: null,
    severity: at === 0 && isHigh ? "HIGH" : "MEDIUM",
    ...{ raisedAt: since, firstEventAt: since, severitySince: since, jobId: "JOB_1_1" },
    areas: [{ path: `House#Zone 1#Bench ${at + 1}`, certainty: "inferred", until: null }],
    ...{ acknowledgedAt: null, acknowledgedBy: null, owner: null, attention: true, snoozed: null },
    ...{ recovery: null, recoveryConfirmedAt: null, qr: null },
  };
}

export type Sample = { heap: number; nodes: number; listeners: number };

/** Measurements per sample: enough to meet every board page, with and without a HIGH alert. */
const LOOKS = 30;

/** Measures a page's memory after garbage collection: the minimum of the measurements within `ms`. */
async function sampleOf(page: Page, session: CDPSession, ms: number): Promise<Sample> {
  const looks: Sample[] = [];
  const begun = Date.now();
  while (looks.length < LOOKS) {
    const next = begun + (ms * (looks.length + 1)) / LOOKS;
    await page.waitForTimeout(Math.max(0, next - Date.now()));
    await session.send("HeapProfiler.collectGarbage");
    const { metrics } = await session.send("Performance.getMetrics");
    const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
    looks.push({ heap: of("JSHeapUsedSize"), nodes: of("Nodes"), listeners: of("JSEventListeners") });
  }
  return leastOf(looks);
}

/** Returns the minima: board pages differ in size by more than a tenth, and a leak shows in the smallest too. */
function leastOf(some: Sample[]): Sample {
  const least = (of: keyof Sample) => Math.min(...some.map((one) => one[of]));
  return { heap: least("heap"), nodes: least("nodes"), listeners: least("listeners") };
}

/** `every` is the time between two samples, in milliseconds. */
export type Soaked = { samples: Sample[]; every: number; turns: number; updates: number };

/** Runs a wall and samples its memory: ten times, or every minute if that is more often. */
export async function soak(page: Page, server: SoakServer, minutes: number): Promise<Soaked> {
  await allowNamedFunctions(page);
  await page.addInitScript(speedUp, SPEED);
  await page.goto(`${server.url}/wall`);
  await page.locator("[data-contact=seen]").waitFor();
  await page.evaluate(() => {
    const watched = window as typeof window & { turns?: number };
    watched.turns = 0;
    let last = "";
    new MutationObserver(() => {
      const id =
        document.querySelector(".wall-picture:not(.wall-leaving)")?.getAttribute("data-picture") ?? "";
      if (id !== last) watched.turns = (watched.turns ?? 0) + 1;
      last = id;
    }).observe(document.body, { subtree: true, childList: true });
  });
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const begun = server.updates();
  const samples: Sample[] = [];
  const every = Math.min(MINUTE_MS, (minutes * MINUTE_MS) / 10);
  for (let at = every; at <= minutes * MINUTE_MS + 1; at += every) {
    const sample = await sampleOf(page, session, every);
    samples.push(sample);
    say(
      `${(at / MINUTE_MS).toFixed(1).padStart(5)} min  ${(sample.heap / 1e6).toFixed(2)} MB  ${sample.nodes} nodes  ${sample.listeners} listeners`,
    );
  }
  const turns = await page.evaluate(() => (window as typeof window & { turns?: number }).turns ?? 0);
  return { samples, every, turns, updates: server.updates() - begun };
}

const MOST_GROWTH = 1.1;

/** Warm-up, an hour of the page's clock, left out of the comparison: each picture is met once, and V8 optimizes. */
const LEARNING_MINUTES = 60 / SPEED;

/** Returns the minima of the first and the last third of the samples after the warm-up. */
export function thirdsOf({ samples, every }: Soaked): { before: Sample; after: Sample } {
  const learned = samples.slice(Math.ceil((LEARNING_MINUTES * MINUTE_MS) / every));
  const third = Math.max(1, Math.floor(learned.length / 3));
  return { before: leastOf(learned.slice(0, third)), after: leastOf(learned.slice(-third)) };
}

/** Returns a sentence for each of heap and nodes that grew by more than a tenth from the first third to the last. */
export function growthOf(soaked: Soaked): string[] {
  const { before, after } = thirdsOf(soaked);
  return (["heap", "nodes"] as const)
    .filter((of) => !(after[of] <= before[of] * MOST_GROWTH))
    .map((of) => `The ${of} grew from ${before[of]} to ${after[of]}.`);
}
