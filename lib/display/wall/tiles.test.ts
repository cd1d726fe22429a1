import { expect, test } from "vitest";
import { gridOf } from "./grid";
import { tilesOf } from "./tiles";

const worst = () => 0;
const farm = (zones: number, benches: number) => [
  { path: "Farm" },
  ...Array.from({ length: zones }, (_, zone) => [
    { path: `Farm#Z${zone}` },
    ...Array.from({ length: benches }, (__, bench) => ({ path: `Farm#Z${zone}#B${bench}` })),
  ]).flat(),
];

test("what lies lowest stands as tiles while it can be seen in a round", () => {
  const { tiles, total } = tilesOf(farm(6, 12), null, worst);
  expect(total).toBe(72);
  expect(tiles[0]?.path).toBe("Farm#Z0#B0");
});

test("a large farm shows the level above, and a path its own", () => {
  expect(tilesOf(farm(50, 100), null, worst).tiles.map(({ path }) => path)).toContain("Farm#Z49");
  expect(tilesOf(farm(50, 100), null, worst).total).toBe(50);
  expect(tilesOf(farm(50, 90), "Farm#Z7", worst).total).toBe(90);
});

test("areas that end higher up stand beside those below them", () => {
  const areas = [{ path: "A" }, { path: "A#1" }, { path: "B" }];
  expect(tilesOf(areas, null, worst).tiles.map(({ path }) => path)).toEqual(["A#1", "B"]);
});

test("where a level is too many already, the worst of it stand in their place", () => {
  const areas = Array.from({ length: 5_000 }, (_, at) => ({
    path: `Bench ${at}`,
    high: at % 100 === 7 ? 1 : 0,
  }));
  const { tiles, total } = tilesOf(areas, null, (one, other) => other.high - one.high, 50);
  expect([tiles.length, total]).toEqual([50, 5_000]);
  expect(tiles.every(({ high }) => high === 1)).toBe(true);
  expect(tiles[1]?.path).toBe("Bench 107");
});

test("an area without any below is its own tile, one that is no more has none", () => {
  expect(tilesOf(farm(1, 2), "Farm#Z0#B1", worst).tiles).toEqual([{ path: "Farm#Z0#B1" }]);
  expect(tilesOf(farm(1, 2), "Farm#Gone", worst)).toEqual({ tiles: [], total: 0 });
});

test("fewer tiles are larger, and an upright screen has two columns at most", () => {
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
