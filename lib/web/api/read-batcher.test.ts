import { expect, test } from "vitest";
import { readBatch } from "@/lib/web/batch/contract";
import { ReadBatcher } from "./read-batcher";

class Unanswered extends Error {}

type Part = { status: number; tag: string | null; body?: unknown };

/** A server that answers by the addresses and tags of a request. */
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

test("sends the reads of one moment as one request", async () => {
  const { asked, reads } = serving((read) => ({ status: 200, tag: `t${read}`, body: `of ${read}` }));
  expect(reads.take("/a", undefined)).toBeNull();
  const answers = reads.gather(() => [reads.take("/a", undefined), reads.take("/b", undefined)]);
  expect(await Promise.all(answers)).toEqual(["of /a", "of /b"]);
  expect(asked).toHaveLength(1);
  expect(reads.take("/a", undefined)).toBeNull();
});

test("keeps an unchanged answer, which is sent only once", async () => {
  const body = { items: [1] };
  const { asked, reads } = serving((_, tag) =>
    tag === "t" ? { status: 304, tag } : { status: 200, tag: "t", body },
  );
  const first = await reads.gather(() => reads.take("/a", undefined));
  const second = await reads.gather(() => reads.take("/a", undefined));
  expect(second).toBe(first);
  expect(asked.map(([one]) => one?.tag)).toEqual(["", "t"]);
});

test("rejects only the read that failed", async () => {
  const { reads } = serving((read) =>
    read === "/bad" ? { status: 404, tag: null, body: {} } : { status: 200, tag: "t", body: 1 },
  );
  const [bad, good] = reads.gather(() => [reads.take("/bad", undefined), reads.take("/a", undefined)]);
  await expect(bad).rejects.toThrow("problem 404");
  expect(await good).toBe(1);
});

test("sends single reads where the batch is refused", async () => {
  const { reads } = serving(() => ({ status: 200, tag: null }), 503);
  expect(await reads.gather(() => reads.take("/a", undefined))).toBe("alone /a");
});

test("splits addresses that are too long for one request", async () => {
  const { asked, reads } = serving((read) => ({ status: 200, tag: null, body: read.length }));
  const long = (name: string) => `/${name}${"x".repeat(4_000)}`;
  await Promise.all(reads.gather(() => ["a", "b", "c"].map((name) => reads.take(long(name), undefined))));
  expect(asked.map((one) => one.length)).toEqual([1, 1, 1]);
});

test("sends no single reads where the batch got no answer", async () => {
  let asked = 0;
  const reads = new ReadBatcher({
    ask: async () => {
      asked += 1;
      throw new Unanswered();
    },
    problem: () => new Error("problem"),
    isUnanswered: (error) => error instanceof Unanswered,
  });
  const answers = reads.gather(() => [reads.take("/a", undefined), reads.take("/b", undefined)]);
  for (const answer of answers) await expect(answer).rejects.toBeInstanceOf(Unanswered);
  expect(asked).toBe(1);
});
