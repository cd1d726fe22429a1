import "server-only";
import type { IndexRow, MeasurementRow } from "@/lib/service/contract";
import { MeasurementChunk, noTally, ReadingChunk, withChunk } from "./chunks";
import type { ImportLedger, ImportTally, ImportTenancy, SaveProgress } from "./contract";
import { noPlaces } from "./load-store.server";
import { recutSome, tenanciesToRecut } from "./roll-up-store.server";
import { type AfterLoad, loadMeasurements, loadReadings } from "./store.server";

/** Rows of one transaction: many for speed, few for little memory. */
const CHUNK_ROWS = 250_000;
/** Interval at which a slow result is committed, so that its rows can be seen; milliseconds. */
const CHUNK_MS = 3_000;

export type ImportOptions = {
  chunkRows?: number;
  /** Called with the jobs of each committed chunk: their alerts may now have a place. */
  onJobs?: (jobIds: string[]) => Promise<void>;
  /** Resumes where another import of the same result ended, and saves the progress. */
  ledger?: ImportLedger;
  /** For type chf: all rows were captured in plant daytime (true) or at plant night (false); left out where unknown. */
  daytime?: boolean;
};

type Chunk<Row> = Pick<ReadingChunk, "added" | "empty" | "isFull" | "reset" | "jobIds"> & {
  add(row: Row): void;
};

/**
 * Streams the rows of an `indices` result into the store (docs/spec/service-interface.md "Result";
 * docs/spec/service-in-the-field.md "Result content"): one transaction per chunk, in order, while the next chunk is
 * read. Importing the same rows again changes nothing.
 * @returns the tally of the rows
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
    (chunk, after) => loadReadings(tenancy, known, chunk, after),
    options,
  );
}

/** Streams the rows of a `chf` result into the store, by measurementId; otherwise as {@link importIndices}. */
export async function importMeasurements(
  tenancy: ImportTenancy,
  batches: AsyncIterable<MeasurementRow[]>,
  options: ImportOptions = {},
): Promise<ImportTally> {
  const known = noPlaces();
  return importRows(
    batches,
    () => new MeasurementChunk(),
    (chunk, after) => loadMeasurements(tenancy, known, chunk, options.daytime ?? null, after),
    options,
  );
}

type Load<C> = (chunk: C, after: AfterLoad) => Promise<void>;

async function importRows<Row extends { jobId: string }, C extends Chunk<Row>>(
  batches: AsyncIterable<Row[]>,
  newChunk: () => C,
  load: Load<C>,
  options: ImportOptions,
): Promise<ImportTally> {
  const { chunkRows = CHUNK_ROWS, ledger } = options;
  const loader = new ChunkLoader(load, options);
  // Include rows that an earlier import loaded: its process may have ended before it reported their jobs.
  const skippedJobs = new Set<string>();
  let read = 0;
  let chunk = newChunk();
  let begun = performance.now();
  try {
    for await (const batch of batches) {
      const skipped = Math.min(batch.length, Math.max(0, (ledger?.loaded.rows ?? 0) - read));
      read += batch.length;
      for (const { jobId } of batch.slice(0, skipped)) skippedJobs.add(jobId);
      if (skipped === batch.length) continue;
      await loader.report(skippedJobs);
      skippedJobs.clear();
      if (chunk.added + chunk.empty === 0) begun = performance.now();
      for (const row of skipped === 0 ? batch : batch.slice(skipped)) chunk.add(row);
      const slow = performance.now() - begun > CHUNK_MS && loader.idle;
      if (!chunk.isFull(chunkRows) && !slow) continue;
      const save = ledger?.cut(read, false);
      // The chunk grows until it is certain that it follows what is loaded.
      if (save === null) continue;
      await loader.start(chunk, save);
      chunk = loader.takeSpare() ?? newChunk();
    }
    await loader.report(skippedJobs);
    const save = ledger?.cut(read, true) ?? undefined;
    if (chunk.added + chunk.empty > 0) await loader.start(chunk, save);
  } finally {
    await loader.end();
  }
  return loader.tally;
}

/** Loads chunks one after the other while the reader fills the next one. */
class ChunkLoader<Row, C extends Chunk<Row>> {
  tally: ImportTally;
  idle = true;
  #running: Promise<void> = Promise.resolve();
  #spare: C | undefined;
  readonly #load: Load<C>;
  readonly #options: ImportOptions;

  constructor(load: Load<C>, options: ImportOptions) {
    this.#load = load;
    this.#options = options;
    this.tally = options.ledger?.loaded.tally ?? noTally();
  }

  /** Waits for the last chunk, then starts this one. Throws what the last one threw. */
  async start(chunk: C, save: SaveProgress | undefined): Promise<void> {
    await this.#running;
    this.idle = false;
    this.#running = this.#run(chunk, save);
    // The next call awaits it; until then a failure must not count as an unhandled rejection.
    this.#running.catch(() => undefined);
  }

  /** A loaded chunk that can be refilled. */
  takeSpare(): C | undefined {
    const spare = this.#spare;
    this.#spare = undefined;
    return spare;
  }

  /** Reports jobs that got readings. */
  async report(jobs: Iterable<string>): Promise<void> {
    const jobIds = [...jobs];
    if (jobIds.length > 0) await this.#options.onJobs?.(jobIds);
  }

  /** Waits for the chunk under way. */
  async end(): Promise<void> {
    await this.#running;
  }

  async #run(chunk: C, save: SaveProgress | undefined): Promise<void> {
    let tally = this.tally;
    await this.#load(chunk, async (client, outcomes) => {
      tally = withChunk(this.tally, chunk.empty, outcomes);
      await save?.(client, tally);
    });
    this.tally = tally;
    this.idle = true;
    await this.report(chunk.jobIds());
    chunk.reset();
    this.#spare = chunk;
  }
}

/** Pairs of area and job whose days are recut in one transaction; loads wait for it. */
const RECUT_PAIRS = 20;

/** Returns true if the days of any tenancy are cut in a time zone other than its own. */
export async function mustRecutDays(): Promise<boolean> {
  return (await tenanciesToRecut()).length > 0;
}

/** Recuts the days of tenancies whose time zone was changed, some pairs at a time; the next call resumes. */
export async function recutDays(signal?: AbortSignal, pairs = RECUT_PAIRS): Promise<void> {
  for (const tenancy of await tenanciesToRecut()) {
    while (!signal?.aborted && (await recutSome(tenancy, pairs)));
  }
}
