import { expect, test } from "vitest";
import { DAY, floorHour, HOUR } from "../time";
import type { Area } from "./farm";
import type { IndexRecord } from "./readings";
import { indexRecords } from "./readings";
import { NOW, testWorld } from "./test-world";

const world = testWorld();
const end = floorHour(NOW);

function records(days: number, of = world): IndexRecord[] {
  const found: IndexRecord[] = [];
  for (let hour = end - days * DAY; hour < end; hour += HOUR) {
    for (const area of of.farm.areas) found.push(...indexRecords(of.farm, of.plants, area, hour));
  }
  return found;
}

const twoWeeks = records(14);
const of = (name: string) =>
  twoWeeks.filter((record) => record.indexName === name && !Number.isNaN(record.value));

function areaAt(site: string): Area {
  const area = world.farm.areas.find((one) => one.path.startsWith(site));
  if (!area) throw new Error(`no area in ${site}`);
  return area;
}

test("the same seed gives the same readings, another seed others", () => {
  const values = (list: IndexRecord[]) =>
    list.map((one) => [one.at, one.area.path, one.indexName, one.value, one.isFilled]);
  expect(values(records(1, testWorld(1)))).toEqual(values(records(1)));
  expect(values(records(1, testWorld(2)))).not.toEqual(values(records(1)));
});

test("it is plant day while the lamps of the site are on, in local hours", () => {
  const { plants } = world;
  const vertical = areaAt("Delft");
  const hours = Array.from({ length: 24 }, (_, hour) => plants.isDay(vertical, Date.UTC(2026, 10, 20, hour)));
  // 06:00 to 22:00 in Amsterdam is 05:00 to 21:00 UTC in winter.
  expect(hours.indexOf(true)).toBe(5);
  expect(hours.lastIndexOf(true)).toBe(20);
  expect(plants.isDay(vertical, Date.UTC(2026, 6, 20, 4))).toBe(true);
  expect(plants.isDay(vertical, Date.UTC(2026, 6, 20, 20))).toBe(false);
});

test("sunlight lengthens the day under glass only", () => {
  const eveningInJune = Date.UTC(2026, 5, 21, 19);
  expect(world.plants.isDay(areaAt("Westland"), eveningInJune)).toBe(true);
  expect(world.plants.isDay(areaAt("Propagation"), eveningInJune)).toBe(false);
});

test("HEALTH is reported at plant night only, PEI at plant day only", () => {
  expect(of("HEALTH").length).toBeGreaterThan(1000);
  expect(of("HEALTH").every((one) => !world.plants.isDay(one.area, one.at))).toBe(true);
  expect(of("PEI").every((one) => world.plants.isDay(one.area, one.at))).toBe(true);
});

test("DLI and DPI come once a local day, in its last hour, and are never interpolated", () => {
  const daily = [...of("DLI"), ...of("DPI")];
  expect(daily.every((one) => world.farm.localTime(one.at).hour === 23 && !one.isFilled)).toBe(true);
  const keys = daily.map((one) => `${one.area.path} ${one.indexName} ${world.farm.localTime(one.at).day}`);
  expect(new Set(keys).size).toBe(keys.length);
});

test("the daily light integral is the sum of the hours' PPFD", () => {
  const vertical = areaAt("Delft");
  const lastHour = Date.UTC(2026, 10, 18, 22);
  let sum = 0;
  for (let back = 0; back < 24; back++)
    sum += (world.plants.stateAt(vertical, lastHour - back * HOUR).ppfd * 3600) / 1e6;
  expect(world.plants.dayTotals(vertical, lastHour).dli).toBeCloseTo(sum, 9);
});

test("values have one decimal and stay in their ranges", () => {
  for (const { value } of twoWeeks) if (!Number.isNaN(value)) expect(Number(value.toFixed(1))).toBe(value);
  const range = (name: string) =>
    [Math.min(...of(name).map((one) => one.value)), Math.max(...of(name).map((one) => one.value))] as const;
  expect(range("HEALTH")[0]).toBeGreaterThan(60);
  expect(range("HEALTH")[1]).toBeLessThanOrEqual(84);
  expect(range("PEI")[0]).toBeGreaterThan(-30);
  expect(range("PEI")[1]).toBeLessThan(35);
  expect(range("PPFD")[0]).toBe(0);
});

test("EFFICIENCY falls as PPFD rises", () => {
  const calm = world.farm.areas.filter((area) => area.plot.site.glass && area.reportsUntil > NOW);
  const mean = (hour: number) => {
    const values = calm.map((area) => world.plants.stateAt(area, Date.UTC(2026, 5, 20, hour)).efficiency);
    return values.reduce((sum, value) => sum + value, 0) / values.length;
  };
  expect(mean(0)).toBeGreaterThan(mean(6));
  expect(mean(6)).toBeGreaterThan(mean(11));
});

test("some hours are missing, some are interpolated, a few stand at an odd minute", () => {
  const ppfd = twoWeeks.filter((one) => one.indexName === "PPFD");
  const hourly = ppfd.filter((one) => one.at % HOUR === 0);
  const reporting = world.farm.areas.filter((area) => area.reportsUntil > 0).length;
  expect(hourly.length).toBeLessThan(reporting * 14 * 24);
  expect(hourly.length).toBeGreaterThan(reporting * 14 * 24 * 0.9);
  expect(ppfd.some((one) => one.isFilled)).toBe(true);
  const odd = ppfd.filter((one) => one.at % HOUR !== 0);
  expect(odd.length).toBeGreaterThan(0);
  expect(odd.every((one) => (one.at % HOUR) / 60_000 === 35 && !one.isFilled)).toBe(true);
});

test("areas that do not report have no readings after they stopped", () => {
  for (const { at, area } of twoWeeks) expect(at).toBeLessThan(area.reportsUntil);
});
