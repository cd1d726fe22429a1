import "server-only";
import type { OpenedResult } from "@/lib/plant-service/result-body";
import { type ParsedResult, parseIndices, parseMeasurements } from "@/lib/plant-service/result-stream.server";
import type { ImportTally } from "@/lib/readings/contract";
import { importIndices, importMeasurements } from "@/lib/readings/service.server";
import type { ServiceAccess } from "@/lib/tenancies/contract";
import { replaceRejects } from "./rejects-store.server";
import { changeQuery, findQuery, type QueryChange, type QueryRecord } from "./store.server";

export type ImportHooks = {
  /** Called with the jobs that got readings: their alerts may have got a place. */
  onJobs?: (tenancyId: number, jobIds: string[]) => Promise<void>;
};

/** Somebody cancelled the query while its result was read. */
export class CancelledError extends Error {
  constructor() {
    super("The query was cancelled");
    this.name = "CancelledError";
  }
}

const PROGRESS_MS = 500;

type Result = Extract<OpenedResult, { kind: "result" }>;

/**
 * Streams a result into the store, and keeps how far it is about twice a second.
 * @returns the final counts
 * @throws CancelledError, PlantServiceError `download-cut`, `timeout`, `bad-answer`
 */
export async function importResult(
  access: ServiceAccess,
  query: QueryRecord,
  result: Result,
  hooks: ImportHooks,
): Promise<QueryChange> {
  const progress = new Progress(query.id);
  const options = {
    onProgress: (tally: ImportTally) => progress.stored(tally),
    onJobs: (jobIds: string[]) => hooks.onJobs?.(access.tenancyId, jobIds) ?? Promise.resolve(),
  };
  const source = progress.watch(result.body);
  const parsing = { endIsCertain: result.endIsCertain };
  try {
    if (query.type === "indices") {
      const parsed = parseIndices(source, parsing);
      return await finish(query, progress, parsed, await importIndices(access, parsed, options));
    }
    const parsed = parseMeasurements(source, parsing);
    return await finish(query, progress, parsed, await importMeasurements(access, parsed, options));
  } finally {
    await result.close();
  }
}

async function finish(
  query: QueryRecord,
  progress: Progress,
  parsed: ParsedResult<unknown>,
  tally: ImportTally,
): Promise<QueryChange> {
  const { rejected, rejections, unknownColumns } = parsed.summary;
  await replaceRejects(query.id, rejections);
  return { ...tally, rejected, bytes: progress.bytes, unknownColumns };
}

class Progress {
  bytes = 0;
  #tally: ImportTally = { stored: 0, empty: 0 };
  #toldAt = Date.now();
  readonly #id: string;

  constructor(id: string) {
    this.#id = id;
  }

  async *watch(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      this.bytes += chunk.length;
      if (Date.now() - this.#toldAt >= PROGRESS_MS) await this.#tell();
      yield chunk;
    }
  }

  async stored(tally: ImportTally): Promise<void> {
    this.#tally = tally;
    if (Date.now() - this.#toldAt >= PROGRESS_MS) await this.#tell();
  }

  async #tell(): Promise<void> {
    this.#toldAt = Date.now();
    const { stored, empty } = this.#tally;
    const told = await changeQuery(this.#id, ["downloading"], { bytes: this.bytes, stored, empty });
    if (!told || (await findQuery(this.#id))?.cancelAsked) throw new CancelledError();
  }
}
