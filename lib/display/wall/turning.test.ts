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

test("a page stays 15 s, 30 s with a HIGH on it, or as long as its board says", () => {
  expect([
    pageDuration(page("a")),
    pageDuration(page("a", { hasHigh: true })),
    pageDuration(page("a", { seconds: 7, hasHigh: true })),
  ]).toEqual([15_000, 30_000, 7_000]);
});

test("pages turn in their order and begin again", () => {
  const pages = [page("a"), page("b", { hasHigh: true })];
  const first = nextTurn({ id: null, since: 0 }, pages, 1_000);
  expect(first).toEqual({ id: "a", since: 1_000 });
  expect(nextTurn(first, pages, 15_999)).toBe(first);
  const second = nextTurn(first, pages, 16_000);
  expect(second).toEqual({ id: "b", since: 16_000 });
  expect(nextTurn(second, pages, 45_999)).toBe(second);
  expect(nextTurn(second, pages, 46_000).id).toBe("a");
});

test("a page that goes away is followed by the first, and no page at all is none", () => {
  const up = { id: "gone", since: 0 };
  expect(nextTurn(up, [page("a"), page("b")], 5_000)).toEqual({ id: "a", since: 5_000 });
  expect(nextTurn(up, [], 5_000).id).toBeNull();
});

test("a single page stays up", () => {
  expect(nextTurn({ id: "a", since: 0 }, [page("a")], 15_000)).toEqual({ id: "a", since: 15_000 });
});

test("a page with a HIGH that nobody has comes first, the others keep their order", () => {
  const pages = [page("a"), page("b"), page("c")];
  expect(prioritize(pages, ({ id }) => id === "c").map(({ id }) => id)).toEqual(["c", "a", "b"]);
});

const waiting = (...ids: string[]) => new Set(ids);

test("what is open when a screen begins takes nothing; a new one takes the screen for a minute", () => {
  const begun = initialTakeovers(["old"]);
  expect(shownTakeover(updateTakeovers(begun, ["old"], waiting("old"), 0), 0)).toBeNull();
  const taken = updateTakeovers(begun, ["old", "new"], waiting("old", "new"), 1_000);
  expect(shownTakeover(taken, 1_000)).toEqual({ alertId: "new", number: 1, of: 1 });
  expect(shownTakeover(taken, 60_999)?.alertId).toBe("new");
  expect(shownTakeover(taken, 61_000)).toBeNull();
  expect(shownTakeover(updateTakeovers(taken, ["old", "new"], waiting("new"), 70_000), 70_000)).toBeNull();
});

test("several take turns, each is one of so many", () => {
  const taken = updateTakeovers(initialTakeovers([]), ["a", "b"], waiting("a", "b"), 0);
  const shown = [0, 10_000, 20_000, 30_000].map((now) => shownTakeover(taken, now));
  expect(shown.map((one) => one?.alertId)).toEqual(["a", "b", "a", "b"]);
  expect(shown[1]).toMatchObject({ number: 2, of: 2 });
});

test("one that is acknowledged or closed leaves the screen; one that rises again later is news", () => {
  const taken = updateTakeovers(initialTakeovers([]), ["a", "b"], waiting("a", "b"), 0);
  const left = updateTakeovers(taken, ["a", "b"], waiting("b"), 5_000);
  expect(shownTakeover(left, 5_000)).toMatchObject({ alertId: "b", of: 1 });
  const closed = updateTakeovers(left, [], waiting(), 6_000);
  expect(shownTakeover(closed, 6_000)).toBeNull();
  expect(shownTakeover(updateTakeovers(closed, ["b"], waiting("b"), 7_000), 7_000)?.alertId).toBe("b");
});
