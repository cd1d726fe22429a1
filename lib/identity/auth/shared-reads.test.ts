import { beforeEach, expect, test, vi } from "vitest";
import type { Actor } from "@/lib/identity/actor/contract";
import { forgetHeldReads, sharedRead, whileOpening } from "./shared-reads.server";

const person = (id: number) =>
  ({
    ...{ kind: "user", id, name: `Person ${id}`, role: "grower" },
    ...{ tenancyId: null, address: null, session: null, areas: null },
  }) as unknown as Actor;

let name = "";
let count = 0;
const ask = (id: number) =>
  sharedRead(name, person(id), {}, async () => {
    count += 1;
    return count;
  });
const open = (id: number) => whileOpening(() => ask(id));

beforeEach(() => {
  vi.useFakeTimers();
  name = crypto.randomUUID();
  count = 0;
  return () => vi.useRealTimers();
});

/** Simulates enough callers within a second that they share reads. */
async function gatherCrowd(): Promise<void> {
  for (const id of [1, 2, 3, 4, 5, 6]) {
    void ask(id);
    await vi.advanceTimersByTimeAsync(50);
  }
  await vi.advanceTimersByTimeAsync(1_200);
}

test("a page opened outside a burst gets an answer read after its call", async () => {
  await ask(1);
  expect(await open(2)).toEqual({ answer: 2, isHeld: false });
});

test("a page opened in a burst gets a held answer at once, marked as held", async () => {
  await gatherCrowd();
  const before = count;
  expect(await open(7)).toEqual({ answer: before, isHeld: true });
  expect(count).toBe(before);
});

test("a call in the same burst gets an answer read after it", async () => {
  await gatherCrowd();
  const before = count;
  const answer = ask(7);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await answer).toBe(before + 1);
});

test("a page opened after a change shows it", async () => {
  await gatherCrowd();
  const before = count;
  forgetHeldReads();
  const opened = open(7);
  await vi.advanceTimersByTimeAsync(1_000);
  expect((await opened).answer).toBe(before + 1);
});

test("a held answer is never older than two seconds", async () => {
  await gatherCrowd();
  const before = count;
  await vi.advanceTimersByTimeAsync(400);
  const others = [1, 2, 3, 4, 5].map((id) => ask(id));
  await vi.advanceTimersByTimeAsync(2_500);
  await Promise.all(others);
  const opened = open(7);
  await vi.advanceTimersByTimeAsync(1_000);
  expect((await opened).answer).toBeGreaterThan(before + 1);
});
