import "server-only";
import { randomUUID } from "node:crypto";
import { crc32 } from "node:zlib";
import type { ImportLedger, ImportTally, SaveProgress } from "@/lib/farm/readings/contract";
import { type ImportOptions, importIndices, importMeasurements } from "@/lib/farm/readings/service.server";
import type { ServiceAccess } from "@/lib/farm/tenancies/contract";
import type { ResultSummary } from "@/lib/service/contract";
import type { OpenedResult } from "@/lib/service/result-body";
import { type ParsedResult, parseIndices, parseMeasurements } from "@/lib/service/result-stream.server";
import {
  type Checkpoint,
  type ContentPrefix,
  claimImport,
  type ImportState,
  saveCheckpoint,
  saveFinalState,
} from "./checkpoint-store.server";
import { RowObserver } from "./requested-rows";
import { changeQuery, findQuery, type QueryChange, type QueryRecord } from "./store.server";

const PROGRESS_MS = 500;

export type ImportHooks = {
  /** Called with the jobs that got readings: their alerts may now have a place. */
  onJobs?: (tenancyId: number, jobIds: string[]) => Promise<void>;
  /** Rows of one transaction. */
  chunkRows?: number;
};

/** The query was cancelled while its result was read. */
export class CancelledError extends Error {
  constructor() {
    super("The query was cancelled");
    this.name = "CancelledError";
  }
}

/** The result is not the one of which a part is loaded. */
export class ResultChangedError extends Error {
  constructor() {
    super("The result has another content than before");
    this.name = "ResultChangedError";
  }
}

type Result = Extract<OpenedResult, { kind: "result" }> & {
  /** Breaks off the download. */
  abort: () => void;
};

/**
 * Streams a result into the store. A checkpoint on the query is saved with each chunk, so that another process can go on
 * with the same result. What is loaded stays, however the import ends.
 * @returns the final counts that are not on the query yet
 * @throws CancelledError, ResultChangedError, SupersededError, PlantServiceError `download-cut`, `timeout`, `bad-answer`
 */
export async function importResult(
  access: ServiceAccess,
  query: QueryRecord,
  result: Result,
  hooks: ImportHooks,
): Promise<QueryChange> {
  const progress = new ProgressReporter(query.id, result.abort);
  try {
    await loadAll(access, query, { ...result, body: progress.count(result.body) }, hooks);
    if (progress.cancelled) throw new CancelledError();
    return { bytes: progress.bytes };
  } catch (error) {
    // A cancelled download fails in its own way.
    throw progress.cancelled ? new CancelledError() : error;
  } finally {
    await progress.stop();
    await result.close();
  }
}

async function loadAll(
  access: ServiceAccess,
  query: QueryRecord,
  { body, endIsCertain }: Pick<Result, "body" | "endIsCertain">,
  { onJobs, chunkRows }: ImportHooks,
): Promise<void> {
  const begun = await claimImport(query.id, query.queryId ?? "", randomUUID());
  const content = new ContentChecksum(begun.checkpoint.content);
  const parsing = { endIsCertain, onContent: (piece: Uint8Array) => content.add(piece) };
  const observer = new RowObserver(query.filters);
  const load = async <Row>(
    parsed: ParsedResult<Row>,
    observe: (rows: AsyncIterable<Row[]>) => AsyncIterable<Row[]>,
    into: (access: ServiceAccess, rows: AsyncIterable<Row[]>, options: ImportOptions) => Promise<ImportTally>,
  ) => {
    const ledger = new ResultLedger(query.id, begun, content, parsed.summary, observer);
    const options = {
      ledger,
      chunkRows,
      daytime: query.filters.isDaytime,
      onJobs: async (jobIds: string[]) => onJobs?.(access.tenancyId, jobIds),
    };
    await ledger.end(await into(access, observe(parsed), options));
  };
  if (query.type === "indices")
    await load(parseIndices(body, parsing), (rows) => observer.indices(rows), importIndices);
  else
    await load(parseMeasurements(body, parsing), (rows) => observer.measurements(rows), importMeasurements);
}

/**
 * Saves the bytes received twice a second, and stops the import when its query is cancelled: on a timer, so that a
 * hanging download stops as well.
 */
