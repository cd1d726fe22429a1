import { SCREEN_MARK, SCREEN_MARK_HEADER } from "@/lib/base/request/screen-mark";
import type { Report, ScreenConfig } from "@/lib/display/screens/contract";

type Answer = { serverTime: string; version: string; screen: ScreenConfig };

type Options = {
  report: () => Omit<Report, keyof ReturnType<typeof screenSize>>;
  onAnswer: (answer: Answer) => void;
  onRevoked: () => void;
};

const EVERY_MS = 30_000;
const MIN_INTERVAL_MS = 2_000;
const TIMEOUT_MS = 10_000;

/** Reports every 30 s, and soon after the screen has changed. */
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
    this.reportSoon();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  /** Reports as soon as two seconds have passed since the last report. */
  reportSoon(): void {
    if (this.#stopped || this.#sending) return;
    this.#schedule(Math.max(0, MIN_INTERVAL_MS - (performance.now() - this.#sentAt)));
  }

  #schedule(wait: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#send(), wait);
  }

  async #send(): Promise<void> {
    this.#sending = true;
    this.#sentAt = performance.now();
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), TIMEOUT_MS);
    try {
      const response = await fetch("/api/v1/wall/report", {
        method: "POST",
        headers: { [SCREEN_MARK_HEADER]: SCREEN_MARK, "content-type": "application/json" },
        body: JSON.stringify({ ...this.#options.report(), ...screenSize() }),
        signal: timeout.signal,
      });
      if (this.#stopped) return;
      if (response.status === 401) this.#options.onRevoked();
      else if (response.ok) this.#options.onAnswer((await response.json()) as Answer);
    } catch {
      // The next report contains the seconds without contact.
    } finally {
      clearTimeout(timer);
      this.#sending = false;
      if (!this.#stopped) this.#schedule(EVERY_MS);
    }
  }
}

function screenSize() {
  return {
    width: Math.round(innerWidth),
    height: Math.round(innerHeight),
    pixelRatio: devicePixelRatio,
  };
}
