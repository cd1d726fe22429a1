import "server-only";
import { rowPages } from "@/lib/base/core/csv";
import { displayPath } from "@/lib/base/core/paths";
import { siteDateTime } from "@/lib/base/core/time";
import { distinctNames } from "@/lib/base/places/places";
import type { QueryOf } from "@/lib/base/request/endpoint";
import {
  aboutSheet,
  filledWords,
  indexColumn,
  siteSerials,
  timeColumns,
} from "@/lib/base/spreadsheet/sheets";
import { type Row, type Sheet, xlsxParts } from "@/lib/base/spreadsheet/xlsx";
import type { Actor } from "@/lib/identity/actor/contract";
import type { exportReadings } from "./contract";
import {
  EXPORT_PAGE,
  isFilled,
  readingsFileName,
  type SelectedReadings,
  selectReadings,
} from "./export-service.server";
import {
  type OtherRow,
  type Pair,
  type ReadingRow,
  readOthersAfter,
  readReadingsAfter,
} from "./store.server";

/**
 * Writes readings.xlsx (docs/spec/http-contract.md "Series and readings"), in the order of readings.csv: a row for each
 * area, job and instant in site time, a column for each known index; unknown indices in a sheet of their own.
 * @throws AppError as `exportReadingsCsv`
 */
export async function exportReadingsWorkbook(
  actor: Actor,
  query: QueryOf<typeof exportReadings>,
): Promise<{ name: string; parts: AsyncGenerator<Uint8Array, void> }> {
  const selected = await selectReadings(actor, query);
  const parts = xlsxParts(sheetsOf(selected, query, new Date()));
  return { name: readingsFileName(selected, query, "xlsx"), parts };
}

async function* sheetsOf(
  selected: SelectedReadings,
  query: QueryOf<typeof exportReadings>,
  exportedAt: Date,
): AsyncGenerator<Sheet, void> {
  const { tenancy, period, pairs, known, others } = selected;
  const zone = tenancy.timeZone;
  const siteTime = siteSerials(zone);
  const names = distinctNames(pairs.map(({ path }) => path));
  const placeColumns = [
    { head: "Area", width: 24 },
    { head: "Growth job", width: 20 },
  ];
  let rows = 0;
  /** The pages of all pairs, one after the other, as rows. */
  async function* rowsOf<Read extends { at: Date }>(
    read: (pair: Pair, after: Read | null) => Promise<Read[]>,
    /** null for a row without a selected value. */
    cells: (row: Read) => Row | null,
  ): AsyncGenerator<Row[], void> {
    for (const pair of pairs) {
      const place = [names.get(pair.path) ?? displayPath(pair.path), pair.jobId];
      for await (const page of rowPages<Read>(EXPORT_PAGE, (after) => read(pair, after))) {
        const written = page.flatMap((row) => {
          const values = cells(row);
          return values === null ? [] : [[...siteTime(row.at), ...place, ...values]];
        });
        rows += written.length;
        if (written.length > 0) yield written;
      }
    }
  }
  const beforeFirst = new Date(period.from.getTime() - 1);
  if (known.length > 0)
    yield {
      name: "Readings",
      columns: [
        ...[...timeColumns(zone), ...placeColumns, ...known.map(({ index }) => indexColumn(index))],
        { head: "Interpolated", width: 24 },
      ],
      rows: rowsOf<ReadingRow>(
        (pair, after) =>
          readReadingsAfter(tenancy.id, pair, after?.at ?? beforeFirst, period.to, EXPORT_PAGE),
        (row) => {
          const values = known.map(({ bit }) => row.values[bit] ?? null);
          return values.every((value) => value === null)
            ? null
            : [...values, filledWords(filledOf(row, known))];
        },
      ),
    };
  const otherPages = rowsOf<OtherRow>(
    (pair, after) => readOthersAfter(tenancy.id, pair, others, period, after, EXPORT_PAGE),
    (row) => [row.indexName, row.value, row.filled],
  );
  const first = others === null || others.length > 0 ? await otherPages.next() : null;
  if (first !== null && (!first.done || known.length === 0))
    yield {
      name: "Other indices",
      columns: [
        ...[...timeColumns(zone), ...placeColumns],
        { head: "Index", width: 20 },
        { head: "Value", width: 12 },
        { head: "Interpolated", width: 13 },
      ],
      rows: continued(first.done ? [] : first.value, otherPages),
    };
  const from = query.from ? siteDateTime(period.from, zone) : "the first stored reading";
  const area = query.area === undefined ? null : `${displayPath(query.area)} and all areas below it`;
  yield aboutSheet({
    facts: [
      ["Content", "Readings as the plant-monitoring service gave them"],
      ["Site", tenancy.name],
      ["Areas", area ?? (tenancy.within === null ? "All" : "All that you may see")],
      ...(query.jobId === undefined ? [] : [["Growth job", query.jobId] as const]),
      ["Period", `${from} to ${siteDateTime(period.to, zone)}`],
      ["Interpolated", "Names the indices whose value the service interpolated."],
    ],
    ...{ zone, exportedAt, rows },
    indices: [...known.map(({ index }) => index), ...(others ?? [])],
  });
}

async function* continued<T>(first: T[], rest: AsyncGenerator<T[], void>): AsyncGenerator<T[], void> {
  if (first.length > 0) yield first;
  yield* rest;
}

const filledOf = (row: ReadingRow, known: SelectedReadings["known"]) =>
  known
    .filter(({ bit }) => (row.values[bit] ?? null) !== null)
    .map(({ index, bit }) => ({ index, filled: isFilled(row, bit) }));
