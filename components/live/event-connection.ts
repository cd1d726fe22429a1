import type { NOTES_CHANGED, SOME_CHANGED } from "@/lib/base/events/contract";
import { ReadPace } from "@/lib/web/events/read-pace";
import { retryWait } from "@/lib/web/events/retry";
import {
  addChange,
  type Changes,
  type ChangeType,
  type GatheredChanges,
  isSilent,
  type MachineClocks,
  TRY_MS,
} from "./stream-plan";

export type LiveState =
  | { state: "connecting" }
  | { state: "live" }
  /**
   * `since` in milliseconds of the clock that people set on this machine; `nextTryAt` of the one that only runs on,
   * null while a try is under way.
   */
  | { state: "lost"; since: number; nextTryAt: number | null };

type Change = { type: string; tenantId: string; id: string };

type Options = {
  address: string;
  concerns: (change: Change) => boolean;
  onState: (state: LiveState) => void;
  /** Reads what changed; settles when it has been read. */
  onChanges: (changes: Changes) => Promise<void>;
  /** The stream broke, by whatever cause: an ended session looks like an outage. */
  onBroken?: () => void;
  /** Heard again after a silence, or the page came back into view: anything may have changed. */
  onBack: () => void;
};

const OF_NOTES: typeof NOTES_CHANGED = "notes";

/** Changes that come together are read together. */
const GATHER_MS = 250;
/** What may have changed unheard is read again once the page stands: drawing it comes first. */
const CATCH_UP_MS = 2_000;
/** The id of the change that says: some may have been missed. */
const RECONNECTED = "reconnected";
/** The id of a change of which one may not know what it was. */
const OF_SOME: typeof SOME_CHANGED = "some";
const CHECK_MS = 1_000;

const clocksNow = (): MachineClocks => ({ steady: performance.now(), set: Date.now() });

/**
 * One connection to the event stream. EventSource would try again by itself, but says neither when nor whether
 * the server has gone silent; so each failure closes it, and we open a new one by our own plan. Only what the server
 * says proves that it is there: a way that holds bytes back opens streams as well.
 */
export class EventConnection {
  #options: Options;
  #source: EventSource | null = null;
  /** When the stream was opened that has said nothing yet. */
  #tryingSince: number | null = null;
  #failures = 0;
  #isLost = false;
  #everHeard = false;
  #heardAt = clocksNow();
  #retry: ReturnType<typeof setTimeout> | undefined;
  #check: ReturnType<typeof setInterval> | undefined;
  #flush: ReturnType<typeof setTimeout> | undefined;
  #flushAt = Number.POSITIVE_INFINITY;
  #pending: GatheredChanges = new Map();
  readonly #pace = new ReadPace();
  #isReading = false;

  constructor(options: Options) {
    this.#options = options;
  }

  start(): void {
    this.#open();
    this.#check = setInterval(() => this.#look(), CHECK_MS);
    document.addEventListener("visibilitychange", this.#onVisible);
  }

  stop(): void {
    this.#close();
    clearTimeout(this.#retry);
    clearInterval(this.#check);
    clearTimeout(this.#flush);
    document.removeEventListener("visibilitychange", this.#onVisible);
  }

  /** What came with a page may have been read before this was heard. */
  catchUp(): void {
    this.#gather("alert", CATCH_UP_MS);
  }

  #open(): void {
    clearTimeout(this.#retry);
    this.#close();
    const source = new EventSource(this.#options.address);
    this.#source = source;
    this.#tryingSince = performance.now();
    if (this.#isLost) this.#tellLost(null);
    source.onerror = () => this.#fail();
    source.addEventListener("heartbeat", () => this.#heard());
    for (const type of ["alert", "sync", "query"] as const)
      source.addEventListener(type, (event) => this.#take(type, event));
  }

  #close(): void {
    this.#source?.close();
    this.#source = null;
    this.#tryingSince = null;
  }

  #heard(): void {
    this.#heardAt = clocksNow();
    this.#tryingSince = null;
    const wasLost = this.#failures > 0;
    this.#failures = 0;
    this.#isLost = false;
    this.#options.onState({ state: "live" });
    if (wasLost) this.#options.onBack();
    // What changed after the server read the page and before this was heard of by nobody.
    else if (!this.#everHeard) this.#gather("alert", CATCH_UP_MS);
    this.#everHeard = true;
  }

  /** @param hangs bytes are held back, or nobody knows for how long nothing came: no hiccup */
  #fail(hangs = false): void {
    this.#close();
    this.#options.onBroken?.();
    this.#failures += 1;
    const wait = retryWait(this.#failures);
    // One refused try is no news: the server may have been restarted, or the page is being left.
    if (hangs || this.#failures > 1) this.#isLost = true;
    if (this.#isLost) this.#tellLost(performance.now() + wait);
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#open(), wait);
  }

  #tellLost(nextTryAt: number | null): void {
    this.#options.onState({ state: "lost", since: this.#heardAt.set, nextTryAt });
  }

  #look(): void {
    const now = clocksNow();
    if (!this.#isLost && isSilent(this.#heardAt, now)) this.#fail(true);
    else if (this.#tryingSince !== null && now.steady - this.#tryingSince >= TRY_MS) this.#fail(true);
  }

  #onVisible = (): void => {
    if (document.visibilityState !== "visible") return;
    // Timers rest in a page that nobody sees, and with a machine that sleeps.
    this.#look();
    if (!this.#source) this.#open();
    this.#options.onBack();
  };

  #take(type: ChangeType, event: MessageEvent<string>): void {
    this.#heard();
    const change = parse(event.data);
    if (change && !this.#options.concerns({ ...change, type })) return;
    const isKnown = change && change.id !== OF_SOME && change.id !== RECONNECTED;
    this.#gather(
      change?.id === OF_NOTES ? "note" : type,
      change?.id === RECONNECTED ? CATCH_UP_MS : GATHER_MS,
      isKnown ? change.id : null,
    );
  }

  /** Tells of it with all others that come until then, and never while the last is still being read. */
  #gather(type: ChangeType, first: number, id: string | null = null): void {
    addChange(this.#pending, type, id);
    if (!this.#isReading) this.#plan(first);
  }

  #plan(first: number): void {
    const now = performance.now();
    const wait = this.#pace.wait(now, first, document.visibilityState === "hidden");
    if (now + wait >= this.#flushAt) return;
    clearTimeout(this.#flush);
    this.#flushAt = now + wait;
    this.#flush = setTimeout(() => void this.#tell(), wait);
  }

  async #tell(): Promise<void> {
    this.#flushAt = Number.POSITIVE_INFINITY;
    const changes = this.#pending;
    this.#pending = new Map();
    this.#isReading = true;
    this.#pace.begin(performance.now());
    await this.#options.onChanges(changes).catch(() => undefined);
    this.#pace.end(performance.now());
    this.#isReading = false;
    if (this.#pending.size > 0 && this.#source) this.#plan(GATHER_MS);
  }
}

/** What cannot be read still says that something changed. */
function parse(data: string): Change | null {
  try {
    return JSON.parse(data) as Change;
  } catch {
    return null;
  }
}
