import { describe, expect, test } from "vitest";
import type { RowKind } from "./held-list";
import { type Held, holdRows, type Seen } from "./hold-rows";

type Row = { id: string };
const KIND: RowKind<Row> = { idOf: ({ id }) => id, words: "alerts" };
const rows = (ids: string) => [...ids].map((id) => ({ id }));
const words = (list: readonly Row[]) => list.map(({ id }) => id).join("");

const read = (ids: string, more: Partial<Seen<Row>> = {}): Seen<Row> => ({
  ...{ epoch: 0, scope: "", pages: 1, rows: rows(ids), isAll: true, isRead: true },
  ...{ isFetching: false, isAway: false, showsFirst: false, running: new Set() },
  ...more,
});

/** Shows one after the other, as renders do. */
function show(...seen: Seen<Row>[]) {
  let held: Held<Row> | null = null;
  let shown = "";
  let news = 0;
  for (const one of seen) {
    const next: ReturnType<typeof holdRows<Row>> = holdRows(held, one, KIND);
    held = next.held;
    shown = words(next.list.shown);
    news = next.list.news.added + next.list.news.gone;
    // A render sets what changed, and is made again: it has to end there.
    expect(holdRows(held, one, KIND).held).toBe(held);
  }
  return { shown, news, held };
}

test("shows what it reads first, and holds it from then on", () => {
  expect(show(read("ab"))).toMatchObject({ shown: "ab", news: 0 });
  expect(show(read("ab"), read("cb"))).toMatchObject({ shown: "ab", news: 2 });
});

test("holds nothing before the scope is read", () => {
  const { shown, held } = show(read("", { isRead: false }));
  expect([shown, held]).toEqual(["", null]);
  // The rows of the last scope stay in sight until this one is read.
  expect(show(read("ab"), read("ab", { scope: "east", isRead: false }))).toMatchObject({
    shown: "ab",
    held: { scope: "" },
  });
});

describe("shows everything as it is", () => {
  test.each([
    ["when it is asked for", { epoch: 1 }],
    ["for another scope", { scope: "east" }],
    ["while nobody looks", { isAway: true }],
  ])("%s", (_, change) => {
    const { held, ...seen } = show(read("ab"), read("cb", change));
    expect(seen).toEqual({ shown: "cb", news: 0 });
    expect(words(held?.rows ?? [])).toBe("cb");
  });

  test("where an empty list would say that there is none", () => {
    expect(show(read(""), read("a", { showsFirst: true }))).toMatchObject({ shown: "a", news: 0 });
    expect(show(read(""), read("a"))).toMatchObject({ shown: "", news: 1 });
  });
});

describe("an act of the person", () => {
  const running = new Set(["a"]);

  test("shows its row at once, while others wait", () => {
    expect(show(read("ab"), read("cb", { running }))).toMatchObject({ shown: "b", news: 1 });
  });

  test("counts until the list is read after it, and is then over", () => {
    const late = show(read("ab"), read("ab", { running }), read("b", { isFetching: true }));
    expect(late).toMatchObject({ shown: "b", held: { own: running } });
    const over = show(read("ab"), read("ab", { running }), read("b"), read("ab"));
    expect(over).toMatchObject({ shown: "b", news: 1 });
    expect(over.held?.own.size).toBe(0);
  });
});

test("puts a row that an act took away back where it stood when the act is undone", () => {
  const running = new Set(["c"]);
  const taken = [read("abcd"), read("abd", { running }), read("dab")];
  expect(show(...taken).shown).toBe("abd");
  expect(show(...taken, read("cdab", { running })).shown).toBe("abcd");
  expect(show(...taken, read("cdab", { running }), read("cdab")).shown).toBe("abcd");
  // The first has none before it.
  const first = new Set(["a"]);
  expect(
    show(read("abc"), read("bc", { running: first }), read("cb"), read("cba", { running: first })).shown,
  ).toBe("abc");
});

test("appends a further page, and holds it too", () => {
  const first = read("ab", { isAll: false });
  const second = { pages: 2, isAll: true };
  expect(show(first, read("xabcd", second))).toMatchObject({ shown: "abcd", news: 1, held: second });
  expect(show(first, read("xabcd", second), read("xabd", second))).toMatchObject({ shown: "abcd", news: 2 });
});
