// Charts on a store of 14 million values: a year of an area with 50 below it through the app against its bare SQL,
// what goes over the wire, and a month of one area. Fails when the SQL is not planned on indexes.

import { Agent, type IncomingMessage, request } from "node:http";
import { gunzipSync } from "node:zlib";
import pg from "pg";
import { INDICES } from "@/lib/base/core/indices";
import type { SeriesColumns } from "@/lib/farm/series/columns";
import { CHART_POINTS } from "@/lib/farm/series/contract";
import { type BenchApp, startBenchApp } from "./lib/bench-app";
import type { BenchmarkContext, Measured } from "./lib/benchmark";
import { BELOW, FIRST, fillStore, LAST, ONE_AREA, PARENT } from "./lib/series-store";

export const name = "series";

const ROUNDS = 21;
const MONTHS = 200;
const WARM_UP = 5;
const POINTS = String(CHART_POINTS);
const MAX_MS = 50;
const MAX_KB = 60;
const month = { from: new Date(Date.parse(LAST) - 719 * 3_600_000).toISOString(), to: LAST };
const year = { from: FIRST, to: LAST };

export async function run({ createDatabase }: BenchmarkContext): Promise<Measured[]> {
  const url = await createDatabase();
  const app = await startBenchApp(url, 1);
  const client = new pg.Client({ connectionString: url, options: "-c timezone=UTC" });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    await client.connect();
    await fillStore(client);
    await requirePlansOnIndexes(client);
    return await measure(app, agent, client);
  } finally {
    const { closePool } = await import("@/lib/base/db/pool.server");
    await closePool();
    await client.end();
    agent.destroy();
    await app.stop();
  }
}

async function measure(app: BenchApp, agent: Agent, client: pg.Client): Promise<Measured[]> {
  const times = { columns: [] as number[], points: [] as number[], bare: [] as number[] };
  let size = 0;
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const bare = await timed(() => bareYear(client));
    const columns = await timed(() => get(app, agent, { area: PARENT, ...year, format: "columns" }));
    const points = await timed(() => get(app, agent, { area: PARENT, ...year }));
    if (round < 0) continue;
    requireSame(bare.result, columns.result);
    size = columns.result.bytes;
    times.bare.push(bare.took);
    times.columns.push(columns.took);
    times.points.push(points.took);
  }
  const months = await monthsOf(app, agent);
  const baseline = at(times.bare, 0.5);
  return [
    { name: "series, a year of 51 areas", ours: at(times.columns, 0.5), baseline, unit: "ms, bare SQL" },
    { name: "series, the same as points", ours: at(times.points, 0.5), baseline, unit: "ms, bare SQL" },
    { name: "series, that year packed", ours: size / 1_000, baseline: MAX_KB, unit: "kB, limit" },
    { name: "series, a month of one area", ours: at(months, 0.95), baseline: MAX_MS, unit: "ms p95, limit" },
  ];
}

async function monthsOf(app: BenchApp, agent: Agent): Promise<number[]> {
  const times: number[] = [];
  for (let round = -WARM_UP; round < MONTHS; round++) {
    const { took } = await timed(() => get(app, agent, { area: ONE_AREA, ...month, format: "columns" }));
    if (round >= 0) times.push(took);
  }
  return times;
}

type Day = { index: number; count: number };

/** The baseline: hand-written SQL for this one answer, with the areas known in advance. */
async function bareYear(client: pg.Client): Promise<Day[]> {
  const { rows } = await client.query<Day>(
    `SELECT index::int AS index, day, sum(sum) / sum(count) AS mean, min(min) AS min, max(max) AS max,
       sum(count)::int AS count, sum(filled)::int AS filled
     FROM daily_readings WHERE tenancy_id = $1 AND area_id = ANY($2) AND day BETWEEN $3 AND $4
     GROUP BY 1, 2 ORDER BY 1, 2`,
    [1, Array.from({ length: BELOW }, (_, n) => n + 1), year.from.slice(0, 10), "2026-11-01"],
  );
  return rows;
}

