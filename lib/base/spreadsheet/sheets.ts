/** The columns and sheets that all workbooks of readings share. Pure. */
import { INDEX_FACTS, isIndexName } from "@/lib/base/core/indices";
import { DAY_MS, siteDateTime, siteInstants } from "@/lib/base/core/time";
import { type Cell, type Column, MAX_SHEET_ROWS, type Row, type Sheet } from "./xlsx";

/** Day 0 of Excel's calendar in days before 1970. */
const EXCEL_EPOCH = 25_569;

/** The heads of {@link siteSerials}; the offset tells the two hours apart when the clocks are put back. */
export const timeColumns = (zone: string): Column[] => [
  { head: `Time (${zone})`, width: 17, time: true },
  { head: "UTC offset", width: 8 },
];

/** The cells of {@link timeColumns}: site time as Excel counts it, in days, and its offset (`+02:00`). */
export function siteSerials(zone: string): (at: Date) => [time: number, offset: string] {
  const siteTime = siteInstants(zone);
  return (at) => {
    const text = siteTime(at);
    return [Date.parse(`${text.slice(0, -6)}Z`) / DAY_MS + EXCEL_EPOCH, text.slice(-6)];
  };
}

/** `Health (Fv/Fm index)`; an unknown index has no known unit. */
export const indexColumn = (index: string, line = ""): Column => ({
  head: isIndexName(index)
    ? `${INDEX_FACTS[index].label}${line} (${INDEX_FACTS[index].unit})`
    : `${index}${line}`,
  width: 15,
});

/** `Health, Alpha (not known)`: the indices of a row that were interpolated, or whose result did not say so (null). */
export function filledWords(values: readonly { index: string; filled: boolean | null }[]): string | null {
  const words = values.flatMap(({ index, filled }) => {
    const label = isIndexName(index) ? INDEX_FACTS[index].label : index;
    if (filled === null) return [`${label} (not known)`];
    return filled ? [label] : [];
  });
  return words.join(", ") || null;
}

/**
 * The sheet that says what the others hold.
 * @param about.facts what is in the file and over which period, in words
 * @param about.zone IANA, that of the site
 * @param about.indices the indices in the file, by the service's names
 * @param about.rows the number of rows in the other sheets
 */
export function aboutSheet(about: {
  facts: readonly (readonly [label: string, value: Cell])[];
  zone: string;
  exportedAt: Date;
  indices: readonly string[];
  rows: number;
}): Sheet {
  const { facts, zone, exportedAt, indices, rows } = about;
  const split: Row[] =
    rows < MAX_SHEET_ROWS
      ? []
      : [
          [
            "Sheets",
            `Excel opens ${MAX_SHEET_ROWS.toLocaleString("en-US")} rows in a sheet. The others continue in sheets with a number.`,
          ],
        ];
  const units = indices.map((index): Row => {
    if (!isIndexName(index)) return [index, "Unit not known"];
    const { label, unit, meaning } = INDEX_FACTS[index];
    return [label, `${unit}. ${meaning}.`];
  });
  return {
    name: "About",
    columns: [
      { head: "About this file", width: 28 },
      { head: "", width: 90 },
    ],
    rows: [
      [
        ...facts,
        ["Rows", rows],
        ...split,
        ["Exported", `${siteDateTime(exportedAt, zone)} (${zone}), from Leafwatch`],
        [
          "Time zone",
          `${zone}. All times are site time. When clocks are put back, an hour comes twice: the UTC offset tells which.`,
        ],
        ["Empty cells", "There is no value."],
        [null, null],
        ...(units.length > 0 ? [["Index", "Unit and meaning"], ...units] : []),
      ],
    ],
  };
}
