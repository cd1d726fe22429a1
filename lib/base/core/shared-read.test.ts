import { expect, test, vi } from "vitest";
import { batchedInTurn, SharedRead, sharedInTurn } from "./shared-read";

/** A read that the test ends explicitly. */
function reader() {
  let now = 0;
  const ends: ((fails?: boolean) => void)[] = [];
  let begun = 0;
  const read = () =>
    new Promise<number>((resolve, reject) => {
      begun += 1;
      const number = begun;
      ends.push((fails) => (fails ? reject(new Error("no database")) : resolve(number)));
    });
  const shared = new SharedRead(read, () => now);
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  return {
    shared,
    begun: () => begun,
    settle,
    pass: (ms: number) => {
      now += ms;
    },
    end: async (fails?: boolean) => {
      await settle();
      ends.shift()?.(fails);
      await settle();
    },
  };
}

test("many who ask at once are answered by one reading, and the next ones by what it held", async () => {
  const { shared, begun, end, pass } = reader();
  const asked = Promise.all(Array.from({ length: 200 }, () => shared.get(1_000)));
  await end();
  expect(new Set(await asked)).toEqual(new Set([1]));
  pass(1_000);
  expect(await shared.get(1_000)).toBe(1);
  expect(begun()).toBe(1);
  pass(1);
  const old = shared.get(1_000);
  await end();
  expect(await old).toBe(2);
});

test("who asks after a change gets what was read after it, even while an older reading is under way", async () => {
  const { shared, begun, end, settle } = reader();
  const before = shared.get(1_000);
  await settle();
  shared.invalidate();
  const later = Promise.all([shared.get(1_000), shared.get(1_000)]);
  await end();
  expect(await before).toBe(1);
  await end();
  expect(await later).toEqual([2, 2]);
  expect(begun()).toBe(2);
});

test("never two at a time, and a storm of changes costs one reading more", async () => {
  const { shared, begun, end } = reader();
  const asked = [shared.get(1_000)];
  for (let change = 0; change < 50; change++) {
    shared.invalidate();
    asked.push(shared.get(1_000));
  }
  await Promise.resolve();
  expect(begun()).toBeLessThanOrEqual(1);
  await end();
  await end();
  await end();
  await Promise.all(asked);
  expect(begun()).toBeLessThanOrEqual(2);
});

test("a failure is told to those who waited, and the next one tries again", async () => {
  const { shared, end } = reader();
  const first = shared.get(1_000);
  const told = expect(first).rejects.toThrow("no database");
  await end(true);
  await told;
  const next = shared.get(1_000);
  await end();
  expect(await next).toBe(2);
});

test("soon: what is held at once, and the new one for the next", async () => {
  const { shared, end } = reader();
  const first = shared.getSoon(1_000);
  await end();
  expect(await first).toBe(1);
  shared.invalidate();
  expect(await shared.getSoon(1_000)).toBe(1);
  await end();
  expect(await shared.getSoon(1_000)).toBe(2);
});

test("without an age, nobody gets what was read before they asked, and all who wait share one reading", async () => {
  const { shared, begun, end, settle } = reader();
  const first = shared.get(0);
  await settle();
  const later = Promise.all(Array.from({ length: 200 }, () => shared.get(0)));
  await end();
  expect(await first).toBe(1);
  await end();
  expect(new Set(await later)).toEqual(new Set([2]));
  const last = shared.get(0);
  await end();
  expect(await last).toBe(3);
  expect(begun()).toBe(3);
});

test("who asks without an age is not answered by what another may still take", async () => {
  const { shared, end, settle } = reader();
  const kept = shared.get(1_000);
  await end();
  await kept;
  const under = shared.get(0);
  await settle();
  const fresh = shared.get(0);
  const any = shared.get(1_000);
  await end();
  expect([await under, await any]).toEqual([2, 1]);
  await end();
  expect(await fresh).toBe(3);
});

test("readings that are to keep apart do so, and the first does not wait", async () => {
  vi.useFakeTimers();
  try {
    const begun: number[] = [];
    const shared = new SharedRead(
      async () => begun.push(Date.now()),
      () => Date.now(),
    );
    shared.apart = 150;
    const storm = setInterval(() => void shared.get(0), 5);
    await vi.advanceTimersByTimeAsync(1_000);
    clearInterval(storm);
    const gaps = begun.slice(1).map((at, n) => at - (begun[n] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(150);
    expect(begun.length).toBeGreaterThanOrEqual(6);
  } finally {
    vi.useRealTimers();
  }
});

test("in a storm a reading keeps apart from the last by what that cost, and the first does not wait", async () => {
  vi.useFakeTimers();
  try {
    let begun = 0;
    const took = 50;
    const shared = new SharedRead(
      async () => {
        begun += 1;
        await new Promise((resolve) => setTimeout(resolve, took));
      },
      () => Date.now(),
    );
    const storm = setInterval(() => void shared.get(0), 5);
    await vi.advanceTimersByTimeAsync(10);
    expect(begun).toBe(1);
    await vi.advanceTimersByTimeAsync(1_500);
    clearInterval(storm);
    expect(begun).toBeGreaterThan(5);
    expect(begun).toBeLessThanOrEqual(12);
  } finally {
    vi.useRealTimers();
  }
});

test("what was read for one who wants it new is held for others where it is asked to be, and only there", async () => {
  const { shared, begun, end } = reader();
  const fresh = shared.get(0);
  await end();
  expect(await fresh).toBe(1);
  const next = shared.get(0, true);
  await end();
  expect(await next).toBe(2);
  expect(await shared.get(1_000)).toBe(2);
  expect(begun()).toBe(2);
});

test("who asks in the same turn shares a read, and who asks after it began gets another", async () => {
  let reads = 0;
  const read = sharedInTurn(async () => {
    reads += 1;
    const own = reads;
    await new Promise((resolve) => setTimeout(resolve, 5));
    return own;
  });
  const first = [read(), Promise.resolve().then(read)];
  await new Promise((resolve) => setImmediate(resolve));
  const second = read();
  expect(await Promise.all([...first, second])).toEqual([1, 1, 2]);
});

test("a read that fails fails for its askers alone", async () => {
  let reads = 0;
  const read = sharedInTurn(async () => {
    reads += 1;
    if (reads === 1) throw new Error("no database");
    return "read";
  });
  const both = await Promise.allSettled([read(), read()]);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await read()).toBe("read");
});

test("keys that are asked for in the same turn are read together, each answered with its own", async () => {
  const asked: string[][] = [];
  const find = batchedInTurn(async (keys: string[]) => {
    asked.push(keys);
    return new Map(keys.flatMap((key) => (key === "none" ? [] : [[key, key.length] as const])));
  });
  expect(await Promise.all([find("one"), find("three"), find("none"), find("one")])).toEqual([3, 5, null, 3]);
  expect(await find("seven")).toBe(5);
  expect(asked).toEqual([["one", "three", "none"], ["seven"]]);
});
