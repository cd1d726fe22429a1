import { expect, test } from "vitest";
import type { Board } from "@/lib/display/screens/boards";
import { wallAlert, wallArea, wallSnapshot } from "./fixture.test-support";
import {
  buildPages,
  chooseTiles,
  gridOf,
  namesBelow,
  type PageOptions,
  sharedPlace,
  showsAlert,
} from "./pages";

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

test("keeps areas of one place together, at most twelve on a page", () => {
  const pages = buildPages([board({})], withTiles(areas(["A", 12], ["B", 14], ["C", 2], ["D", 4])), options);
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

test("orders areas of all places worst first, with the number of areas that they are the worst of", () => {
  const tiles = areas(["A", 12], ["B", 12]);
  const worst = tiles.map((tile) => (tile.path === "Farm#B#Bench 12" ? { ...tile, severities: high } : tile));
  const [first] = buildPages([board({ order: "worst" })], withTiles(worst, 5_000), options);
  expect(first).toMatchObject({ hasHigh: true, worstOf: 5_000 });
  expect(first?.kind === "areas" && first.tiles[0]?.path).toBe("Farm#B#Bench 12");
});

test("keeps the id of a page while its areas stay, whatever their state", () => {
  const ids = (snapshot: ReturnType<typeof withTiles>) =>
    buildPages([board({})], snapshot, options).map(({ id }) => id);
  const tiles = areas(["A", 12], ["B", 3]);
  expect(new Set(ids(withTiles(tiles))).size).toBe(2);
  expect(ids(withTiles(tiles.map((tile) => ({ ...tile, severities: high }))))).toEqual(ids(withTiles(tiles)));
});

test("spreads alerts over up to six pages, and has one page without any", () => {
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
    buildPages([board({ kind: "alerts" })], list(count), { ...options, portrait });
  expect([pages(0).length, pages(4).length, pages(5).length, pages(5, true).length]).toEqual([1, 1, 2, 1]);
  expect(pages(300)).toHaveLength(6);
  expect(pages(300)[0]).toMatchObject({ open: 300, number: 1, of: 6, hasHigh: true });
});

test("keeps the order of the boards and their durations; an area focus without data has no page", () => {
  const focus = { path: "Farm#A", area: wallArea("Farm#A"), from: "", to: "", lines: [] };
  const boards = [
    board({ kind: "now", seconds: 40 }),
    board({ kind: "area", path: "Farm#A" }),
    board({ kind: "area", path: "Farm#B" }),
  ];
  const pages = buildPages(boards, wallSnapshot({ focus: [focus] }), options);
  expect(pages.map(({ kind, seconds }) => [kind, seconds])).toEqual([
    ["now", 40],
    ["area", null],
  ]);
});

test("names the shared parent on the page, and the rest on the tiles", () => {
  expect(sharedPlace([{ path: "F#A#1" }, { path: "F#A#2" }])).toBe("F#A");
  expect(sharedPlace([{ path: "F#A#1" }, { path: "F#AB#2" }])).toBe("F");
  expect(sharedPlace([{ path: "F#A" }, { path: "F#A#1" }])).toBe("F");
  expect(sharedPlace([{ path: "A" }, { path: "B" }])).toBeNull();
  expect(namesBelow("F#A#1", "F")).toEqual(["A", "1"]);
  expect(namesBelow("F#A#1", null)).toEqual(["F", "A", "1"]);
});

test("shows an alert on the pages of the areas that contain it", () => {
  const alert = wallAlert("A1", { areas: [{ path: "Farm#A#Bench 1", certainty: "inferred", until: null }] });
  const pages = buildPages(
    [board({}), board({ kind: "now" })],
    withTiles(areas(["A", 12], ["B", 12])),
    options,
  );
  expect(pages.map((page) => showsAlert(page, alert))).toEqual([true, false, false]);
});

const worst = () => 0;

const farm = (zones: number, benches: number) => [
  { path: "Farm" },
  ...Array.from({ length: zones }, (_, zone) => [
    { path: `Farm#Z${zone}` },
    ...Array.from({ length: benches }, (__, bench) => ({ path: `Farm#Z${zone}#B${bench}` })),
  ]).flat(),
];

test("shows the lowest areas as tiles while they fit into one round", () => {
  const { tiles, total } = chooseTiles(farm(6, 12), null, worst);
  expect(total).toBe(72);
  expect(tiles[0]?.path).toBe("Farm#Z0#B0");
});

test("shows the level above if the lowest has too many areas; a path shows the areas below it", () => {
  expect(chooseTiles(farm(50, 100), null, worst).tiles.map(({ path }) => path)).toContain("Farm#Z49");
  expect(chooseTiles(farm(50, 100), null, worst).total).toBe(50);
  expect(chooseTiles(farm(50, 90), "Farm#Z7", worst).total).toBe(90);
});

test("shows areas without children beside those of lower levels", () => {
  const areas = [{ path: "A" }, { path: "A#1" }, { path: "B" }];
  expect(chooseTiles(areas, null, worst).tiles.map(({ path }) => path)).toEqual(["A#1", "B"]);
});

test("shows the worst areas in their original order if even the top level has too many", () => {
  const areas = Array.from({ length: 5_000 }, (_, at) => ({
    path: `Bench ${at}`,
    high: at % 100 === 7 ? 1 : 0,
  }));
  const { tiles, total } = chooseTiles(areas, null, (one, other) => other.high - one.high, 50);
  expect([tiles.length, total]).toEqual([50, 5_000]);
  expect(tiles.every(({ high }) => high === 1)).toBe(true);
  expect(tiles[1]?.path).toBe("Bench 107");
});

test("shows an area without children as its own tile, and no tile for an area that is gone", () => {
  expect(chooseTiles(farm(1, 2), "Farm#Z0#B1", worst).tiles).toEqual([{ path: "Farm#Z0#B1" }]);
  expect(chooseTiles(farm(1, 2), "Farm#Gone", worst)).toEqual({ tiles: [], total: 0 });
});

test("makes fewer tiles larger, with at most two columns on an upright screen", () => {
  expect([1, 3, 5, 9, 12].map((count) => gridOf(count, false))).toEqual([
    { columns: 1, rows: 1 },
    { columns: 3, rows: 1 },
    { columns: 3, rows: 2 },
    { columns: 3, rows: 3 },
    { columns: 4, rows: 3 },
  ]);
  expect([1, 3, 5, 12].map((count) => gridOf(count, true))).toEqual([
    { columns: 1, rows: 1 },
    { columns: 1, rows: 3 },
    { columns: 2, rows: 3 },
    { columns: 2, rows: 6 },
  ]);
});
