import { expect, test } from "vitest";
import { exportFileName } from "./file-name";

const zone = "Europe/Amsterdam";
const from = new Date("2026-11-13T23:00:00Z");
const to = new Date("2026-11-28T23:00:00Z");

test("names the area with its parent and the days of the site", () => {
  const place = { area: "De Lier#Champions Tower › A#Rack 3#Tier 1", site: "De Lier", zone };
  expect(exportFileName("readings", place, { from, to }, "xlsx")).toBe(
    "readings-rack-3-tier-1-2026-11-14-to-2026-11-28.xlsx",
  );
});

test("names the site where no area is asked for, without accents and signs; and the end alone of an open period", () => {
  const place = { area: undefined, site: "Almería / “Sur”", zone };
  expect(exportFileName("measurements", place, { to }, "csv")).toBe(
    "measurements-almeria-sur-to-2026-11-28.csv",
  );
  expect(exportFileName("readings", { ...place, area: "温室#一" }, { from, to }, "csv")).toBe(
    "readings-2026-11-14-to-2026-11-28.csv",
  );
});
