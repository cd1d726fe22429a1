import { SCREEN_MARK, SCREEN_MARK_HEADER } from "@/lib/base/request/screen-mark";
import type { ScreenConfig } from "@/lib/display/screens/boards";

/** What a screen says of itself. */
export type Report = {
  version: string;
  lastPaintAt: string | null;
  page: string | null;
  withoutContact: number;
};

type Answer = { serverTime: string; version: string; screen: ScreenConfig };

type Options = {
  report: () => Report;
  onAnswer: (answer: Answer) => void;
  onRevoked: () => void;
};

const EVERY_MS = 30_000;
const LEAST_APART_MS = 2_000;
const PATIENCE_MS = 10_000;

/** Reports every half a minute, and soon after something changed on the screen. */
export class Reporter {
  readonly #options: Options;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sentAt = Number.NEGATIVE_INFINITY;
  #sending = false;
  #stopped = true;

  constructor(options: Options) {
    this.#options = options;
  }

  start(): void {
    this.#stopped = false;
    this.soon();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  /** Reports as soon as the least distance to the last one allows. */
  soon(): void {
    if (this.#stopped || this.#sending) return;
    this.#plan(Math.max(0, LEAST_APART_MS - (performance.now() - this.#sentAt)));
  }

  #plan(wait: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#send(), wait);
  }

  async #send(): Promise<void> {
    this.#sending = true;
    this.#sentAt = performance.now();
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), PATIENCE_MS);
    try {
      const response = await fetch("/api/v1/wall/report", {
        method: "POST",
        headers: { [SCREEN_MARK_HEADER]: SCREEN_MARK, "content-type": "application/json" },
        body: JSON.stringify({ ...this.#options.report(), ...sizeNow() }),
        signal: patience.signal,
      });
      if (this.#stopped) return;
      if (response.status === 401) this.#options.onRevoked();
      else if (response.ok) this.#options.onAnswer((await response.json()) as Answer);
    } catch {
      // The next report says for how long none got through.
    } finally {
      clearTimeout(timer);
      this.#sending = false;
      if (!this.#stopped) this.#plan(EVERY_MS);
    }
  }
}

function sizeNow() {
  return {
    width: Math.round(innerWidth),
    height: Math.round(innerHeight),
    pixelRatio: devicePixelRatio,
  };
}
