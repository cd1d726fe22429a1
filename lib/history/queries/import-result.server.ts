import "server-only";
import { randomUUID } from "node:crypto";
import type { ImportTally } from "@/lib/farm/readings/contract";
import { type ImportOptions, importIndices, importMeasurements } from "@/lib/farm/readings/service.server";
import type { ServiceAccess } from "@/lib/farm/tenancies/contract";
import type { OpenedResult } from "@/lib/service/result-body";
import { type ParsedResult, parseIndices, parseMeasurements } from "@/lib/service/result-stream.server";
import { Brought } from "./brought";
import { takeOver } from "./checkpoint-store.server";
import { ContentMark } from "./content-mark.server";
import { ImportFollower } from "./follow-import.server";
import { ResultLedger } from "./result-ledger.server";
import type { QueryChange, QueryRecord } from "./store.server";

export type ImportHooks = {
  /** Called with the jobs that got readings: their alerts may have got a place. */
  onJobs?: (tenancyId: number, jobIds: string[]) => Promise<void>;
  /** Rows that make one transaction. */
  chunkRows?: number;
};

/** Somebody cancelled the query while its result was read. */
export class CancelledError extends Error {
  constructor() {
    super("The query was cancelled");
    this.name = "CancelledError";
  }
}

type Result = Extract<OpenedResult, { kind: "result" }> & {
  /** Breaks the download off. */
  abort: () => void;
};

/**
 * Streams a result into the store. How far it is is kept with each chunk, on the query: another process goes on
 * from there with the same result. What is loaded stays, whatever ends it.
 * @returns the final counts that are not on the query yet
 * @throws CancelledError, ResultChangedError, SupersededError, PlantServiceError `download-cut`, `timeout`, `bad-answer`
 */
export async function importResult(
  access: ServiceAccess,
  query: QueryRecord,
  result: Result,
  hooks: ImportHooks,
): Promise<QueryChange> {
  const follower = new ImportFollower(query.id, result.abort);
  try {
    await loadAll(access, query, { ...result, body: follower.watch(result.body) }, hooks);
    if (follower.cancelled) throw new CancelledError();
    return { bytes: follower.bytes };
  } catch (error) {
    // Broken off on purpose, whatever that looked like to the reader.
    throw follower.cancelled ? new CancelledError() : error;
  } finally {
    await follower.end();
    await result.close();
  }
}

async function loadAll(
  access: ServiceAccess,
  query: QueryRecord,
  { body, endIsCertain }: Pick<Result, "body" | "endIsCertain">,
  { onJobs, chunkRows }: ImportHooks,
): Promise<void> {
  const begun = await takeOver(query.id, query.queryId ?? "", randomUUID());
  const content = new ContentMark(begun.checkpoint.content);
  const parsing = { endIsCertain, onContent: (piece: Uint8Array) => content.take(piece) };
  const brought = new Brought(query.filters);
  const load = async <Row>(
    parsed: ParsedResult<Row>,
    follow: (rows: AsyncIterable<Row[]>) => AsyncIterable<Row[]>,
    into: (access: ServiceAccess, rows: AsyncIterable<Row[]>, options: ImportOptions) => Promise<ImportTally>,
  ) => {
    const ledger = new ResultLedger(query.id, begun, content, parsed.summary, brought);
    const { isDaytime: daytime } = query.filters;
    const options = { ledger, chunkRows, daytime, onJobs: (jobs: string[]) => tell(jobs) };
    await ledger.end(await into(access, follow(parsed), options));
  };
  const tell = async (jobIds: string[]) => onJobs?.(access.tenancyId, jobIds);
  if (query.type === "indices")
    await load(parseIndices(body, parsing), (rows) => brought.indices(rows), importIndices);
  else await load(parseMeasurements(body, parsing), (rows) => brought.measurements(rows), importMeasurements);
}
