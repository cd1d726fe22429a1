import { expect, test } from "vitest";
import { csvCell } from "./csv";
import { csvText } from "./result";
import { VariantSet } from "./variants";

const cells = ["2026-05-03 21:00:00", 'Zone C, north#Bench 21 "trial"', 80, true] as const;
const text = (...variants: string[]) => {
  const table = {
    columns: ["timestamp", "controlAreaPathName", "indexValue", "isFilled"],
    rows: [[...cells]],
  };
  return [...csvText(table, "q1", new VariantSet(variants))].join("");
};
const LINE = 'q1,1,2026-05-03 21:00:00,"Zone C, north#Bench 21 ""trial""",80.0,TRUE';

test("quotes a cell only where it must", () => {
  expect(csvCell("Rack 4/5#95 %#Kräuter")).toBe("Rack 4/5#95 %#Kräuter");
  expect(csvCell('a "b"')).toBe('"a ""b"""');
  expect(csvCell("two\nlines")).toBe('"two\nlines"');
  expect(csvCell(null)).toBe("");
  expect(csvCell(false)).toBe("FALSE");
  expect(csvCell(-1.5)).toBe("-1.5");
});

test("writes the prefix, the two own columns, the running number and one decimal", () => {
  const header =
    "query_statement_name,record_no,data__timestamp,data__controlAreaPathName,data__indexValue,data__isFilled";
  expect(text()).toBe(`${header}\n${LINE}\n`);
});

test("writes each variant of the text", () => {
  expect(text("single-underscore")).toContain(",data_indexValue,");
  expect(text("bare")).toContain(",indexValue,");
  expect(text("space-after-comma")).toContain('q1, 1, 2026-05-03 21:00:00, "Zone C, north');
  const windows = text("bom-crlf");
  expect(windows.startsWith("\uFEFFquery_statement_name")).toBe(true);
  expect(windows.endsWith(`\r\n${LINE}`)).toBe(true);
});
