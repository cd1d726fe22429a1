// Parsing only: validated rows of the importer against plain text records of the fastest CSV parser on npm, with the
// same file.

import { createReadStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inferSchema, initParser } from "udsv";
import type { Measured } from "./lib/benchmark";
import { writeResult } from "./lib/result-file";

export const name = "parser";

const AREAS = 100;
const DAYS = 60;
const ROUNDS = 3;

type Parse = (file: string) => Promise<number>;

/** Reads the same file alternately and returns the medians, in rows per second. */
export async function run(): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), "leafwatch-bench-"));
  try {
    const file = join(folder, "result.csv");
    const rows = await writeResult(file, { areas: AREAS, days: DAYS });
    const ours: number[] = [];
    const baseline: number[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const theirs = await measure(parseByUdsv, file, rows);
      const own = await measure(parseByImporter, file, rows);
      // The first round warms both up.
      if (round === 0) continue;
      baseline.push(theirs);
      ours.push(own);
    }
    return { ours: median(ours), baseline: median(baseline), unit: "rows/s" };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function measure(parse: Parse, file: string, rows: number): Promise<number> {
  globalThis.gc?.();
  const begun = performance.now();
  const read = await parse(file);
  const seconds = (performance.now() - begun) / 1000;
  if (read !== rows) throw new Error(`Read ${read} rows of ${rows}`);
  return rows / seconds;
}

const open = (file: string) => createReadStream(file, { highWaterMark: 256 * 1024 });

async function parseByImporter(file: string): Promise<number> {
  const { parseIndices } = await import("@/lib/service/result-stream.server");
  let rows = 0;
  for await (const batch of parseIndices(open(file))) rows += batch.length;
  return rows;
}

/** Its fastest mode for a stream: arrays of texts, one by one, not kept. */
async function parseByUdsv(file: string): Promise<number> {
  const decoder = new TextDecoder();
  let parser: ReturnType<typeof initParser> | undefined;
  let rows = 0;
  const count = () => {
    rows++;
  };
  for await (const bytes of open(file)) {
    const text = decoder.decode(bytes as Buffer, { stream: true });
    parser ??= initParser(inferSchema(text));
    parser.chunk<string[]>(text, parser.stringArrs, count);
  }
  parser?.end();
  return rows;
}

const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN;
