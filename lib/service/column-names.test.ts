import { expect, test } from "vitest";
import { columnLabel } from "./column-names";
import { CHF_VALUE_COLUMNS } from "./contract";

test("says every value column in words with its symbol, each differently, and leaves other names", () => {
  const labels = CHF_VALUE_COLUMNS.map(columnLabel);
  expect(new Set(labels).size).toBe(CHF_VALUE_COLUMNS.length);
  expect(labels.every((label) => /^[A-Z][a-z]+.* \([A-Za-z0-9′/]+\)$/.test(label))).toBe(true);
  expect(columnLabel("fv_fm")).toBe("Maximum quantum yield (Fv/Fm)");
  expect(["HEALTH", "constructor", "deviceId"].map(columnLabel)).toEqual([
    "HEALTH",
    "constructor",
    "deviceId",
  ]);
});
