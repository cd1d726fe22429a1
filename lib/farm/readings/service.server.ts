import "server-only";
import type { IndexRow, MeasurementRow } from "@/lib/service/contract";
import { MeasurementChunk, noTally, ReadingChunk, withChunk } from "./chunks";
import type { ImportLedger, ImportProgress, ImportTally, ImportTenancy, SaveProgress } from "./contract";
import { noPlaces } from "./load-store.server";
import { loadMeasurements } from "./measurement-store.server";
import { recutSome, tenanciesOfOtherZones } from "./roll-up-store.server";
import { type AfterLoad, loadReadings } from "./store.server";

/** Rows of a result that make one transaction: many enough to be quick, few enough for little memory. */
const CHUNK_ROWS = 250_000;
/** A slow result is committed this often, so that what has come can be seen. */
const CHUNK_MS = 3_000;

export type ImportOptions = {
  chunkRows?: number;
  /** Called with the jobs of each committed chunk: their alerts may have got a place. */
  onJobs?: (jobIds: string[]) => Promise<void>;
  onProgress?: ImportProgress;
  /** Goes on where another import of the same result ended, and keeps how far this one is. */
  ledger?: ImportLedger;
  /** Of type chf: all rows were captured in plant daytime (true), or at plant night; left out: nobody says. */
  daytime?: boolean;
};

interface Chunk<Row> {
  added: number;
  empty: number;
  isFull(rows: number): boolean;
  add(row: Row): void;
  reset(): void;
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
    (chunk, after) => loadReadings(tenancy, known, chunk, after),
    options,
  );
}

/**
 * Streams the rows of a `chf` result into the store, by measurementId. Otherwise as {@link importIndices}.
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
  const passed = new PassedRows(ledger?.loaded.rows ?? 0);
  const line = new LoadLine(load, options);
  let chunk = newChunk();
  let begun = performance.now();
  try {
    for await (const batch of batches) {
      const fresh = passed.skip(batch);
      if (fresh.length === 0) continue;
      await line.tell(passed.takeJobs());
      if (chunk.added + chunk.empty === 0) begun = performance.now();
      for (const row of fresh) chunk.add(row);
      const slow = performance.now() - begun > CHUNK_MS && line.idle;
      if (!chunk.isFull(chunkRows) && !slow) continue;
      const keep = ledger?.cut(passed.read, false);
      // The chunk grows until it is sure that it belongs behind what is loaded.
      if (keep === null) continue;
      await line.put(chunk, keep);
      chunk = line.takeSpare() ?? newChunk();
    }
    await line.tell(passed.takeJobs());
    const keep = ledger?.cut(passed.read, true) ?? undefined;
    if (chunk.added + chunk.empty > 0) await line.put(chunk, keep);
  } finally {
    await line.end();
  }
  return line.tally;
}

/** The rows at the beginning of a result that an earlier import has loaded. */
class PassedRows {
  /** Rows of the result so far. */
  read = 0;
  readonly #rows: number;
  readonly #jobs = new Set<string>();

  constructor(rows: number) {
    this.#rows = rows;
  }

  /** The rows of a batch that are not loaded yet. */
  skip<Row extends { jobId: string }>(batch: Row[]): Row[] {
    const loaded = Math.min(batch.length, Math.max(0, this.#rows - this.read));
    this.read += batch.length;
    for (let index = 0; index < loaded; index++) this.#jobs.add((batch[index] as Row).jobId);
    return loaded === 0 ? batch : batch.slice(loaded);
  }

  /** Their jobs, once: the process that loaded them may have ended before it told anybody. */
  takeJobs(): string[] {
    const jobs = [...this.#jobs];
    this.#jobs.clear();
    return jobs;
  }
}

/** Loads chunks one after the other, at most one behind the reader. */
class LoadLine<Row, C extends Chunk<Row>> {
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

  /** Waits for the chunk before, then begins with this one. Throws what the one before threw. */
  async put(chunk: C, keep: SaveProgress | undefined): Promise<void> {
    await this.#running;
    this.idle = false;
    this.#running = this.#take(chunk, keep);
    // It is awaited by the next call; until then a failure must not count as unhandled.
    this.#running.catch(() => undefined);
  }

  /** A chunk that is loaded, for the next rows. */
  takeSpare(): C | undefined {
    const spare = this.#spare;
    this.#spare = undefined;
    return spare;
  }

  /** Says which jobs got readings. */
  async tell(jobIds: string[]): Promise<void> {
    if (jobIds.length > 0) await this.#options.onJobs?.(jobIds);
  }

  /** Waits for the last chunk. */
  async end(): Promise<void> {
    await this.#running;
  }

  async #take(chunk: C, keep: SaveProgress | undefined): Promise<void> {
    let tally = this.tally;
    await this.#load(chunk, async (client, outcomes) => {
      tally = withChunk(this.tally, chunk.empty, outcomes);
      await keep?.(client, tally);
    });
    this.tally = tally;
    this.idle = true;
    await this.tell(chunk.jobIds());
    await this.#options.onProgress?.(tally);
    chunk.reset();
    this.#spare = chunk;
  }
}

/** Areas and jobs whose days are cut anew in one transaction; loads wait for it. */
const RECUT_PAIRS = 20;

/** Whether the days of any tenancy are cut in another zone than its own. */
export async function mustRecutDays(): Promise<boolean> {
  return (await tenanciesOfOtherZones()).length > 0;
}

/**
 * Cuts the days of tenancies anew whose time zone was changed, some areas at a time: whoever calls it next
 * goes on where it was stopped.
 */
export async function recutDays(signal?: AbortSignal, pairs = RECUT_PAIRS): Promise<void> {
  for (const tenancy of await tenanciesOfOtherZones()) {
    while (!signal?.aborted && (await recutSome(tenancy, pairs)));
  }
}
