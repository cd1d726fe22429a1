// Runs one import: prints `ready` when it begins and one line of JSON at the end.
// QUERY is the id of the query, CHUNK_ROWS the number of rows per transaction.

import { setTimeout as sleep } from "node:timers/promises";
import { getPool } from "@/lib/base/db/pool.server";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { advance } from "@/lib/history/queries/advance.server";

const SAMPLE_MS = 10;
const { QUERY = "", CHUNK_ROWS } = process.env;
const chunkRows = CHUNK_ROWS ? Number(CHUNK_ROWS) : undefined;

async function run(): Promise<string> {
  for (;;) {
    const outcome = await advance(QUERY, { chunkRows });
    if (outcome?.kind !== "again") return outcome?.query.status ?? "missing";
    await sleep(Math.max(0, outcome.at - Date.now()));
  }
}

type Memory = { rss: number; heap: number };

function measureMemory(): Memory {
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rss, heap: heapUsed + external };
}

const growthOf = (before: Memory, peak: Memory): Memory => ({
  rss: peak.rss - before.rss,
  heap: peak.heap - before.heap,
});

// Load the pool and Prisma first, so that their memory does not count as the import's.
await getPool().query("SELECT");
await getPrisma().query.count();
globalThis.gc?.();
const before = measureMemory();
const peak = { ...before };
const timer = setInterval(() => {
  const now = measureMemory();
  peak.rss = Math.max(peak.rss, now.rss);
  peak.heap = Math.max(peak.heap, now.heap);
}, SAMPLE_MS);
process.stdout.write("ready\n");
const begun = performance.now();
const status = await run();
const seconds = (performance.now() - begun) / 1000;
clearInterval(timer);
process.stdout.write(`${JSON.stringify({ status, seconds, growth: growthOf(before, peak) })}\n`, () =>
  process.exit(0),
);
