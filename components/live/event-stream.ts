import { isSilent, type MachineClocks, retryWait, TRY_MS } from "@/lib/base/events/contact";

export type LiveState =
  | { state: "connecting" }
  | { state: "live" }
  /** `since`: epoch milliseconds by this machine. `nextTryAt`: monotonic milliseconds, null during a try. */
  | { state: "lost"; since: number; nextTryAt: number | null };

type Options<T extends string> = {
  address: string;
  types: readonly T[];
  /** `data`: the event's JSON; empty where it cannot be parsed. */
  onEvent: (type: T | "heartbeat", data: Record<string, unknown>) => void;
  /** The first event of all, or (`isBack`) after failures: changes may have been missed. */
  onContact: (isBack: boolean) => void;
  onState?: (state: LiveState) => void;
  /** The stream failed, for any reason: an ended session looks like an outage. */
  onFailure?: () => void;
  /** Random numbers from 0 to 1 that spread the retries of many clients. */
  chance?: () => number;
};

const CHECK_MS = 1_000;

/** Reads both clocks of this machine. */
export function machineClocks(): MachineClocks {
  return { steady: performance.now(), set: Date.now() };
}

/**
 * The event stream of a page or a wall. EventSource retries on its own, but gives up after some answers, gives no times
 * and notices no silence; so each failure closes it, and we open a new one after our own delay. Only an event proves
 * contact: a proxy that holds bytes back also opens streams.
 */
export class EventStream<T extends string> {
  readonly #options: Options<T>;
  #source: EventSource | null = null;
  /** When the source was opened, until its first event; monotonic milliseconds. */
  #tryingSince: number | null = null;
  #failures = 0;
  #isLost = false;
  #everHeard = false;
  #heardAt = machineClocks();
  #retry: ReturnType<typeof setTimeout> | undefined;
  #check: ReturnType<typeof setInterval> | undefined;

  constructor(options: Options<T>) {
    this.#options = options;
  }

  get isOpen(): boolean {
    return this.#source !== null;
  }

  open(): void {
    this.#connect();
    this.#check = setInterval(() => this.#look(), CHECK_MS);
  }

  close(): void {
    this.#disconnect();
    clearTimeout(this.#retry);
    clearInterval(this.#check);
  }

  /** Checks for silence at once, and tries at once: timers rest in hidden pages and on sleeping machines. */
  wake(): void {
    this.#look();
    if (!this.#source) this.#connect();
  }

  /** Call when the machine has lost its network: what comes next would only be silence. */
  lose(): void {
    if (!this.#isLost) this.#fail(true);
  }

  #connect(): void {
    clearTimeout(this.#retry);
    this.#disconnect();
    const source = new EventSource(this.#options.address);
    this.#source = source;
    this.#tryingSince = performance.now();
    if (this.#isLost) this.#reportLost(null);
    source.onerror = () => this.#fail();
    for (const type of ["heartbeat", ...this.#options.types] as const)
      source.addEventListener(type, (event: MessageEvent<string>) => {
        this.#onHeard();
        this.#options.onEvent(type, parse(event.data));
      });
  }

  #disconnect(): void {
    this.#source?.close();
    this.#source = null;
    this.#tryingSince = null;
  }

  #onHeard(): void {
    this.#heardAt = machineClocks();
    this.#tryingSince = null;
    const isBack = this.#failures > 0;
    if (this.#everHeard && !isBack) return;
    this.#failures = 0;
    this.#isLost = false;
    this.#everHeard = true;
    this.#options.onState?.({ state: "live" });
    this.#options.onContact(isBack);
  }

  /** @param hangs bytes are held back, or it is unknown since when nothing came */
  #fail(hangs = false): void {
    this.#disconnect();
    this.#options.onFailure?.();
    this.#failures += 1;
    const wait = retryWait(this.#failures, this.#options.chance?.());
    // A single refused try means nothing: the server may restart, or the page is being left.
    if (hangs || this.#failures > 1) this.#isLost = true;
    if (this.#isLost) this.#reportLost(performance.now() + wait);
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#connect(), wait);
  }

  #reportLost(nextTryAt: number | null): void {
    this.#options.onState?.({ state: "lost", since: this.#heardAt.set, nextTryAt });
  }

  #look(): void {
    const now = machineClocks();
    const hangs = this.#tryingSince !== null && now.steady - this.#tryingSince >= TRY_MS;
    if (hangs || (!this.#isLost && isSilent(this.#heardAt, now))) this.#fail(true);
  }
}

function parse(data: string): Record<string, unknown> {
  try {
    return JSON.parse(data) as Record<string, unknown>;
  } catch {
    return {};
  }
}
