import { expect, test } from "vitest";
import type { Actor } from "@/lib/identity/actor/contract";
import { limitParts, withActorLimit } from "./actor-limit.server";

const actor = (id: number) => ({ kind: "token", id }) as Actor;
const { signal } = new AbortController();
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Reads that the test ends. */
function reads() {
  const ends: (() => void)[] = [];
  const read = () => new Promise<void>((resolve) => ends.push(resolve));
  return { ends, read };
}

test("runs three reads of an actor, queues 200, rejects the next, and leaves other actors alone", async () => {
  const { ends, read } = reads();
  const all = Array.from({ length: 203 }, () => withActorLimit(actor(1), signal, read));
  await settle();
  expect(ends).toHaveLength(3);
  await expect(withActorLimit(actor(1), signal, read)).rejects.toMatchObject({ code: "too-many-requests" });
  expect(await withActorLimit(actor(2), signal, async () => "at once")).toBe("at once");
  for (let ended = 0; ended < all.length; ended += 1) {
    await expect.poll(() => ends.length).toBeGreaterThan(ended);
    ends[ended]?.();
  }
  await Promise.all(all);
  expect(await withActorLimit(actor(1), signal, async () => "again")).toBe("again");
});

test("frees the slot between two parts of a file, and closes its source when the reader leaves", async () => {
  const { ends, read } = reads();
  let closed = false;
  async function* parts() {
    try {
      yield "a";
      yield "b";
    } finally {
      closed = true;
    }
  }
  const file = limitParts(actor(3), signal, parts());
  expect(await file.next()).toEqual({ done: false, value: "a" });
  const others = [1, 2, 3].map(() => withActorLimit(actor(3), signal, read));
  const second = file.next();
  await settle();
  expect(ends).toHaveLength(3);
  for (const end of ends) end();
  await Promise.all(others);
  expect(await second).toEqual({ done: false, value: "b" });
  await file.return();
  expect(closed).toBe(true);
});
