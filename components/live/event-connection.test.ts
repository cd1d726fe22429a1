import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { EventConnection } from "./event-connection";
import type { LiveState } from "./event-stream";
import type { Changes } from "./stream-plan";

/** An EventSource whose events come when the test says so. */
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

const machine = new EventTarget();
const page = new EventTarget() as EventTarget & { visibilityState: string };
let states: LiveState[] = [];
let changes: Changes[] = [];
let back = 0;
let connection: EventConnection;
const last = () => states.at(-1)?.state ?? "connecting";
const stream = () => HeldSource.all.at(-1) as HeldSource;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 5, 1, 12) });
  HeldSource.all = [];
  states = [];
  changes = [];
  back = 0;
  page.visibilityState = "visible";
  vi.stubGlobal("EventSource", HeldSource);
  vi.stubGlobal("document", page);
  vi.stubGlobal("window", machine);
  connection = new EventConnection({
    concerns: (tenantId) => tenantId === "T",
    onState: (state) => states.push(state),
    onChanges: async (changed) => void changes.push(changed),
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

test("is lost after 35 s of silence, as of the last event", async () => {
  stream().onopen?.();
  stream().say("heartbeat");
  const heardAt = Date.now();
  await vi.advanceTimersByTimeAsync(34_000);
  expect(last()).toBe("live");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(states.at(-1)).toMatchObject({ state: "lost", since: heardAt });
});

test("gives each stream ten seconds for its first event", async () => {
  stream().onopen?.();
  await vi.advanceTimersByTimeAsync(9_000);
  expect(last()).toBe("connecting");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(last()).toBe("lost");
  // The next try comes a second later and hangs as well, the one after it two seconds later.
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

test("stays live after one refused try, unless the next one hangs", async () => {
  stream().say("heartbeat");
  stream().onerror?.();
  expect(last()).toBe("live");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(HeldSource.all).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(last()).toBe("lost");
});

test("is lost after sleep until the next event", async () => {
  stream().say("heartbeat");
  await vi.advanceTimersByTimeAsync(1_000);
  // During sleep the monotonic clock stands still, and no timer runs.
  vi.setSystemTime(Date.now() + 3_600_000);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(last()).toBe("lost");
  await vi.advanceTimersByTimeAsync(1_000);
  stream().say("heartbeat");
  expect(last()).toBe("live");
});

test("reads the changes of one moment together, those of other tenancies not at all", async () => {
  stream().say("heartbeat");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(changes).toEqual([new Map([["alert", null]])]);
  stream().say("alert", { tenantId: "T", id: "A" });
  stream().say("alert", { tenantId: "OTHER", id: "B" });
  stream().say("alert", { tenantId: "T", id: "C" });
  stream().say("sync", { tenantId: "T", id: "notes" });
  stream().say("query", { tenantId: "T", id: "some" });
  await vi.advanceTimersByTimeAsync(10_000);
  const gathered = new Map<string, unknown>([
    ["alert", new Set(["A", "C"])],
    ["note", new Set(["notes"])],
    ["query", null],
  ]);
  expect(changes[1]).toEqual(gathered);
  expect(changes).toHaveLength(2);
});

test("checks and tries at once when the page comes back into view", () => {
  stream().say("heartbeat");
  page.visibilityState = "hidden";
  vi.setSystemTime(Date.now() + 60_000);
  page.visibilityState = "visible";
  page.dispatchEvent(new Event("visibilitychange"));
  expect(last()).toBe("lost");
  expect(HeldSource.all).toHaveLength(2);
});

test("is lost at once when the machine loses its network, and tries when it is back", () => {
  stream().say("heartbeat");
  expect(last()).toBe("live");
  machine.dispatchEvent(new Event("offline"));
  expect(last()).toBe("lost");
  const before = HeldSource.all.length;
  machine.dispatchEvent(new Event("online"));
  expect(HeldSource.all).toHaveLength(before + 1);
  stream().say("heartbeat");
  expect(last()).toBe("live");
});
