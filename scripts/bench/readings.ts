// Loading a result: the importer against hand-written SQL, on the same file, server and table.

import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finished, pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { INDEX_FACTS, INDICES } from "@/lib/core/indices";
import type { BenchmarkContext, Measured } from "../lib/benchmark";

export const name = "readings";

const AREAS = 100;
const DAYS = 60;
const ROUNDS = 3;
const START = Date.parse("2026-08-01T00:00:00Z");
const HOUR_MS = 3_600_000;
const ROWS = AREAS * DAYS * 24 * INDICES.length;

/** Loads the same rows by turns and gives the medians, in rows a second. */
export async function run({ createDatabase }: BenchmarkContext): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), "leafwatch-bench-"));
  try {
    const file = join(folder, "result.csv");
    await writeResult(file);
    const url = await createDatabase();
    process.env.DATABASE_URL = url;
    process.env.LEAFWATCH_SECRET_KEYS ??= randomBytes(32).toString("base64");
    return { ...(await compare(file, url)), unit: "rows/s" };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function compare(file: string, url: string) {
  const { closePool } = await import("@/lib/db/pool.server");
  const client = new pg.Client({ connectionString: url, options: "-c timezone=UTC" });
  await client.connect();
  const ours: number[] = [];
  const baseline: number[] = [];
  try {
    for (let round = 0; round <= ROUNDS; round++) {
      const plain = await measured(client, () => loadPlainly(client, file));
      const loaded = await measured(client, () => loadByImporter(file));
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

async function measured(client: pg.Client, load: () => Promise<void>): Promise<number> {
  await client.query("TRUNCATE readings, daily_readings, job_areas, control_areas, jobs RESTART IDENTITY");
  await client.query("CHECKPOINT");
  const begun = performance.now();
  await load();
  const seconds = (performance.now() - begun) / 1000;
  const { rows } = await client.query<{ values: string }>(
    `SELECT sum(num_nonnulls(${INDICES.map((index) => INDEX_FACTS[index].column).join(", ")})) AS values FROM readings`,
  );
  if (Number(rows[0]?.values) !== ROWS) throw new Error(`Loaded ${rows[0]?.values} values of ${ROWS}`);
  return ROWS / seconds;
}

async function loadByImporter(file: string): Promise<void> {
  const { parseIndices } = await import("@/lib/plant-service/result-stream.server");
  const { importIndices } = await import("@/lib/readings/service.server");
  const tenancy = { tenancyId: 1, tenantId: "bench", timeZone: "Europe/Amsterdam" };
  await importIndices(tenancy, parseIndices(createReadStream(file, { highWaterMark: 256 * 1024 })));
}

const column = (index: (typeof INDICES)[number]) => INDEX_FACTS[index].column;
const BY_HAND = `
  INSERT INTO control_areas (tenancy_id, path, name, depth, has_readings)
    SELECT DISTINCT 1, path, path, 0, true FROM staging ON CONFLICT DO NOTHING;
  INSERT INTO jobs (tenancy_id, job_id) SELECT DISTINCT 1, job FROM staging ON CONFLICT DO NOTHING;
  INSERT INTO readings AS r (tenancy_id, area_id, job_id, at, ${INDICES.map(column).join(", ")}, filled)
  SELECT 1, a.id, j.id, s.at::timestamptz,
    ${INDICES.map((index) => `max(s.value::real) FILTER (WHERE s.name = '${index}')`).join(", ")},
    bit_or(CASE WHEN s.filled = 'TRUE' THEN CASE s.name ${INDICES.map(
      (index, bit) => `WHEN '${index}' THEN ${1 << bit}`,
    ).join(" ")} ELSE 0 END ELSE 0 END)
  FROM staging s JOIN control_areas a ON a.tenancy_id = 1 AND a.path = s.path
    JOIN jobs j ON j.tenancy_id = 1 AND j.job_id = s.job
  GROUP BY a.id, j.id, s.at::timestamptz
  ON CONFLICT (tenancy_id, area_id, job_id, at) DO UPDATE SET
    ${INDICES.map((index) => `${column(index)} = coalesce(excluded.${column(index)}, r.${column(index)})`).join(", ")},
    filled = excluded.filled`;

/** What somebody would write who had only this one file to load: no roll-up, no rules, no progress. */
async function loadPlainly(client: pg.Client, file: string): Promise<void> {
  await client.query("BEGIN");
  await client.query(
    `CREATE TEMP TABLE staging (statement text, record text, timestamp text, at text, path text, job text,
       name text, value text, filled text) ON COMMIT DROP`,
  );
  const copy = client.query(copyFrom("COPY staging FROM STDIN (FORMAT csv, HEADER)"));
  await pipeline(createReadStream(file, { highWaterMark: 256 * 1024 }), copy);
  await client.query(BY_HAND);
  await client.query("COMMIT");
}

const median = (numbers: number[]) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN;

/** A result as the service writes it (service-in-the-field, CSV). */
async function writeResult(file: string): Promise<void> {
  const out = createWriteStream(file);
  const columns = [
    "timestamp",
    "timestampIso",
    "controlAreaPathName",
    "jobId",
    "indexName",
    "indexValue",
    "isFilled",
  ];
  out.write(`query_statement_name,record_no,${columns.map((each) => `data__${each}`).join(",")}\n`);
  let record = 0;
  for (let hour = 0; hour < DAYS * 24; hour++) {
    let lines = "";
    for (let area = 0; area < AREAS; area++) {
      lines += INDICES.map((index, position) => line(++record, hour, area, index, position)).join("");
    }
    if (!out.write(lines)) await once(out, "drain");
  }
  out.end();
  await finished(out);
}

function line(record: number, hour: number, area: number, index: string, position: number): string {
  const iso = new Date(START + hour * HOUR_MS).toISOString();
  const time = `${iso.slice(0, 10)} ${iso.slice(11, 19)},${iso.slice(0, 19)}Z`;
  const place = `Westland#Glasshouse ${area % 5}#Zone ${area % 20}#Bench ${area},JOB_V1_PLANT${area % 7}`;
  const value = (((area * 31 + hour * 7 + position * 13) % 1000) / 10).toFixed(1);
  return `01JQUERY,${record},${time},${place},${index},${value},${(hour + area) % 11 === 0 ? "TRUE" : "FALSE"}\n`;
}
