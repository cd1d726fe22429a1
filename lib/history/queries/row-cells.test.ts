import { expect, test } from "vitest";
import { csvLine } from "@/lib/base/core/csv";
import { csvRow, exportColumns, exportName, jsonRow } from "./row-cells";

const indices = { type: "indices" } as const;
const row = {
  timestamp: "2026-10-25T00:30:00Z",
  timestampIso: "2026-10-25T00:30:00Z",
  siteTime: "2026-10-25T02:30:00+02:00",
  controlAreaPathName: "=cmd|' /C calc'!A0",
  jobId: "-5",
  indexName: "ALPHA",
  indexValue: -0.2,
  isFilled: null,
};

test("a file has the chosen columns in order, with site time after UTC", () => {
  expect(exportColumns(indices)).toEqual([
    "timestamp",
    "timestampIso",
    "siteTime",
    "controlAreaPathName",
    "jobId",
    "indexName",
    "indexValue",
    "isFilled",
  ]);
  const chosen = (include: string[]) => exportColumns({ type: "chf", selectColumns: { include } });
  expect(chosen(["fv_fm", "deviceId"])).toEqual(["deviceId", "fv_fm"]);
  expect(chosen(["fv_fm", "timestamp"])).toEqual(["timestamp", "siteTime", "fv_fm"]);
  const left = exportColumns({ ...indices, selectColumns: { exclude: ["timestamp", "indexValue"] } });
  expect(left).toEqual(["timestampIso", "siteTime", "controlAreaPathName", "jobId", "indexName"]);
});

test("CSV escapes formulas and keeps numbers", () => {
  const columns = exportColumns(indices);
  expect(csvLine(columns) + csvRow(columns, row)).toBe(
    "timestamp,timestampIso,siteTime,controlAreaPathName,jobId,indexName,indexValue,isFilled\n" +
      "2026-10-25T00:30:00Z,2026-10-25T00:30:00Z,2026-10-25T02:30:00+02:00,'=cmd|' /C calc'!A0,-5,ALPHA,-0.2,\n",
  );
});

test("JSON lines keep values unchanged", () => {
  expect(JSON.parse(jsonRow(exportColumns(indices), row))).toEqual(row);
});

test("a file is named after its type and period", () => {
  const filters = { from: "2026-11-14T04:00:00Z", to: "2026-11-21T04:00:00Z" };
  expect(exportName({ type: "indices", filters }, "csv")).toBe("indices-2026-11-14-to-2026-11-21.csv");
});
