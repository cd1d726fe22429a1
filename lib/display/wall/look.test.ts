import { expect, test } from "vitest";
import { fitName, hourlyRow, isNight, lightOfYesterday, screenName, shiftAt, shortenMiddle } from "./look";

const STEP = 120_000;

test("shows no e-mail address", () => {
  const names = [null, "R. Bakker", "r.bakker@example.com", "Night shift (night@farm.example.com)"];
  expect(names.map(screenName)).toEqual([null, "R. Bakker", "r.bakker", "Night shift"]);
});

test("moves the picture by 4 px every two minutes, through nine positions", () => {
  const steps = Array.from({ length: 10 }, (_, step) => shiftAt(step * STEP));
  expect(new Set(steps.map(({ x, y }) => `${x} ${y}`)).size).toBe(9);
  expect(steps[9]).toEqual(steps[0]);
  for (const [at, step] of steps.entries()) {
    const last = steps[at - 1];
    if (last) expect(Math.max(Math.abs(step.x - last.x), Math.abs(step.y - last.y))).toBe(4);
    expect(shiftAt(at * STEP + STEP - 1)).toEqual(step);
  }
  expect(steps.reduce((sum, { x, y }) => sum + Math.abs(x) + Math.abs(y), 0)).toBeLessThanOrEqual(9 * 8);
});

test("follows the site's time for the night, also across a clock change", () => {
  const at = (text: string) => isNight(new Date(text), "Europe/Amsterdam");
  expect([at("2026-11-21T20:59:00Z"), at("2026-11-21T21:00:00Z")]).toEqual([false, true]);
  // On 25 October the clock is put back: 05:59 is 04:59 UTC, no longer 03:59.
  expect([at("2026-10-24T03:59:00Z"), at("2026-10-24T04:00:00Z")]).toEqual([true, false]);
  expect([at("2026-10-25T04:59:00Z"), at("2026-10-25T05:00:00Z")]).toEqual([true, false]);
});

const letters = (text: string) => [...text].length;

test("drops the parents of a name first, from the root down", () => {
  const names = ["Westland", "Glasshouse 2", "Zone B"];
  expect(fitName(names, 30, letters)).toBe("Westland, Glasshouse 2, Zone B");
  expect(fitName(names, 29, letters)).toBe("Glasshouse 2, Zone B");
  expect(fitName(names, 19, letters)).toBe("Zone B");
});

test("then cuts the name in the middle, so that its beginning and end stay", () => {
  expect(fitName(["Farm", "Propagation house, east bench 14"], 15, letters)).toBe("Propaga…ench 14");
  expect(shortenMiddle("Bench 14", 1, letters)).toBe("B…4");
  expect(shortenMiddle("🌱🌱🌱🌱🌱🌱", 5, letters)).toBe("🌱🌱…🌱🌱");
  expect(shortenMiddle("", 5, letters)).toBe("");
});

test("cuts beside the middle if the middle distinguishes a name from its neighbours", () => {
  const rows = [1, 2, 12].map((row) => `Tomato row ${row}, east side of the middle path`);
  expect(rows.map((name) => shortenMiddle(name, 18, letters, rows))).toEqual([
    "Tomato row 1…path",
    "Tomato row 2…path",
    "Tomato row 12…path",
  ]);
  const houses = ["North house, bench 1", "South house, bench 1"];
  expect(houses.map((name) => shortenMiddle(name, 12, letters, houses))).toEqual([
    "North…ench 1",
    "South…ench 1",
  ]);
});

test("cuts a name to any width", () => {
  for (let room = 3; room < 40; room++)
    expect(
      letters(shortenMiddle("Tomatoes (Piccolo) row 12, north of the boiler", room, letters)),
    ).toBeLessThanOrEqual(room);
});

test("averages the light of the site's yesterday; null without a value", () => {
  const now = new Date("2026-11-21T00:30:00Z");
  const points = [
    { t: "2026-11-19T22:59:00Z", value: 1 },
    { t: "2026-11-19T23:00:00Z", value: 12 },
    { t: "2026-11-20T22:00:00Z", value: 13 },
    { t: "2026-11-20T23:00:00Z", value: 1 },
  ];
  expect(lightOfYesterday(points, "Europe/Amsterdam", now)).toBe(12.5);
  expect(lightOfYesterday(points.slice(3), "Europe/Amsterdam", now)).toBeNull();
});

test("leaves hours without a value empty, and drops values outside the hours", () => {
  const points = [
    { t: "2026-11-20T23:00:00Z", value: 9 },
    { t: "2026-11-21T00:00:00Z", value: 1.04 },
    { t: "2026-11-21T02:00:00Z", value: 3 },
    { t: "2026-11-21T03:00:00Z", value: 4 },
  ];
  expect(hourlyRow(points, "2026-11-21T00:00:00Z", 3)).toEqual([1, null, 3]);
});
