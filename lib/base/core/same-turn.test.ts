import { expect, test } from "vitest";
import { batchedInTurn, sharedInTurn } from "./same-turn";

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
