import type { IndexName } from "@/lib/base/core/indices";
import { DAY_MS } from "@/lib/base/core/time";
import { distinctNames } from "@/lib/base/places/places";
import { aboutSheet, indexColumn, siteSerials, timeColumns } from "@/lib/base/spreadsheet/sheets";
import { type Column, type Row, type Sheet, xlsxParts } from "@/lib/base/spreadsheet/xlsx";
import { cropDay } from "./crop";
import type { ExportedLine } from "./csv";

/**
 * Writes a comparison as an Excel workbook: a row for each time in site time, or for each day of crop; a column with the
 * unrounded mean for each index and line.
 * @param zone IANA name of the site's time zone
 * @param range the shown time in words
 * @param step the length of a bucket, milliseconds
 * @param parts the indices in the order of the page
 */
export async function compareWorkbook(of: {
  kind: "area" | "job";
  crop: boolean;
  step: number;
  zone: string;
  range: string;
  now: Date;
  parts: readonly { index: IndexName; lines: readonly ExportedLine[] }[];
}): Promise<Uint8Array<ArrayBuffer>[]> {
  const { kind, crop, zone, parts, now } = of;
  const all = parts.flatMap(({ index, lines }) => lines.map((line) => ({ index, line })));
  const names = distinctNames(kind === "area" ? all.map(({ line }) => line.name) : []);
  const nameOf = ({ name }: ExportedLine) => names.get(name) ?? name;
  const columns = all.map(({ line }) => new Map((line.aligned ?? []).map(({ t, mean }) => [t, mean])));
  const times = [...new Set(columns.flatMap((means) => [...means.keys()]))].sort((a, b) => a - b);
  const siteTime = siteSerials(zone);
  const timeCells = (t: number): Row => (crop ? [cropDay(t)] : siteTime(new Date(t)));
  const dayColumn: Column = { head: "Day of crop", width: 12 };
  const sheets: Sheet[] = [
    {
      name: "Comparison",
      columns: [
        ...(crop ? [dayColumn] : timeColumns(zone)),
        ...all.map(({ index, line }) => indexColumn(index, `, ${line.letter} ${nameOf(line)}`)),
      ],
      rows: [times.map((t) => [...timeCells(t), ...columns.map((means) => means.get(t) ?? null)])],
    },
    aboutSheet({
      facts: [
        [
          "Content",
          crop
            ? "Growth jobs compared by day of crop"
            : `Comparison of ${kind === "area" ? "areas" : "growth jobs"}`,
        ],
        ...(parts[0]?.lines ?? []).map((line) => {
          const isUnsure = crop && line.job?.begunBefore;
          return [line.letter, `${nameOf(line)}${isUnsure ? " (may have begun before day 0)" : ""}`] as const;
        }),
        ["Period", of.range],
        [
          "Values",
          `The mean of each ${of.step < DAY_MS ? "hour; of each day for daily integrals" : "day"}, unrounded`,
        ],
      ],
      ...{ zone, exportedAt: now, rows: times.length },
      indices: parts.map(({ index }) => index),
    }),
  ];
  const bytes: Uint8Array<ArrayBuffer>[] = [];
  for await (const part of xlsxParts(sheets)) bytes.push(part as Uint8Array<ArrayBuffer>);
  return bytes;
}
