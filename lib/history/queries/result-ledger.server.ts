import "server-only";
import type { ImportLedger, ImportTally, KeepChunk } from "@/lib/farm/readings/contract";
import type { ResultSummary } from "@/lib/service/contract";
import type { Brought } from "./brought";
import { type Checkpoint, type Kept, keepCheckpoint, keepEnd } from "./checkpoint-store.server";
import { type ContentMark, ResultChangedError } from "./content-mark.server";

/** Keeps with each chunk how far the result of a query is loaded, and what it held so far. */
export class ResultLedger implements ImportLedger {
  readonly passed: ImportLedger["passed"];
  readonly #queryId: string;
  readonly #checkpoint: Checkpoint;
  readonly #content: ContentMark;
  readonly #summary: ResultSummary;
  readonly #brought: Brought;
  #rejectionsKept = 0;
  #rows = 0;

  constructor(
    queryId: string,
    begun: { checkpoint: Checkpoint; tally: ImportTally },
    content: ContentMark,
    summary: ResultSummary,
    brought: Brought,
  ) {
    this.passed = { rows: begun.checkpoint.rows, tally: begun.tally };
    this.#queryId = queryId;
    this.#checkpoint = begun.checkpoint;
    this.#content = content;
    this.#summary = summary;
    this.#brought = brought;
  }

  cut(rows: number, isEnd: boolean): KeepChunk | null {
    const isSure = this.#content.isSure && rows >= this.passed.rows;
    if (!isSure && isEnd) throw new ResultChangedError();
    if (!isSure) return null;
    this.#rows = rows;
    const kept = this.#state();
    return (tx, tally) => keepCheckpoint(tx, this.#queryId, { ...kept, tally });
  }

  /** Keeps the whole, when all is loaded: rows that were rejected after the last chunk too. */
  async end(tally: ImportTally): Promise<void> {
    await keepEnd(this.#queryId, { ...this.#state(), tally });
  }

  /** The reader is ahead of the loader, so what it has met is noted when a chunk is cut. */
  #state(): Omit<Kept, "tally"> {
    const { bytes, checksum } = this.#content;
    const { rejected, unknownColumns, rejections } = this.#summary;
    const fresh = rejections.slice(this.#rejectionsKept);
    this.#rejectionsKept = rejections.length;
    return {
      checkpoint: { ...this.#checkpoint, rows: this.#rows, content: { bytes, checksum } },
      rejected,
      unknownColumns: [...unknownColumns],
      rejections: fresh,
      unrequested: this.#brought.unrequested,
      sensors: this.#brought.sensors(),
    };
  }
}
