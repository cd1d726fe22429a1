import { expect, test } from "vitest";
import { wallClock } from "../../../tests/support/workbook";
import { aboutSheet, siteSerials } from "./sheets";

test("tells the two hours apart when the clocks are put back", () => {
  const cells = siteSerials("Europe/Amsterdam");
  const told = ["2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"].map((at) => {
    const [time, offset] = cells(new Date(at));
    return [wallClock(time), offset];
  });
  expect(told).toEqual([
    ["2026-10-25T02:30:00", "+02:00"],
    ["2026-10-25T02:30:00", "+01:00"],
  ]);
  expect(siteSerials("UTC")(new Date("2026-11-28T12:00:00Z"))).toEqual([46_354.5, "+00:00"]);
});

test("says that sheets continue only where one is full", () => {
  const words = (rows: number) => {
    const sheet = aboutSheet({ facts: [], zone: "UTC", exportedAt: new Date(0), indices: [], rows });
    return JSON.stringify(sheet.rows);
  };
  expect(words(1_048_575)).not.toContain("continue in sheets");
  expect(words(1_048_576)).toContain("Excel opens 1,048,576 rows in a sheet");
});
