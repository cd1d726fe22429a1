import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { EventConnection } from "./event-connection";
import type { LiveState } from "./event-stream";

/** A stream of the browser; the way to the server holds its bytes back until the test lets them through. */
class HeldSource {
  static all: HeldSource[] = [];
  static readonly OPEN = 1;
  readyState = HeldSource.OPEN;
  onerror: (() => void) | null = null;
  onopen: (() => void) | null = null;
  #heard = new Map<string, (event: { data: string }) => void>();

  constructor() {
    HeldSource.all.push(this);
  }

  addEventListener(type: string, heard: (event: { data: string }) => void): void {
    this.#heard.set(type, heard);
  }

  close(): void {
    this.readyState = 2;
  }

  say(type: string, data: object = {}): void {
    if (this.readyState === HeldSource.OPEN) this.#heard.get(type)?.({ data: JSON.stringify(data) });
  }
}

const page = new EventTarget() as EventTarget & { visibilityState: string };
let states: LiveState[] = [];
let back = 0;
let connection: EventConnection;
const last = () => states.at(-1)?.state ?? "connecting";
const stream = () => HeldSource.all.at(-1) as HeldSource;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 5, 1, 12) });
  HeldSource.all = [];
  states = [];
  back = 0;
  page.visibilityState = "visible";
  vi.stubGlobal("EventSource", HeldSource);
  vi.stubGlobal("document", page);
  connection = new EventConnection({
    concerns: () => true,
    onState: (state) => states.push(state),
    onChanges: async () => undefined,
    onBack: () => {
      back += 1;
    },
  });
  connection.start();
});

afterEach(() => {
  connection.stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("35 s without a word are lost at once, and as of the last word", async () => {
  stream().onopen?.();
  stream().say("heartbeat");
  const heardAt = Date.now();
  await vi.advanceTimersByTimeAsync(34_000);
  expect(last()).toBe("live");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(states.at(-1)).toMatchObject({ state: "lost", since: heardAt });
});

test("a stream that opens and says nothing has ten seconds, and so has each further one", async () => {
  stream().onopen?.();
  await vi.advanceTimersByTimeAsync(9_000);
  expect(last()).toBe("connecting");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(last()).toBe("lost");
  // A second later the next is tried, which hangs as well, then one two seconds after that.
  await vi.advanceTimersByTimeAsync(1_000);
  expect(HeldSource.all).toHaveLength(2);
  expect(states.at(-1)).toMatchObject({ state: "lost", nextTryAt: null });
  await vi.advanceTimersByTimeAsync(12_000);
  expect(HeldSource.all).toHaveLength(3);
  expect(HeldSource.all.slice(0, 2).every(({ readyState }) => readyState === 2)).toBe(true);
  stream().say("heartbeat");
  expect(last()).toBe("live");
  expect(back).toBe(1);
});

test("one refused try is no news, unless the next one hangs", async () => {
  stream().say("heartbeat");
  stream().onerror?.();
  expect(last()).toBe("live");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(HeldSource.all).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(last()).toBe("lost");
});

test("a machine that slept sees nothing until it has heard the server again", async () => {
  stream().say("heartbeat");
  await vi.advanceTimersByTimeAsync(1_000);
  // Asleep the steady clock stands, and no timer runs.
  vi.setSystemTime(Date.now() + 3_600_000);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(last()).toBe("lost");
  await vi.advanceTimersByTimeAsync(1_000);
  stream().say("heartbeat");
  expect(last()).toBe("live");
});

test("a page that comes back into view looks at once, and tries at once", () => {
  stream().say("heartbeat");
  page.visibilityState = "hidden";
  vi.setSystemTime(Date.now() + 60_000);
  page.visibilityState = "visible";
  page.dispatchEvent(new Event("visibilitychange"));
  expect(last()).toBe("lost");
  expect(HeldSource.all).toHaveLength(2);
});
