// Downloading, unpacking, parsing and loading a result of one gigabyte: its memory, and its speed against hand-written
// SQL on the same file. BENCH_DAYS makes it smaller: 410 days are 1 GB.

import { createReadStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import pg from "pg";
import { startResultService } from "../tests/support/result-service";
import type { BenchmarkContext, Measured } from "./lib/benchmark";
import { addImport, type ImportEnd, ImportProcess } from "./lib/import-process";
import { countValues, emptyStore, loadPlainly } from "./lib/load/plain";
import { writeResult } from "./lib/result-file";

export const name = "import-large";

const AREAS = 100;
const DAYS = Number(process.env.BENCH_DAYS ?? 410);
const MEGABYTE = 1_000_000;
const MAX_GROWTH = 150;

/** Once plain and once compressed; the importer runs in its own process. */
export async function run({ createDatabase }: BenchmarkContext): Promise<Measured[]> {
  const folder = await mkdtemp(join(tmpdir(), "leafwatch-bench-"));
  const databaseUrl = await createDatabase();
  const client = new pg.Client({ connectionString: databaseUrl, options: "-c timezone=UTC" });
  await client.connect();
  try {
    const file = join(folder, "result.csv");
    const rows = await writeResult(file, { areas: AREAS, days: DAYS });
    const plain = await measureImport({ databaseUrl, client, file, rows, gzip: false });
    const packed = await measureImport({ databaseUrl, client, file, rows, gzip: true });
    const growth = Math.max(plain.growth.rss, packed.growth.rss) / MEGABYTE;
    const facts = { bytes: (await stat(file)).size, rows, plain, packed };
    process.stdout.write(`${JSON.stringify(facts)}\n`);
    return [
      {
        name: "import-large: growth of memory",
        ours: growth,
        baseline: MAX_GROWTH,
        unit: "MB : MB promised",
      },
      {
        name: "import-large: rows of a result stored",
        ours: rows / plain.seconds,
        baseline: rows / (await measurePlain(client, file, rows)),
        unit: "rows/s",
      },
    ];
  } finally {
    await client.end();
    await rm(folder, { recursive: true });
  }
}

type Setting = { databaseUrl: string; client: pg.Client; file: string; rows: number; gzip: boolean };

async function measureImport({ databaseUrl, client, file, rows, gzip }: Setting): Promise<ImportEnd> {
  await emptyStore(client);
  await client.query("TRUNCATE tenancies, queries, rejected_rows CASCADE");
  const service = await startResultService("");
  service.send = (response) => sendFile(response, file, gzip);
  try {
    const plan = { databaseUrl, query: "01IMPORT" };
    await addImport(plan, service, "indices");
    const worker = new ImportProcess(plan);
    await worker.ready();
    const end = await worker.end();
    const values = await countValues(client);
    if (end?.status !== "completed" || values !== rows)
      throw new Error(`The import is ${end?.status}, with ${values} values of ${rows}`);
    return end;
  } finally {
    await service.stop();
  }
}

async function sendFile(response: ServerResponse, file: string, gzip: boolean): Promise<void> {
  response.writeHead(200, { "content-type": "text/csv" });
  const content = createReadStream(file, { highWaterMark: 256 * 1024 });
  if (gzip) await pipeline(content, createGzip({ level: 1 }), response);
  else await pipeline(content, response);
}

async function measurePlain(client: pg.Client, file: string, rows: number): Promise<number> {
  await emptyStore(client);
  const begun = performance.now();
  await loadPlainly(client, file);
  const seconds = (performance.now() - begun) / 1000;
  const values = await countValues(client);
  if (values !== rows) throw new Error(`Loaded ${values} values of ${rows}`);
  return seconds;
}
