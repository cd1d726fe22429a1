import "server-only";
import { randomUUID } from "node:crypto";
import { crc32 } from "node:zlib";
import type { ImportLedger, ImportTally } from "@/lib/farm/readings/contract";
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

/** A part of another result than this one is loaded. */
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
  const progress = reportProgress(query.id, result.abort);
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
    observed: AsyncIterable<Row[]>,
    importRows: (
      access: ServiceAccess,
      rows: AsyncIterable<Row[]>,
      options: ImportOptions,
    ) => Promise<ImportTally>,
  ) => {
    const ledger = makeLedger(query.id, begun, content, parsed.summary, observer);
    const options = {
      ledger,
      chunkRows,
      daytime: query.filters.isDaytime,
      onJobs: async (jobIds: string[]) => onJobs?.(access.tenancyId, jobIds),
    };
    await ledger.end(await importRows(access, observed, options));
  };
  if (query.type === "indices") {
    const parsed = parseIndices(body, parsing);
    await load(parsed, observer.indices(parsed), importIndices);
  } else {
    const parsed = parseMeasurements(body, parsing);
    await load(parsed, observer.measurements(parsed), importMeasurements);
  }
}

/**
 * Saves the bytes received twice a second, and stops the import when its query is cancelled: on a timer, so that a
 * hanging download stops as well.
 */
function reportProgress(id: string, abort: () => void) {
  const progress = { bytes: 0, cancelled: false, count, stop };
  let reported = 0;
  let reporting: Promise<void> | undefined;
  const timer = setInterval(() => {
    // The import itself notices when the database is away.
    reporting ??= report()
      .catch(() => undefined)
      .finally(() => {
        reporting = undefined;
      });
  }, PROGRESS_MS);

  async function* count(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      progress.bytes += chunk.length;
      yield chunk;
    }
  }

  /** Stops the timer and waits for the report under way. */
  async function stop(): Promise<void> {
    clearInterval(timer);
    await reporting;
  }

  async function report(): Promise<void> {
    if ((await findQuery(id))?.cancelAsked) {
      progress.cancelled = true;
      abort();
    } else if (progress.bytes !== reported) {
      reported = progress.bytes;
      await changeQuery(id, ["downloading"], { bytes: reported });
    }
  }
  return progress;
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

  /** True once the content is known to begin like the earlier one. */
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
function makeLedger(
  queryId: string,
  begun: { checkpoint: Checkpoint; tally: ImportTally },
  content: ContentChecksum,
  summary: ResultSummary,
  observer: RowObserver,
): ImportLedger & { end: (tally: ImportTally) => Promise<void> } {
  const loaded = { rows: begun.checkpoint.rows, tally: begun.tally };
  let rejectionsSaved = 0;
  let rowsCut = 0;

  /** The reader is ahead of the loader, so its state is taken when a chunk is cut. */
  const takeState = (): Omit<ImportState, "tally"> => {
    const { bytes, checksum } = content;
    const { rejected, unknownColumns, rejections } = summary;
    const newRejections = rejections.slice(rejectionsSaved);
    rejectionsSaved = rejections.length;
    return {
      checkpoint: { ...begun.checkpoint, rows: rowsCut, content: { bytes, checksum } },
      rejected,
      unknownColumns: [...unknownColumns],
      rejections: newRejections,
      unrequested: observer.unrequested,
      sensors: observer.sensors(),
    };
  };
  return {
    loaded,
    cut(rows, isEnd) {
      const isVerified = content.isVerified && rows >= loaded.rows;
      if (!isVerified && isEnd) throw new ResultChangedError();
      if (!isVerified) return null;
      rowsCut = rows;
      const state = takeState();
      return (tx, tally) => saveCheckpoint(tx, queryId, { ...state, tally });
    },
    /** Saves the final state, with the rows that were rejected after the last chunk. */
    end: (tally) => saveFinalState(queryId, { ...takeState(), tally }),
  };
}
