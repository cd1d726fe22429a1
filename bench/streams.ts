// The time from the answer to a notification until each of a thousand open streams has its event, against a single
// stream; and that vanished streams are freed.

import { get, type IncomingMessage } from "node:http";
import { type BenchApp, startBenchApp } from "./lib/bench-app";
import type { BenchmarkContext, Measured } from "./lib/benchmark";

export const name = "streams";

const STREAMS = 1_000;
/** People with several windows and screens: twenty streams a token. */
const TOKENS = 50;
const NOTIFICATIONS = 60;
const PAUSE_MS = 200;
const FREED_WITHIN_MS = 60_000;
const EVENT_WITHIN_MS = 30_000;

/** Measures one stream, then all of them, on the same server. */
export async function run(context: BenchmarkContext): Promise<Measured> {
  const app = await startBenchApp(await context.createDatabase(), TOKENS);
  try {
    await latencies(app, 1);
    const baseline = p99(await latencies(app, 1));
    const ours = p99(await latencies(app, STREAMS));
    return { ours, baseline, unit: `ms p99, ${STREAMS.toLocaleString("en")} streams : 1 stream` };
  } finally {
    await app.stop();
  }
}

/** Milliseconds from the answer to the event, for each notification on each stream. */
async function latencies(app: BenchApp, count: number): Promise<number[]> {
  const streams: Stream[] = [];
  for (let first = 0; first < count; first += TOKENS)
    streams.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(TOKENS, count - first) }, (_, n) =>
          open(app.port, app.tokens[n] ?? ""),
        ),
      )),
    );
  if ((await openStreams(app)) !== count) throw new Error("Not every stream is open.");
  await untilListening(app, streams);
  const answers = new Map<string, number>();
  for (let n = 0; n < NOTIFICATIONS; n++) {
    const { alertId, answeredAt } = await app.notify();
    answers.set(alertId, answeredAt);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  await untilAllHeard(streams, answers);
  const took = streams.flatMap(({ heard }) =>
    [...answers].map(([alertId, at]) => Math.max(0, (heard.get(alertId) ?? 0) - at)),
  );
  for (const stream of streams) stream.vanish();
  await untilFreed(app, count);
  return took;
}

/** Events before the server's LISTEN took effect are replaced by one that says so: sends until one event has arrived. */
async function untilListening(app: BenchApp, streams: Stream[]): Promise<void> {
  for (const deadline = Date.now() + EVENT_WITHIN_MS; streams.some(({ heard }) => heard.size === 0); ) {
    if (Date.now() > deadline) throw new Error("Some streams got no event at all.");
    await app.notify();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

type Stream = { heard: Map<string, number>; vanish(): void };

async function open(port: number, token: string): Promise<Stream> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ host: "127.0.0.1", port, path: "/api/v1/events", headers, agent: false }, resolve).on(
      "error",
      reject,
    );
  });
  if (answer.statusCode !== 200) throw new Error(`A stream was answered ${answer.statusCode}`);
  const heard = new Map<string, number>();
  answer.setEncoding("utf8").on("data", (part: string) => {
    const now = performance.now();
    for (const [, id = ""] of part.matchAll(/"id":"(01BENCHALERT[^"]+)"/g))
      if (!heard.has(id)) heard.set(id, now);
  });
  answer.on("error", () => undefined);
  return { heard, vanish: () => answer.destroy() };
}

async function untilAllHeard(streams: Stream[], answers: Map<string, number>): Promise<void> {
  const isMissing = () => streams.some(({ heard }) => [...answers.keys()].some((id) => !heard.has(id)));
  for (const deadline = Date.now() + EVENT_WITHIN_MS; isMissing(); ) {
    if (Date.now() > deadline) throw new Error("Some streams did not get every event.");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function openStreams({ port }: BenchApp): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/api/metrics`)).text();
  return Number(/^leafwatch_open_streams (\d+)$/m.exec(text)?.[1]);
}

async function untilFreed(app: BenchApp, count: number): Promise<void> {
  const began = Date.now();
  while ((await openStreams(app)) > 0) {
    if (Date.now() - began > FREED_WITHIN_MS)
      throw new Error("Streams of clients that vanished are still open.");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  process.stdout.write(`${count} vanished, all freed within ${Date.now() - began} ms\n`);
}

function p99(values: number[]): number {
  return Number((values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1] ?? 0).toFixed(2));
}
