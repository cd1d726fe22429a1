import { expect, test } from "vitest";
import type { Board } from "@/lib/display/screens/boards";
import { wallAlert, wallArea, wallSnapshot } from "./fixture.test-support";
import { namesBelow, type PageOptions, pagesOf, sharedPlace, showsAlert } from "./pages";

const options: PageOptions = {
  portrait: false,
  worst: (one, other) => other.severities.high - one.severities.high,
  isHigh: ({ severity }) => severity === "HIGH",
};
const board = (given: Partial<Board>): Board => ({
  kind: "areas",
  path: null,
  order: "place",
  seconds: null,
  ...given,
});
const high = { high: 1, medium: 0, low: 0, plain: 0 };

function areas(...zones: [name: string, benches: number][]) {
  return zones.flatMap(([name, benches]) =>
    Array.from({ length: benches }, (_, at) => wallArea(`Farm#${name}#Bench ${at + 1}`)),
  );
}
const withTiles = (tiles: ReturnType<typeof areas>, total = tiles.length) =>
  wallSnapshot({ boards: [{ path: null, total, tiles }] });

test("areas of one place stand together, at most twelve a page, by place", () => {
  const pages = pagesOf([board({})], withTiles(areas(["A", 12], ["B", 14], ["C", 2], ["D", 4])), options);
  expect(
    pages.map((page) => page.kind === "areas" && [page.place, page.tiles.length, page.number, page.of]),
  ).toEqual([
    ["Farm#A", 12, 1, 4],
    ["Farm#B", 7, 2, 4],
    // The second half of B has room for C.
    ["Farm", 9, 3, 4],
    ["Farm#D", 4, 4, 4],
  ]);
});

test("worst first mixes the places, and says whose worst they are", () => {
  const tiles = areas(["A", 12], ["B", 12]);
  const worst = tiles.map((tile) => (tile.path === "Farm#B#Bench 12" ? { ...tile, severities: high } : tile));
  const [first] = pagesOf([board({ order: "worst" })], withTiles(worst, 5_000), options);
  expect(first).toMatchObject({ hasHigh: true, worstOf: 5_000 });
  expect(first?.kind === "areas" && first.tiles[0]?.path).toBe("Farm#B#Bench 12");
});

test("a page keeps its id while its areas stay, whatever their state", () => {
  const ids = (snapshot: ReturnType<typeof withTiles>) =>
    pagesOf([board({})], snapshot, options).map(({ id }) => id);
  const tiles = areas(["A", 12], ["B", 3]);
  expect(new Set(ids(withTiles(tiles))).size).toBe(2);
  expect(ids(withTiles(tiles.map((tile) => ({ ...tile, severities: high }))))).toEqual(ids(withTiles(tiles)));
});

test("alerts fill as many pages as they need, and none open is a page too", () => {
  const list = (count: number) =>
    wallSnapshot({
      alerts: [
        {
          path: null,
          open: count,
          items: Array.from({ length: Math.min(count, 60) }, (_, n) => wallAlert(`A${n}`)),
        },
      ],
    });
  const pages = (count: number, portrait = false) =>
    pagesOf([board({ kind: "alerts" })], list(count), { ...options, portrait });
  expect([pages(0).length, pages(4).length, pages(5).length, pages(5, true).length]).toEqual([1, 1, 2, 1]);
  expect(pages(300)).toHaveLength(6);
  expect(pages(300)[0]).toMatchObject({ open: 300, number: 1, of: 6, hasHigh: true });
});

test("the boards come in their order, each with its own time; a focus that was never read has no page", () => {
  const focus = { path: "Farm#A", area: wallArea("Farm#A"), from: "", to: "", lines: [] };
  const boards = [
    board({ kind: "now", seconds: 40 }),
    board({ kind: "area", path: "Farm#A" }),
    board({ kind: "area", path: "Farm#B" }),
  ];
  const pages = pagesOf(boards, wallSnapshot({ focus: [focus] }), options);
  expect(pages.map(({ kind, seconds }) => [kind, seconds])).toEqual([
    ["now", 40],
    ["area", null],
  ]);
});

test("a page names what its areas share, and a tile the rest", () => {
  expect(sharedPlace([{ path: "F#A#1" }, { path: "F#A#2" }])).toBe("F#A");
  expect(sharedPlace([{ path: "F#A#1" }, { path: "F#AB#2" }])).toBe("F");
  expect(sharedPlace([{ path: "F#A" }, { path: "F#A#1" }])).toBe("F");
  expect(sharedPlace([{ path: "A" }, { path: "B" }])).toBeNull();
  expect(namesBelow("F#A#1", "F")).toEqual(["A", "1"]);
  expect(namesBelow("F#A#1", null)).toEqual(["F", "A", "1"]);
});

test("an alert is on the pages of the areas that it is in, of what lies above them too", () => {
  const alert = wallAlert("A1", { areas: [{ path: "Farm#A#Bench 1", certainty: "inferred", until: null }] });
  const pages = pagesOf([board({}), board({ kind: "now" })], withTiles(areas(["A", 12], ["B", 12])), options);
  expect(pages.map((page) => showsAlert(page, alert))).toEqual([true, false, false]);
});
