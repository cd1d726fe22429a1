// Loading a result: the importer against hand-written SQL, with the same file, server and table.

import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { BenchmarkContext, Measured } from "./lib/benchmark";
import { countValues, emptyStore, loadPlainly } from "./lib/load/plain";
import { writeResult } from "./lib/result-file";

export const name = "readings";

const AREAS = 100;
const DAYS = 60;
const ROUNDS = 3;

/** Loads the same rows alternately and returns the medians, in rows per second. */
export async function run({ createDatabase }: BenchmarkContext): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), "leafwatch-bench-"));
  try {
    const file = join(folder, "result.csv");
    const rows = await writeResult(file, { areas: AREAS, days: DAYS });
    const url = await createDatabase();
    process.env.DATABASE_URL = url;
    process.env.LEAFWATCH_SECRET_KEYS ??= randomBytes(32).toString("base64");
    return { ...(await compare(file, rows, url)), unit: "rows/s" };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function compare(file: string, rows: number, url: string) {
  const { closePool } = await import("@/lib/base/db/pool.server");
  const client = new pg.Client({ connectionString: url, options: "-c timezone=UTC" });
  await client.connect();
  const ours: number[] = [];
  const baseline: number[] = [];
  try {
    for (let round = 0; round <= ROUNDS; round++) {
      const plain = await measured(client, rows, () => loadPlainly(client, file));
      const loaded = await measured(client, rows, () => loadByImporter(file));
      // The first round warms both up.
      if (round === 0) continue;
      baseline.push(plain);
      ours.push(loaded);
    }
  } finally {
    await closePool();
    await client.end();
  }
  return { ours: median(ours), baseline: median(baseline) };
}

async function measured(client: pg.Client, rows: number, load: () => Promise<void>): Promise<number> {
  await emptyStore(client);
  const begun = performance.now();
  await load();
  const seconds = (performance.now() - begun) / 1000;
  const values = await countValues(client);
  if (values !== rows) throw new Error(`Loaded ${values} values of ${rows}`);
  return rows / seconds;
}

async function loadByImporter(file: string): Promise<void> {
  const { parseIndices } = await import("@/lib/service/result-stream.server");
  const { importIndices } = await import("@/lib/farm/readings/service.server");
  const tenancy = { tenancyId: 1, tenantId: "bench", timeZone: "Europe/Amsterdam" };
  await importIndices(tenancy, parseIndices(createReadStream(file, { highWaterMark: 256 * 1024 })));
}

const median = (numbers: number[]) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN;
