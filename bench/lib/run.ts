// Runs the named benchmarks, or all. Prints a table at the end, and one JSON line for each comparison.

import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { createDatabaseOn, startTestCluster, type TestDatabase } from "../../tests/support/cluster";
import type { Benchmark, BenchmarkContext, Measured } from "./benchmark";

type Row = { name: string; ours: number; baseline: number; ratio: number; unit: string };

const folder = join(process.cwd(), "bench");

async function load(): Promise<Benchmark[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));
  return Promise.all(files.sort().map((file) => import(pathToFileURL(join(folder, file)).href)));
}

/** Starts the database server with the first database, because some benchmarks need none. */
function makeContext(): BenchmarkContext & { close(): Promise<void> } {
  let cluster: ReturnType<typeof startTestCluster> | undefined;
  const databases: TestDatabase[] = [];
  return {
    async createDatabase() {
      cluster ??= startTestCluster({ durable: true });
      const database = await createDatabaseOn((await cluster).adminUrl);
      databases.push(database);
      return database.url;
    },
    async close() {
      for (const database of databases.splice(0)) await database.drop();
      await (await cluster)?.stop();
    },
  };
}

async function measure(benchmark: Benchmark): Promise<Row[]> {
  process.stdout.write(`${benchmark.name} …\n`);
  const context = makeContext();
  try {
    const measured = await benchmark.run(context);
    return (Array.isArray(measured) ? measured : [measured]).map((one) => toRow(benchmark.name, one));
  } finally {
    await context.close();
  }
}

function toRow(benchmark: string, { name, ours, baseline, unit }: Measured): Row {
  return { name: name ?? benchmark, ours, baseline, ratio: Number((ours / baseline).toFixed(3)), unit };
}

function table(rows: Row[]): string {
  const cells = [
    ["benchmark", "ours", "baseline", "ratio", "unit"],
    ...rows.map((row) => [row.name, figure(row.ours), figure(row.baseline), row.ratio.toFixed(2), row.unit]),
  ];
  const widths =
    cells[0]?.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0))) ?? [];
  return cells.map((line) => line.map((cell, column) => align(cell, column, widths)).join("  ")).join("\n");
}

function align(cell: string, column: number, widths: number[]): string {
  const width = widths[column] ?? 0;
  return column === 0 || column === 4 ? cell.padEnd(width) : cell.padStart(width);
}

function figure(value: number): string {
  return value.toLocaleString("en", { maximumFractionDigits: Math.abs(value) < 100 ? 2 : 0 });
}

async function main(names: string[]): Promise<number> {
  const all = await load();
  const unknown = names.filter((name) => !all.some((benchmark) => benchmark.name === name));
  if (unknown.length > 0) {
    const known = all.map((benchmark) => benchmark.name).join(", ");
    process.stderr.write(`There is no benchmark named ${unknown.join(", ")}: choose from ${known}.\n`);
    return 1;
  }
  const chosen = all.filter((benchmark) => names.length === 0 || names.includes(benchmark.name));
  const [only] = chosen;
  const rows = only && chosen.length === 1 ? await measure(only) : await measureApart(chosen);
  process.stdout.write(`\n${table(rows)}\n\n`);
  for (const row of rows) process.stdout.write(`${JSON.stringify(row)}\n`);
  return 0;
}

/** Runs each benchmark in its own process, because the program reads its environment once per process. */
async function measureApart(benchmarks: Benchmark[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name } of benchmarks) {
    process.stdout.write(`${name} …\n`);
    const { stdout } = await promisify(execFile)(process.execPath, [
      ...process.execArgv,
      import.meta.filename,
      name,
    ]);
    const objects = stdout.split("\n").filter((line) => line.startsWith("{"));
    for (const line of objects) {
      const found: Row | object = JSON.parse(line);
      // Objects without a ratio are a benchmark's extra output.
      if ("ratio" in found) rows.push(found);
      else process.stdout.write(`${line}\n`);
    }
  }
  return rows;
}

process.exit(await main(process.argv.slice(2)));
