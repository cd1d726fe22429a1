import { expect, test } from "vitest";
import { ConcurrencyLimit } from "./concurrency-limit";

/** A task that the test ends explicitly. */
function work() {
  const state = { begun: false };
  let [end, fail] = [(_: string) => {}, (_: Error) => {}];
  const ended = new Promise<string>((resolve, reject) => {
    [end, fail] = [resolve, reject];
  });
  const run = () => {
    state.begun = true;
    return ended;
  };
  return { state, end, fail, run };
}

const begun = (all: ReturnType<typeof work>[]) => all.map(({ state }) => state.begun);
const settle = () => new Promise((resolve) => setImmediate(resolve));

test("so much runs at once, and the rest waits in its order", async () => {
  const limit = new ConcurrencyLimit(2);
  const all = [work(), work(), work(), work()];
  const [first, second] = all;
  const results = all.map(({ run }) => limit.run(run));
  await settle();
  expect(begun(all)).toEqual([true, true, false, false]);
  expect(limit.waiting).toBe(2);

  second?.end("done");
  await settle();
  expect(begun(all)).toEqual([true, true, true, false]);
  first?.end("done");
  await settle();
  expect(limit.waiting).toBe(0);
  for (const { end } of all) end("done");
  expect(await Promise.all(results)).toEqual(["done", "done", "done", "done"]);
});

test("work that fails fails alone, and gives its place on", async () => {
  const limit = new ConcurrencyLimit(1);
  const [failing, next] = [work(), work()];
  const [failed, done] = [limit.run(failing.run), limit.run(next.run)];
  failing.fail(new Error("no memory"));
  await expect(failed).rejects.toThrow("no memory");
  next.end("done");
  expect(await done).toBe("done");
  expect(await limit.run(async () => "free again")).toBe("free again");
});

test("who gives up leaves the line, and the next moves up", async () => {
  const limit = new ConcurrencyLimit(1);
  const [running, given, next] = [work(), work(), work()];
  const leaving = new AbortController();
  const done = limit.run(running.run);
  const gone = limit.run(given.run, leaving.signal);
  const moved = limit.run(next.run);
  leaving.abort(new Error("left"));
  await expect(gone).rejects.toThrow("left");
  expect(limit.waiting).toBe(1);
  running.end("done");
  next.end("next");
  expect(await Promise.all([done, moved])).toEqual(["done", "next"]);
  expect(begun([running, given, next])).toEqual([true, false, true]);
  expect(limit.idle).toBe(true);
  await expect(limit.run(given.run, leaving.signal)).rejects.toThrow("left");
  expect(limit.idle).toBe(true);
});
