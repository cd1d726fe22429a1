import { SCREEN_MARK, SCREEN_MARK_HEADER } from "@/lib/base/request/screen-mark";
import type { Board } from "@/lib/display/screens/boards";
import { CLOCK_HEADER } from "@/lib/display/wall/clock-header";
import type { WallSnapshot } from "@/lib/display/wall/contract";
import { askDelay, retryWait } from "@/lib/display/wall/retry";
import { boardParameters } from "@/lib/display/wall/wanted";
import { ReadPace } from "@/lib/web/events/read-pace";

type Options = {
  marked: boolean;
  tenantId: string;
  boards: readonly Board[];
  /** An answer that holds now: a new snapshot, or null where the last still does. `server`: its clock. */
  onAnswer: (snapshot: WallSnapshot | null, server: number | null) => void;
  /** Nobody answered, or without data. `nextTryIn` in milliseconds. */
  onFailure: (nextTryIn: number) => void;
  /** The screen was revoked. */
  onRevoked: () => void;
};

/** Between changes that are told; each answer also proves that the boards are not behind. */
const EVERY_MS = 30_000;
const PATIENCE_MS = 10_000;

/** Asks for the snapshot: at once, after a change, and every half a minute; never twice at a time. */
export class Asker {
  readonly #options: Options;
  #tag: string | null = null;
  #failures = 0;
  #asking: AbortController | null = null;
  #again = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #dueAt = Number.POSITIVE_INFINITY;
  readonly #pace = new ReadPace();

  constructor(options: Options) {
    this.#options = options;
  }

  start(): void {
    void this.#ask();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#dueAt = Number.POSITIVE_INFINITY;
    this.#asking?.abort();
    this.#asking = null;
    this.#again = false;
  }

  /** Something changed: asks soon, a moment by chance later since all screens hear of it at once. */
  soon(): void {
    if (this.#asking) {
      this.#again = true;
      return;
    }
    const now = performance.now();
    const wait = this.#pace.wait(now, askDelay(Math.random()));
    if (now + wait < this.#dueAt) this.#plan(wait);
  }

  /** Asks without waiting for its turn. */
  now(): void {
    if (this.#asking) this.#again = true;
    else void this.#ask();
  }

  #plan(wait: number): void {
    clearTimeout(this.#timer);
    this.#dueAt = performance.now() + wait;
    this.#timer = setTimeout(() => void this.#ask(), wait);
  }

  async #ask(): Promise<void> {
    clearTimeout(this.#timer);
    this.#dueAt = Number.POSITIVE_INFINITY;
    this.#pace.begin(performance.now());
    const asking = new AbortController();
    this.#asking = asking;
    const patience = setTimeout(() => asking.abort(), PATIENCE_MS);
    try {
      const response = await fetch(this.#address(), {
        headers: this.#headers(),
        cache: "no-store",
        signal: asking.signal,
      });
      await this.#take(response, asking);
    } catch {
      // A request that was stopped with the wall is no failure.
      if (this.#asking === asking) this.#fail();
    } finally {
      clearTimeout(patience);
      this.#pace.end(performance.now());
    }
    if (this.#asking !== asking) return;
    this.#asking = null;
    if (this.#again) {
      this.#again = false;
      this.soon();
    }
  }

  async #take(response: Response, asking: AbortController): Promise<void> {
    if (response.status === 401 && this.#options.marked) return this.#options.onRevoked();
    if (!response.ok && response.status !== 304) return this.#fail();
    const snapshot = response.status === 304 ? null : ((await response.json()) as WallSnapshot);
    if (this.#asking !== asking) return;
    if (snapshot) this.#tag = response.headers.get("etag");
    this.#failures = 0;
    const server = Number(response.headers.get(CLOCK_HEADER));
    this.#plan(EVERY_MS);
    this.#options.onAnswer(snapshot, server > 0 ? server : null);
  }

  #fail(): void {
    this.#failures += 1;
    const wait = retryWait(this.#failures, Math.random());
    this.#again = false;
    this.#plan(wait);
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
