import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { covers, joined, overlaps, type Stretch } from "@/lib/base/core/stretches";
import {
  ask,
  DAY,
  due,
  fetchAll,
  fetched,
  HOUR,
  MINUTE,
  NEWEST,
  NOW,
  settings,
} from "./fetching.test-support";
import {
  comingWindows,
  emptyBook,
  lateCheckPeriod,
  nextWindow,
  type SyncBook,
  stretchesToRefetch,
} from "./plan";

describe("a new tenancy", () => {
  test("fetches the newest 48 hours first, then consecutive older windows", () => {
    const { book, windows } = fetchAll(emptyBook(), NOW);
    expect(windows[0]).toEqual({ purpose: "sync", why: "newest", from: NEWEST - 2 * DAY, to: NEWEST });
    expect(windows.slice(1).every(({ purpose, why }) => purpose === "backfill" && why === "older")).toBe(
      true,
    );
    for (const [index, window] of windows.slice(1).entries()) {
      expect(window.to).toBe(windows[index]?.from);
      expect(window.to - window.from).toBeLessThanOrEqual(10 * DAY);
    }
    expect(book.complete).toMatchObject([{ from: Date.parse("2026-10-21T10:00:00Z"), to: NEWEST }]);
  });

  test("never fetches more than a year", () => {
    const { book } = fetchAll(emptyBook(), NOW, { ...settings, backfillDays: 4_000 });
    expect(book.complete[0]?.from).toBe(Math.floor((NOW - 365 * DAY) / HOUR) * HOUR);
  });
});

describe("every hour", () => {
  const { book } = fetchAll(emptyBook(), NOW);

  test("fetches the newest hours with an overlap, and nothing in between", () => {
    expect(nextWindow(book, settings, NOW + 30 * MINUTE)).toBeNull();
    expect(due(book, NOW + 41 * MINUTE)).toMatchObject({
      ...{ why: "newest", from: NEWEST - 2 * DAY, to: NEWEST + HOUR },
    });
  });

  test("uses a shorter data delay at once", () => {
    const slow = { ...settings, dataDelayHours: 24 };
    const { book: late } = fetchAll(emptyBook(), NOW, slow);
    expect(nextWindow(late, slow, NOW)).toBeNull();
    expect(due(late, NOW)).toMatchObject({ why: "newest", to: NEWEST });
  });

  test("after a long pause fetches the newest hours first, then the pause as a hole with an overlap", () => {
    const later = NOW + 40 * DAY;
    const wide = { ...settings, backfillDays: 60 };
    const { book: whole, windows } = fetchAll(fetchAll(emptyBook(), NOW, wide).book, later, wide);
    expect(windows[0]).toMatchObject({ why: "newest", from: NEWEST + 38 * DAY, to: NEWEST + 40 * DAY });
    expect(windows.slice(1).every(({ why }) => why === "hole")).toBe(true);
    expect(windows.at(-1)?.from).toBe(NEWEST - 2 * DAY);
    expect(whole.complete).toHaveLength(1);
  });
});

describe("holes and requests", () => {
  const { book } = fetchAll(emptyBook(), NOW);

  test("fetches holes before days that were added, the newest first", () => {
    const [line] = book.complete;
    if (!line) throw new Error("Nothing is complete");
    const holed = {
      ...book,
      complete: [
        { ...line, to: NEWEST - 20 * DAY },
        { ...line, from: NEWEST - 18 * DAY, to: NEWEST - 9 * DAY },
        { ...line, from: NEWEST - 8 * DAY },
      ],
    };
    const { windows } = fetchAll(holed, NOW, { ...settings, backfillDays: 45 });
    expect(windows.map(({ why, to }) => [why, (NEWEST - to) / HOUR])).toEqual([
      ["hole", 8 * 24],
      ["hole", 18 * 24],
      ["older", (NEWEST - line.from) / HOUR],
      ["older", (NEWEST - line.from) / HOUR + 10 * 24],
    ]);
  });

  test("fetches an admin's requests after the newest hours only, the newest first, once", () => {
    const start = { ...emptyBook(), asks: [ask(NEWEST - 25 * DAY, NEWEST - 12 * DAY)] };
    const { book: done, windows } = fetchAll(start, NOW);
    expect(windows.slice(0, 3).map(({ why }) => why)).toEqual(["newest", "request", "request"]);
    expect(windows[1]).toMatchObject({ from: NEWEST - 22 * DAY, to: NEWEST - 12 * DAY });
    expect(windows[2]).toMatchObject({ from: NEWEST - 25 * DAY, to: NEWEST - 22 * DAY });
    expect(done.asks).toEqual([]);
  });

  test("gives up a stretch where areas lacked rows after three failures; it is no hole", () => {
    let late: SyncBook = {
      ...book,
      state: { ...book.state },
      asks: [ask(NEWEST - 5 * DAY, NEWEST - 4 * DAY, { reason: "late" })],
    };
    for (let tries = 0; tries < 3; tries++) {
      const now = Math.max(NOW, late.asks[0]?.nextTryAt ?? 0);
      late.state.nextTryAt = now + HOUR;
      const window = due(late, now);
      expect(window.why).toBe("late");
      late = fetched(late, window, now, "failed");
    }
    expect(late.asks).toEqual([]);
    expect(late.troubles).toEqual([]);
  });

  test("a fetch made before a request does not fulfil it", () => {
    const request = ask(NEWEST - 5 * DAY, NEWEST, { askedAt: NOW + 1 });
    const before = fetched(
      { ...book, asks: [request] },
      { purpose: "sync", why: "newest", from: NEWEST - 6 * DAY, to: NEWEST },
      NOW,
    );
    expect(before.asks).toEqual([request]);
  });
});

