import { askDelay, retryWait } from "@/lib/base/events/contact";
import { SCREEN_MARK, SCREEN_MARK_HEADER } from "@/lib/base/request/screen-mark";
import type { Board } from "@/lib/display/screens/boards";
import { boardParameters } from "@/lib/display/screens/boards";
import { CLOCK_HEADER } from "@/lib/display/wall/connection";
import type { WallSnapshot } from "@/lib/display/wall/contract";
import { ReadPace } from "@/lib/web/events/read-pace";

type Options = {
  marked: boolean;
  tenantId: string;
  boards: readonly Board[];
  /** Called with a new snapshot, or null if the last one is current. `server`: the server's time, null if unknown. */
  onAnswer: (snapshot: WallSnapshot | null, server: number | null) => void;
  /** Called after no answer, or one without data. `nextTryIn` in milliseconds. */
  onFailure: (nextTryIn: number) => void;
  /** Called when the screen is revoked. */
  onRevoked: () => void;
};

/** Polls even without an event, since each answer proves that the boards are current. */
const POLL_EVERY_MS = 30_000;
const TIMEOUT_MS = 10_000;

/** Reads the snapshot: at once, after a change, and every 30 s; never two reads at a time. */
export class SnapshotPoller {
  readonly #options: Options;
  #tag: string | null = null;
  #failures = 0;
  #reading: AbortController | null = null;
  #again = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #dueAt = Number.POSITIVE_INFINITY;
  readonly #pace = new ReadPace();

  constructor(options: Options) {
    this.#options = options;
  }

  start(): void {
    void this.#read();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#dueAt = Number.POSITIVE_INFINITY;
    this.#reading?.abort();
    this.#reading = null;
    this.#again = false;
  }

  /** Reads after a short random delay, since all screens get the same event at once. */
  pollSoon(): void {
    if (this.#reading) {
      this.#again = true;
      return;
    }
    const now = performance.now();
    const wait = this.#pace.wait(now, askDelay(Math.random()));
    if (now + wait < this.#dueAt) this.#schedule(wait);
  }

  /** Reads immediately, or again once the current read has ended. */
  pollNow(): void {
    if (this.#reading) this.#again = true;
    else void this.#read();
  }

  #schedule(wait: number): void {
    clearTimeout(this.#timer);
    this.#dueAt = performance.now() + wait;
    this.#timer = setTimeout(() => void this.#read(), wait);
  }

  async #read(): Promise<void> {
    clearTimeout(this.#timer);
    this.#dueAt = Number.POSITIVE_INFINITY;
    this.#pace.begin(performance.now());
    const reading = new AbortController();
    this.#reading = reading;
    const timeout = setTimeout(() => reading.abort(), TIMEOUT_MS);
    try {
      const response = await fetch(this.#address(), {
        headers: this.#headers(),
        cache: "no-store",
        signal: reading.signal,
      });
      await this.#accept(response, reading);
    } catch {
      // A read aborted by stop() is no failure.
      if (this.#reading === reading) this.#fail();
    } finally {
      clearTimeout(timeout);
      this.#pace.end(performance.now());
    }
    if (this.#reading !== reading) return;
    this.#reading = null;
    if (this.#again) {
      this.#again = false;
      this.pollSoon();
    }
  }

  async #accept(response: Response, reading: AbortController): Promise<void> {
    if (response.status === 401 && this.#options.marked) return this.#options.onRevoked();
    if (!response.ok && response.status !== 304) return this.#fail();
    const snapshot = response.status === 304 ? null : ((await response.json()) as WallSnapshot);
    if (this.#reading !== reading) return;
    if (snapshot) this.#tag = response.headers.get("etag");
    this.#failures = 0;
    const server = Number(response.headers.get(CLOCK_HEADER));
    this.#schedule(POLL_EVERY_MS);
    this.#options.onAnswer(snapshot, server > 0 ? server : null);
  }

  #fail(): void {
    this.#failures += 1;
    const wait = retryWait(this.#failures, Math.random());
    this.#again = false;
    this.#schedule(wait);
    this.#options.onFailure(wait);
  }

  #address(): string {
    const search = new URLSearchParams({ tenant: this.#options.tenantId });
    for (const board of boardParameters(this.#options.boards)) search.append("board", board);
    return `/api/v1/wall/snapshot?${search}`;
  }

  #headers(): Record<string, string> {
    return {
      ...(this.#options.marked ? { [SCREEN_MARK_HEADER]: SCREEN_MARK } : {}),
      ...(this.#tag === null ? {} : { "if-none-match": this.#tag }),
    };
  }
}
