import { describe, expect, it } from "vitest";
import { cardColumns, columnFormat } from "./column-format";

const ALL = [
  "measurementId",
  "timestampIso",
  "deviceId",
  "controlAreaPathName",
  "jobId",
  "f0",
  "fv_fm",
  "npq",
];
const dark = { timestampIso: "2026-11-16T01:00:00Z", f0: 217.1, fv_fm: 0.8, npq: null };
const light = { timestampIso: "2026-11-16T10:00:00Z", f0: 217, fv_fm: 0.799, npq: 0.337 };

describe("columns of measurements", () => {
  it("are the chosen ones, with text apart from values", () => {
    const { columns, values } = columnFormat(["timestamp", "timestampIso", "jobId", "npq"], []);
    expect(columns).toEqual(["timestamp", "timestampIso", "jobId", "npq"]);
    expect(values).toEqual(["npq"]);
  });

  it("have as many decimals as their rows at most, so that the points align", () => {
    const { decimalsOf } = columnFormat(ALL, [dark, light]);
    expect([decimalsOf("f0"), decimalsOf("fv_fm"), decimalsOf("npq")]).toEqual([1, 3, 3]);
  });
});

describe("a card", () => {
  it("shows the yields first, and no value that is missing in the dark", () => {
    expect(cardColumns(["f0", "fv_fm", "npq"], light)).toEqual(["fv_fm", "npq", "f0"]);
    expect(cardColumns(["f0", "fv_fm", "npq"], dark)).toEqual(["fv_fm", "f0"]);
  });
});
