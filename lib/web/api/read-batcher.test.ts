import { expect, test } from "vitest";
import { readBatch } from "@/lib/web/batch/contract";
import { ReadBatcher } from "./read-batcher";

class Unanswered extends Error {}

type Part = { status: number; tag: string | null; body?: unknown };

/** A server that answers each request by the addresses and tags in it. */
function serving(answer: (read: string, tag: string) => Part, status = 200) {
  const asked: { read: string; tag: string }[][] = [];
  const ask = async (address: string) => {
    const { pathname, searchParams: search } = new URL(address, "http://here.invalid");
    if (pathname !== readBatch.path) return `alone ${address}`;
    const tags = search.getAll("tag");
    const reads = search.getAll("read").map((read, n) => ({ read, tag: tags[n] ?? "" }));
    asked.push(reads);
    if (status !== 200) throw new Error(`problem ${status}`);
    return { parts: reads.map(({ read, tag }) => answer(read, tag)) };
  };
  const reads = new ReadBatcher({
    ask,
    problem: (problem) => new Error(`problem ${problem}`),
    isUnanswered: (error) => error instanceof Unanswered,
  });
  return { asked, reads };
}

test("reads of one moment go out as one request, others by themselves", async () => {
  const { asked, reads } = serving((read) => ({ status: 200, tag: `t${read}`, body: `of ${read}` }));
  expect(reads.take("/a", undefined)).toBeNull();
  const answers = reads.within(() => [reads.take("/a", undefined), reads.take("/b", undefined)]);
  expect(await Promise.all(answers)).toEqual(["of /a", "of /b"]);
  expect(asked).toHaveLength(1);
  expect(reads.take("/a", undefined)).toBeNull();
});

test("an answer that still holds is the one that was there, and comes only once", async () => {
  const body = { items: [1] };
  const { asked, reads } = serving((_, tag) =>
    tag === "t" ? { status: 304, tag } : { status: 200, tag: "t", body },
  );
  const first = await reads.within(() => reads.take("/a", undefined));
  const second = await reads.within(() => reads.take("/a", undefined));
  expect(second).toBe(first);
  expect(asked.map(([one]) => one?.tag)).toEqual(["", "t"]);
});

test("a read that fails is its own problem and leaves the others alone", async () => {
  const { reads } = serving((read) =>
    read === "/bad" ? { status: 404, tag: null, body: {} } : { status: 200, tag: "t", body: 1 },
  );
  const [bad, good] = reads.within(() => [reads.take("/bad", undefined), reads.take("/a", undefined)]);
  await expect(bad).rejects.toThrow("problem 404");
  expect(await good).toBe(1);
});

test("where nobody answers together, each is asked for by itself", async () => {
  const { reads } = serving(() => ({ status: 200, tag: null }), 503);
  expect(await reads.within(() => reads.take("/a", undefined))).toBe("alone /a");
});

test("addresses that are too long for one request go out in several", async () => {
  const { asked, reads } = serving((read) => ({ status: 200, tag: null, body: read.length }));
  const long = (name: string) => `/${name}${"x".repeat(4_000)}`;
  await Promise.all(reads.within(() => ["a", "b", "c"].map((name) => reads.take(long(name), undefined))));
  expect(asked.map((one) => one.length)).toEqual([1, 1, 1]);
});

test("where nobody answers at all, nobody is asked again for each", async () => {
  let asked = 0;
  const reads = new ReadBatcher({
    ask: async () => {
      asked += 1;
      throw new Unanswered();
    },
    problem: () => new Error("problem"),
    isUnanswered: (error) => error instanceof Unanswered,
  });
  const answers = reads.within(() => [reads.take("/a", undefined), reads.take("/b", undefined)]);
  for (const answer of answers) await expect(answer).rejects.toBeInstanceOf(Unanswered);
  expect(asked).toBe(1);
});
