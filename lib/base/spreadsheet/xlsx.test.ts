import { expect, test } from "vitest";
import { readWorkbook } from "../../../tests/support/workbook";
import { type Sheet, xlsxParts } from "./xlsx";

async function written(sheets: Sheet[], maxRows?: number) {
  const parts: Uint8Array[] = [];
  for await (const part of xlsxParts(sheets, maxRows)) parts.push(part);
  return readWorkbook(Buffer.concat(parts));
}

const column = (head: string) => ({ head, width: 10 });

test("writes text as text, numbers as numbers, and nothing for a missing value", async () => {
  const columns = [column("Text"), column("Number"), column("Yes")];
  const rows = [
    ['Bench <1> & "2"\n', -3.5, true],
    ["=HYPERLINK(1)", null, false],
    [null, 80.61234283447266, null],
    ["", Number.NaN, null],
    ["bad \u0001\uD800 _x0041_ 🌱", Number.POSITIVE_INFINITY, null],
  ];
  const [sheet] = await written([{ name: "A", columns, rows: [rows] }]);
  expect(sheet?.rows).toEqual([
    ["Text", "Number", "Yes"],
    ['Bench <1> & "2"\n', -3.5, true],
    ["=HYPERLINK(1)", null, false],
    [null, 80.61234283447266],
    [],
    ["bad \uFFFD\uFFFD _x0041_ 🌱"],
  ]);
});

test.each(["=1+1", "+31 6", "-Bench", "@SUM(A1)", "\t=1", "＝1"])(
  "keeps %j text when somebody edits the cell",
  async (text) => {
    const [sheet] = await written([{ name: "A", columns: [column("Name")], rows: [[[text], ["Bench"]]] }]);
    expect(sheet?.rows.slice(1)).toEqual([[text], ["Bench"]]);
    expect(sheet?.styles.slice(1)).toEqual([[3], [0]]);
  },
);

test("continues in another sheet where one is full, with the same head", async () => {
  const numbers = Array.from({ length: 1_203 }, (_, n) => [n]);
  const sheets = await written(
    [
      { name: "Readings", columns: [column("N")], rows: [numbers.slice(0, 700), numbers.slice(700)] },
      { name: "About", columns: [column("What")], rows: [] },
    ],
    601,
  );
  expect(sheets.map(({ name, rows }) => [name, rows.length])).toEqual([
    ["Readings", 601],
    ["Readings 2", 601],
    ["Readings 3", 4],
    ["About", 1],
  ]);
  expect(sheets.slice(0, 3).flatMap(({ rows }) => rows.slice(1))).toEqual(numbers);
  expect(sheets.slice(0, 3).map(({ rows }) => rows[0])).toEqual([["N"], ["N"], ["N"]]);
});

test("stops reading rows when its reader has left", async () => {
  let isClosed = false;
  async function* rows() {
    try {
      for (;;) yield [[1]];
    } finally {
      isClosed = true;
    }
  }
  const parts = xlsxParts([{ name: "A", columns: [column("N")], rows: rows() }]);
  await parts.next();
  await parts.return();
  expect(isClosed).toBe(true);
});