type Packed = { bytes: number; body: Buffer };

/** Requests the series as a browser does, with compression. */
function get({ port, tokens }: BenchApp, agent: Agent, query: Record<string, string>): Promise<Packed> {
  const search = new URLSearchParams({ ...query, maxPoints: POINTS });
  for (const index of INDICES) search.append("index", index);
  const headers = { authorization: `Bearer ${tokens[0]}`, "accept-encoding": "gzip, deflate, br, zstd" };
  return new Promise((resolve, reject) => {
    const options = { host: "127.0.0.1", port, agent, path: `/api/v1/series?${search}`, headers };
    const sent = request(options, (answer: IncomingMessage) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("error", reject);
      answer.on("end", () => {
        const body = Buffer.concat(parts);
        if (answer.statusCode === 200 && answer.headers["content-encoding"] === "gzip")
          resolve({ bytes: body.length, body });
        else reject(new Error(`A series was answered ${answer.statusCode}, not packed by gzip`));
      });
    });
    sent.on("error", reject).end();
  });
}

/** @throws Error unless both sides return the same number of days and values */
function requireSame(days: Day[], { body }: Packed): void {
  const { series } = JSON.parse(gunzipSync(body).toString()) as { series: SeriesColumns[] };
  const ours = series.flatMap((one) => one.count);
  const theirs = days.map((day) => day.count);
  if (sum(ours) !== sum(theirs) || ours.length !== theirs.length)
    throw new Error(
      `The app counts ${sum(ours)} values in ${ours.length} days, the bare SQL ${sum(theirs)} in ${theirs.length}.`,
    );
}

/** Every statement that the service sends for these charts, as it is really sent. */
async function requirePlansOnIndexes(client: pg.Client): Promise<void> {
  const { getPool } = await import("@/lib/base/db/pool.server");
  const { SYSTEM } = await import("@/lib/identity/actor/system.server");
  const { loadSeriesColumns } = await import("@/lib/farm/series/service.server");
  const sent: [text: string, values: unknown[]][] = [];
  const pool = getPool();
  const query = pool.query;
  pool.query = new Proxy(query, {
    apply(send, on, given: unknown[]) {
      const [text, values] = given;
      if (typeof text === "string" && Array.isArray(values)) sent.push([text, values]);
      return Reflect.apply(send, on, given);
    },
  });
  const asked = {
    index: [...INDICES],
    resolution: "auto",
    includeFilled: true,
    maxPoints: Number(POINTS),
  } as const;
  for (const [area, { from, to }] of [
    [PARENT, year],
    [PARENT, month],
    [ONE_AREA, month],
  ] as const)
    await loadSeriesColumns(SYSTEM, {
      ...asked,
      index: [...INDICES],
      area,
      from: new Date(from),
      to: new Date(to),
    });
  const reads = sent.filter(([text]) => /FROM (daily_)?readings/.test(text));
  if (reads.length < 4) throw new Error("The statements of the charts were not found.");
  for (const [text, values] of reads) {
    const { rows } = await client.query<{ "QUERY PLAN": string }>(`EXPLAIN ${text}`, values);
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    if (
      /Seq Scan on (daily_)?readings/.test(plan) ||
      !/Index (Only )?Scan (on|using) (daily_)?readings_pkey/.test(plan)
    )
      throw new Error(`Not planned on indexes:\n${plan}`);
  }
  process.stdout.write(`${reads.length} statements, all planned on indexes\n`);
}

async function timed<T>(work: () => Promise<T>): Promise<{ took: number; result: T }> {
  const begun = performance.now();
  const result = await work();
  return { took: performance.now() - begun, result };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** The quantile of a share. */
function at(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Number((sorted[Math.ceil(sorted.length * share) - 1] ?? 0).toFixed(2));
}
