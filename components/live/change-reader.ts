import { ReadPace } from "@/lib/web/events/read-pace";
import { addChange, type Changes, type ChangeType, type GatheredChanges } from "./stream-plan";

type Options = {
  /** Reads what changed; settles when it has been read. */
  read: (changes: Changes) => Promise<void>;
  isHidden: () => boolean;
  /** Returns true while changes of the last read may be followed by another read. */
  isOpen: () => boolean;
};

/** Changes within this time are read together. */
const GATHER_MS = 250;
/** Possibly missed changes are read after the page has been drawn. */
const CATCH_UP_MS = 2_000;

/** Gathers the changes of events and reads them in batches, one batch at a time and at a window's pace. */
export class ChangeReader {
  readonly #options: Options;
  readonly #pace = new ReadPace();
  #pending: GatheredChanges = new Map();
  #isReading = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #dueAt = Number.POSITIVE_INFINITY;

  constructor(options: Options) {
    this.#options = options;
  }

  /** @param id of what changed; null: it may be any */
  add(type: ChangeType, id: string | null, first = GATHER_MS): void {
    addChange(this.#pending, type, id);
    if (!this.#isReading) this.#plan(first);
  }

  /** Reads all alerts again once the page has been drawn: they may have changed between its answer and now. */
  catchUp(type: ChangeType = "alert"): void {
    this.add(type, null, CATCH_UP_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #plan(first: number): void {
    const now = performance.now();
    const wait = this.#pace.wait(now, first, this.#options.isHidden());
    if (now + wait >= this.#dueAt) return;
    clearTimeout(this.#timer);
    this.#dueAt = now + wait;
    this.#timer = setTimeout(() => void this.#read(), wait);
  }

  async #read(): Promise<void> {
    this.#dueAt = Number.POSITIVE_INFINITY;
    const changes = this.#pending;
    this.#pending = new Map();
    this.#isReading = true;
    this.#pace.begin(performance.now());
    await this.#options.read(changes).catch(() => undefined);
    this.#pace.end(performance.now());
    this.#isReading = false;
    if (this.#pending.size > 0 && this.#options.isOpen()) this.#plan(GATHER_MS);
  }
}
