import "server-only";
import type { IndexRow, MeasurementRow } from "@/lib/plant-service/contract";
import type { ImportProgress, ImportTally, ImportTenancy } from "./contract";
import { MeasurementChunk } from "./measurement-chunk";
import { loadMeasurements } from "./measurement-store.server";
import { noPlaces } from "./places-store.server";
import { ReadingChunk } from "./reading-chunk";
import { loadReadings } from "./store.server";

/** Rows of a result that make one transaction: many enough to be quick, few enough for little memory. */
const CHUNK_ROWS = 250_000;
/** A slow result is committed this often, so that what has come can be seen. */
const CHUNK_MS = 3_000;

export type ImportOptions = {
  chunkRows?: number;
  /** Called with the jobs of each committed chunk: their alerts may have got a place. */
  onJobs?: (jobIds: string[]) => Promise<void>;
  onProgress?: ImportProgress;
};

interface Chunk<Row> {
  added: number;
  empty: number;
  add(row: Row): void;
  jobIds(): string[];
}

/**
 * Streams the rows of an `indices` result into the store (service-interface 2.7; service-in-the-field, CSV):
 * one transaction a chunk, in order, the next one being read while one is loaded. The same rows again change
 * nothing.
 * @returns what became of the rows
 */
export async function importIndices(
  tenancy: ImportTenancy,
  batches: AsyncIterable<IndexRow[]>,
  options: ImportOptions = {},
): Promise<ImportTally> {
  const known = noPlaces();
  return importRows(
    batches,
    () => new ReadingChunk(),
    (chunk) => loadReadings(tenancy, known, chunk),
    options,
  );
}

/**
 * Streams the rows of a `chf` result into the store, by measurementId; without one, by sensor, instant and
 * place. Otherwise as {@link importIndices}.
 */
export async function importMeasurements(
  tenancy: ImportTenancy,
  batches: AsyncIterable<MeasurementRow[]>,
  options: ImportOptions = {},
): Promise<ImportTally> {
  const known = noPlaces();
  return importRows(
    batches,
    () => new MeasurementChunk(),
    (chunk) => loadMeasurements(tenancy, known, chunk),
    options,
  );
}

async function importRows<Row, C extends Chunk<Row>>(
  batches: AsyncIterable<Row[]>,
  newChunk: () => C,
  load: (chunk: C) => Promise<void>,
  options: ImportOptions,
): Promise<ImportTally> {
  const { chunkRows = CHUNK_ROWS } = options;
  const line = new LoadLine(load, options);
  let chunk = newChunk();
  let begun = Date.now();
  try {
    for await (const batch of batches) {
      for (const row of batch) chunk.add(row);
      const rows = chunk.added + chunk.empty;
      const slow = Date.now() - begun > CHUNK_MS && line.idle;
      if (rows < chunkRows && !(slow && rows > 0)) continue;
      await line.put(chunk);
      chunk = newChunk();
      begun = Date.now();
    }
    await line.put(chunk);
  } finally {
    await line.end();
  }
  return line.tally;
}

/** Loads chunks one after the other, at most one behind the reader. */
class LoadLine<Row, C extends Chunk<Row>> {
  tally: ImportTally = { stored: 0, empty: 0 };
  idle = true;
  #running: Promise<void> = Promise.resolve();
  readonly #load: (chunk: C) => Promise<void>;
  readonly #options: ImportOptions;

  constructor(load: (chunk: C) => Promise<void>, options: ImportOptions) {
    this.#load = load;
    this.#options = options;
  }

  /** Waits for the chunk before, then begins with this one. Throws what the one before threw. */
  async put(chunk: C): Promise<void> {
    await this.#running;
    this.idle = false;
    this.#running = this.#take(chunk);
    // It is awaited by the next call; until then a failure must not count as unhandled.
    this.#running.catch(() => undefined);
  }

  /** Waits for the last chunk. */
  async end(): Promise<void> {
    await this.#running;
  }

  async #take(chunk: C): Promise<void> {
    await this.#load(chunk);
    const { stored, empty } = this.tally;
    this.tally = { stored: stored + chunk.added, empty: empty + chunk.empty };
    this.idle = true;
    const { onJobs, onProgress } = this.#options;
    const jobIds = chunk.jobIds();
    if (jobIds.length > 0) await onJobs?.(jobIds);
    await onProgress?.(this.tally);
  }
}