describe("failures", () => {
  test("pause 1, 2, 5, then 15 minutes, until a success", () => {
    let book = emptyBook();
    const waits: number[] = [];
    let now = NOW;
    for (let turn = 0; turn < 6; turn++) {
      book = fetched(book, due(book, now), now, "failed");
      const until = book.state.heldUntil ?? 0;
      expect(nextWindow(book, settings, until - 1)).toBeNull();
      waits.push((until - now - 5_000) / MINUTE);
      now = until;
    }
    expect(waits).toEqual([1, 2, 5, 15, 15, 15]);
    expect(book.state).toMatchObject({ strikes: 6, lastError: "Submit answered 503" });
    for (let turn = 0; turn < 2; turn++) book = fetched(book, due(book, now), now);
    expect(book.state).toMatchObject({ strikes: 0, newestFailures: 0, lastError: null });
  });

  test("failing newest hours alternate with other windows", () => {
    let book = emptyBook();
    const turns: string[] = [];
    let now = NOW;
    for (let turn = 0; turn < 5; turn++) {
      now = Math.max(
        now,
        book.state.heldUntil ?? 0,
        turns.at(-1) === "backfill" ? (book.state.nextTryAt ?? 0) : 0,
      );
      const window = due(book, now);
      turns.push(window.purpose);
      book = fetched(book, window, now, window.purpose === "sync" ? "failed" : "succeeded");
    }
    expect(turns).toEqual(["sync", "backfill", "sync", "backfill", "sync"]);
    expect(book.state.lastError).toBe("Submit answered 503");
  });

  test("a cancelled window is a hole that waits for an hour without counting as a failure", () => {
    let book = fetched(emptyBook(), due(emptyBook(), NOW), NOW);
    const window = due(book, NOW);
    book = fetched(book, window, NOW, "cancelled");
    expect(book.troubles).toMatchObject([{ from: window.from, to: window.to, failures: 0, lastError: null }]);
    expect(book.state).toMatchObject({ strikes: 0, lastError: null });
    expect(overlaps(due(book, NOW), window)).toBe(false);
    const later = NOW + 61 * MINUTE;
    book = fetched(book, due(book, later), later);
    expect(due(book, later)).toMatchObject({ from: window.from, to: window.to });
  });
});

test("lists the next windows with their times", () => {
  const { book } = fetchAll(emptyBook(), NOW);
  expect(comingWindows(book, settings, NOW)).toMatchObject([
    { why: "newest", at: NOW + 40 * MINUTE, to: NEWEST + HOUR },
  ]);
  const raised = comingWindows(book, { ...settings, backfillDays: 50 }, NOW);
  expect(raised.map(({ why, at }) => [why, at])).toEqual([
    ["older", NOW],
    ["newest", NOW + 40 * MINUTE],
  ]);
});

const at = (hours: number, length: number): Stretch => ({
  from: hours * HOUR,
  to: (hours + length) * HOUR,
});

test("excludes the hours that hourly fetches still cover", () => {
  expect(lateCheckPeriod(20 * DAY)).toEqual({ from: 3 * DAY, to: 17 * DAY });
});

describe("stretches to fetch again", () => {
  test("are fetched ones, the newest first, areas with the same hole together", () => {
    const found = [at(2, 5), at(3, 5), at(40, 4), at(200, 5)];
    expect(stretchesToRefetch(found, [at(0, 100)], [])).toEqual([at(40, 4), at(2, 6)]);
  });

  test("are at most four per check, none longer than two days", () => {
    const found = [at(0, 24 * 20)];
    const asked = stretchesToRefetch(found, [at(0, 24 * 30)], []);
    expect(asked).toHaveLength(4);
    expect(asked.every(({ from, to }) => to - from <= 2 * DAY)).toBe(true);
  });

  test("are requested only once, however many checks there are", () => {
    const hole = fc.tuple(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 2, max: 100 }));
    fc.assert(
      fc.property(fc.array(hole, { maxLength: 12 }), (holes) => {
        const found = holes.map(([hour, length]) => at(hour, length));
        const complete = [at(0, 500)];
        const asked: Stretch[] = [];
        for (let look = 0; look < 40; look++) {
          const now = stretchesToRefetch(found, complete, asked);
          for (const one of now) expect(covers(asked, one)).toBe(false);
          asked.push(...now);
        }
        expect(stretchesToRefetch(found, complete, asked)).toEqual([]);
        expect(joined(asked)).toEqual(joined(found));
      }),
    );
  });
});