class ProgressReporter {
  bytes = 0;
  cancelled = false;
  readonly #id: string;
  readonly #abort: () => void;
  readonly #timer: NodeJS.Timeout;
  #reporting: Promise<void> | undefined;
  #reported = 0;

  constructor(id: string, abort: () => void) {
    this.#id = id;
    this.#abort = abort;
    this.#timer = setInterval(() => this.#tick(), PROGRESS_MS);
  }

  async *count(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      this.bytes += chunk.length;
      yield chunk;
    }
  }

  /** Stops the timer and waits for the report under way. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#reporting;
  }

  #tick(): void {
    // The import itself notices when the database is away.
    this.#reporting ??= this.#report()
      .catch(() => undefined)
      .finally(() => {
        this.#reporting = undefined;
      });
  }

  async #report(): Promise<void> {
    if ((await findQuery(this.#id))?.cancelAsked) {
      this.cancelled = true;
      this.#abort();
      return;
    }
    if (this.bytes === this.#reported) return;
    this.#reported = this.bytes;
    await changeQuery(this.#id, ["downloading"], { bytes: this.bytes });
  }
}

/** Length and checksum of a result's unpacked content, compared with the prefix that was seen earlier. */
export class ContentChecksum {
  bytes = 0;
  checksum = 0;
  readonly #expected: ContentPrefix;

  /** @param expected no bytes: nothing to compare with */
  constructor(expected: ContentPrefix) {
    this.#expected = expected;
  }

  /** Whether the content begins like the earlier one; false while too little of it has come. */
  get isVerified(): boolean {
    return this.bytes >= this.#expected.bytes;
  }

  /** @throws ResultChangedError when the content begins differently */
  add(piece: Uint8Array): void {
    const { bytes, checksum } = this.#expected;
    const missing = bytes - this.bytes;
    if (missing <= 0 || missing > piece.length) {
      this.#update(piece);
      return;
    }
    this.#update(piece.subarray(0, missing));
    if (this.checksum !== checksum) throw new ResultChangedError();
    this.#update(piece.subarray(missing));
  }

  #update(piece: Uint8Array): void {
    this.bytes += piece.length;
    this.checksum = crc32(piece, this.checksum);
  }
}

/** Saves with each chunk how far the result is loaded and what it held so far. */
class ResultLedger implements ImportLedger {
  readonly loaded: ImportLedger["loaded"];
  readonly #queryId: string;
  readonly #checkpoint: Checkpoint;
  readonly #content: ContentChecksum;
  readonly #summary: ResultSummary;
  readonly #observer: RowObserver;
  #rejectionsSaved = 0;
  #rows = 0;

  constructor(
    queryId: string,
    begun: { checkpoint: Checkpoint; tally: ImportTally },
    content: ContentChecksum,
    summary: ResultSummary,
    observer: RowObserver,
  ) {
    this.loaded = { rows: begun.checkpoint.rows, tally: begun.tally };
    this.#queryId = queryId;
    this.#checkpoint = begun.checkpoint;
    this.#content = content;
    this.#summary = summary;
    this.#observer = observer;
  }

  cut(rows: number, isEnd: boolean): SaveProgress | null {
    const isVerified = this.#content.isVerified && rows >= this.loaded.rows;
    if (!isVerified && isEnd) throw new ResultChangedError();
    if (!isVerified) return null;
    this.#rows = rows;
    const state = this.#state();
    return (tx, tally) => saveCheckpoint(tx, this.#queryId, { ...state, tally });
  }

  /** Saves the final state, with the rows that were rejected after the last chunk. */
  async end(tally: ImportTally): Promise<void> {
    await saveFinalState(this.#queryId, { ...this.#state(), tally });
  }

  /** The reader is ahead of the loader, so its state is taken when a chunk is cut. */
  #state(): Omit<ImportState, "tally"> {
    const { bytes, checksum } = this.#content;
    const { rejected, unknownColumns, rejections } = this.#summary;
    const newRejections = rejections.slice(this.#rejectionsSaved);
    this.#rejectionsSaved = rejections.length;
    return {
      checkpoint: { ...this.#checkpoint, rows: this.#rows, content: { bytes, checksum } },
      rejected,
      unknownColumns: [...unknownColumns],
      rejections: newRejections,
      unrequested: this.#observer.unrequested,
      sensors: this.#observer.sensors(),
    };
  }
}
