import "server-only";
import { changeQuery, findQuery } from "./store.server";

const PROGRESS_MS = 500;

/**
 * Keeps about twice a second how many bytes of a result have come, and stops its import when somebody
 * cancelled the query: by the clock, so that a download that hangs is stopped as well.
 */
export class ImportFollower {
  bytes = 0;
  /** Somebody cancelled the query. */
  cancelled = false;
  readonly #id: string;
  readonly #stop: () => void;
  readonly #timer: NodeJS.Timeout;
  #telling: Promise<void> | undefined;
  #told = 0;

  constructor(id: string, stop: () => void) {
    this.#id = id;
    this.#stop = stop;
    this.#timer = setInterval(() => this.#look(), PROGRESS_MS);
  }

  /** Counts what passes. */
  async *watch(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      this.bytes += chunk.length;
      yield chunk;
    }
  }

  /** Ends; what is being written is waited for. */
  async end(): Promise<void> {
    clearInterval(this.#timer);
    await this.#telling;
  }

  #look(): void {
    // A database that is away is noticed by the import itself.
    this.#telling ??= this.#tell()
      .catch(() => undefined)
      .finally(() => {
        this.#telling = undefined;
      });
  }

  async #tell(): Promise<void> {
    if ((await findQuery(this.#id))?.cancelAsked) {
      this.cancelled = true;
      this.#stop();
      return;
    }
    if (this.bytes === this.#told) return;
    this.#told = this.bytes;
    await changeQuery(this.#id, ["downloading"], { bytes: this.bytes });
  }
}
