import { expect, test } from "vitest";
import type { Page } from "./pages";
import {
  initialTakeovers,
  nextTurn,
  pageDuration,
  prioritize,
  shownTakeover,
  updateTakeovers,
} from "./turning";

const page = (id: string, given: { hasHigh?: boolean; seconds?: number } = {}): Page => ({
  kind: "now",
  id,
  hasHigh: given.hasHigh ?? false,
  seconds: given.seconds ?? null,
});

test("shows a page for 15 s, for 30 s with a HIGH alert on it, or as long as its board says", () => {
  expect([
    pageDuration(page("a")),
    pageDuration(page("a", { hasHigh: true })),
    pageDuration(page("a", { seconds: 7, hasHigh: true })),
  ]).toEqual([15_000, 30_000, 7_000]);
});

test("turns the pages in their order and starts again", () => {
  const pages = [page("a"), page("b", { hasHigh: true })];
  const first = nextTurn({ id: null, since: 0 }, pages, 1_000);
  expect(first).toEqual({ id: "a", since: 1_000 });
  expect(nextTurn(first, pages, 15_999)).toBe(first);
  const second = nextTurn(first, pages, 16_000);
  expect(second).toEqual({ id: "b", since: 16_000 });
  expect(nextTurn(second, pages, 45_999)).toBe(second);
  expect(nextTurn(second, pages, 46_000).id).toBe("a");
});

test("continues with the first page if the shown one is gone, and shows none if there are no pages", () => {
  const up = { id: "gone", since: 0 };
  expect(nextTurn(up, [page("a"), page("b")], 5_000)).toEqual({ id: "a", since: 5_000 });
  expect(nextTurn(up, [], 5_000).id).toBeNull();
});

test("keeps showing a single page", () => {
  expect(nextTurn({ id: "a", since: 0 }, [page("a")], 15_000)).toEqual({ id: "a", since: 15_000 });
});

test("moves the chosen pages to the front and keeps the order of the others", () => {
  const pages = [page("a"), page("b"), page("c")];
  expect(prioritize(pages, ({ id }) => id === "c").map(({ id }) => id)).toEqual(["c", "a", "b"]);
});

const waiting = (...ids: string[]) => new Set(ids);

test("shows a new alert for a minute, but no alert that was open when the screen started", () => {
  const begun = initialTakeovers(["old"]);
  expect(shownTakeover(updateTakeovers(begun, ["old"], waiting("old"), 0), 0)).toBeNull();
  const taken = updateTakeovers(begun, ["old", "new"], waiting("old", "new"), 1_000);
  expect(shownTakeover(taken, 1_000)).toEqual({ alertId: "new", number: 1, of: 1 });
  expect(shownTakeover(taken, 60_999)?.alertId).toBe("new");
  expect(shownTakeover(taken, 61_000)).toBeNull();
  expect(shownTakeover(updateTakeovers(taken, ["old", "new"], waiting("new"), 70_000), 70_000)).toBeNull();
});

test("alternates several takeovers and numbers them", () => {
  const taken = updateTakeovers(initialTakeovers([]), ["a", "b"], waiting("a", "b"), 0);
  const shown = [0, 10_000, 20_000, 30_000].map((now) => shownTakeover(taken, now));
  expect(shown.map((one) => one?.alertId)).toEqual(["a", "b", "a", "b"]);
  expect(shown[1]).toMatchObject({ number: 2, of: 2 });
});

test("ends the takeover of an acknowledged or closed alert; an alert that is HIGH again counts as new", () => {
  const taken = updateTakeovers(initialTakeovers([]), ["a", "b"], waiting("a", "b"), 0);
  const left = updateTakeovers(taken, ["a", "b"], waiting("b"), 5_000);
  expect(shownTakeover(left, 5_000)).toMatchObject({ alertId: "b", of: 1 });
  const closed = updateTakeovers(left, [], waiting(), 6_000);
  expect(shownTakeover(closed, 6_000)).toBeNull();
  expect(shownTakeover(updateTakeovers(closed, ["b"], waiting("b"), 7_000), 7_000)?.alertId).toBe("b");
});
