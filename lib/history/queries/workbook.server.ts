import "server-only";
import { INDICES } from "@/lib/base/core/indices";
import { displayPath } from "@/lib/base/core/paths";
import { siteDateTime } from "@/lib/base/core/time";
import { distinctNames } from "@/lib/base/places/places";
import {
  aboutSheet,
  filledWords,
  indexColumn,
  siteSerials,
  timeColumns,
} from "@/lib/base/spreadsheet/sheets";
import { type Column, type Row, type Sheet, xlsxParts } from "@/lib/base/spreadsheet/xlsx";
import type { TenancyRef } from "@/lib/farm/tenancies/contract";
import { type Cell, holdsTime, rowColumnsOf, type StoredRow } from "./row-cells";
import { areasWithRows, otherIndexNames } from "./rows-store.server";
import type { QueryRecord } from "./store.server";

/**
 * The rows of a query as a workbook in site time (docs/spec/http-contract.md "Queries"): a row for each instant, area and
 * growth job with a column for each index, or one for each measurement. Without the columns `indexName` and `indexValue`
 * rows stay as they are.
 */
export async function* writeRowsWorkbook(
  query: QueryRecord,
  tenancy: TenancyRef,
  batches: AsyncIterable<readonly StoredRow[]>,
): AsyncGenerator<Uint8Array, void> {
  const [areas, others] = await Promise.all([areasWithRows(query), otherIndexNames(query)]);
  const names = distinctNames(areas.map(({ path }) => path));
  const chosen = rowColumnsOf(query);
  const byIndex = chosen.includes("indexName") && chosen.includes("indexValue");
  const indices = byIndex ? [...(query.filters.indexNames ?? INDICES), ...others] : [];
  const columns = rowColumns(chosen, tenancy.timeZone, names).filter(
    ({ name }) => !byIndex || !OF_INDEX.has(name),
  );
  const heads: Column[] = columns.flatMap(({ heads }) => heads);
  const exportedAt = new Date();
  async function* sheets(): AsyncGenerator<Sheet, void> {
    let rows = 0;
    async function* counted(batchesOfRows: AsyncIterable<Row[]>) {
      for await (const batch of batchesOfRows) {
        rows += batch.length;
        yield batch;
      }
    }
    const own = (row: StoredRow) => columns.flatMap((column) => column.cells(row));
    yield {
      name: query.type === "indices" ? "Readings" : "Measurements",
      columns: byIndex
        ? [...heads, ...indices.map((index) => indexColumn(index)), { head: "Interpolated", width: 24 }]
        : heads,
      rows: counted(byIndex ? byIndexRows(batches, indices, own) : plainRows(batches, own)),
    };
    const { from, to, controlAreaPathNames: paths } = query.filters;
    const at = (instant: string) => siteDateTime(new Date(instant), tenancy.timeZone);
    yield aboutSheet({
      facts: [
        ["Content", query.type === "indices" ? "Readings of a query" : "Measurements of a query"],
        ["Site", tenancy.name],
        ["Areas", paths ? paths.map(displayPath).join("; ") : "All"],
        [
          "Period",
          `${from ? at(from) : "the first stored reading"} to ${to ? at(to) : at(query.createdAt.toISOString())}`,
        ],
        ...(byIndex
          ? [["Interpolated", "Names the indices whose value the service interpolated."] as const]
          : []),
      ],
      ...{ zone: tenancy.timeZone, exportedAt, indices, rows },
    });
  }
  yield* xlsxParts(sheets());
}

/** Columns that the columns of the indices stand for. */
const OF_INDEX: ReadonlySet<string> = new Set(["indexName", "indexValue", "isFilled"]);

const HEADS: Record<string, Column> = {
  jobId: { head: "Growth job", width: 20 },
  indexName: { head: "Index", width: 16 },
  indexValue: { head: "Value", width: 12 },
  isFilled: { head: "Interpolated", width: 13 },
  measurementId: { head: "Measurement", width: 26 },
  deviceId: { head: "Sensor", width: 16 },
};

type SheetColumn = { name: string; heads: Column[]; cells: (row: StoredRow) => Row };

/** The chosen columns: the time once, in site time and with its offset; areas by their names. */
function rowColumns(
  chosen: readonly string[],
  zone: string,
  names: ReadonlyMap<string, string>,
): SheetColumn[] {
  const siteTime = siteSerials(zone);
  const time: SheetColumn[] = holdsTime(chosen)
    ? [{ name: "time", heads: timeColumns(zone), cells: ({ at }) => siteTime(at) }]
    : [];
  const rest = chosen.filter((name) => name !== "timestamp" && name !== "timestampIso");
  return [
    ...time,
    ...rest.map((name): SheetColumn => {
      if (name === "controlAreaPathName")
        return {
          ...{ name, heads: [{ head: "Area", width: 24 }] },
          cells: ({ cells }) => [areaCell(cells[name], names)],
        };
      return {
        ...{ name, heads: [HEADS[name] ?? { head: name, width: 12 }] },
        cells: ({ cells }) => [cells[name] ?? null],
      };
    }),
  ];
}

const areaCell = (path: Cell | undefined, names: ReadonlyMap<string, string>): Cell =>
  typeof path === "string" ? (names.get(path) ?? displayPath(path)) : null;

async function* plainRows(batches: AsyncIterable<readonly StoredRow[]>, own: (row: StoredRow) => Row) {
  for await (const batch of batches) yield batch.map(own);
}

type Filled = { index: string; filled: boolean | null };

/** Values of one instant, area and growth job follow each other, also from one batch to the next. */
async function* byIndexRows(
  batches: AsyncIterable<readonly StoredRow[]>,
  indices: readonly string[],
  own: (row: StoredRow) => Row,
): AsyncGenerator<Row[], void> {
  const places = new Map(indices.map((index, place) => [index, place]));
  let key = "";
  let open: { own: Row; values: Cell[]; filled: Filled[] } | null = null;
  const closed = (): Row[] => (open ? [[...open.own, ...open.values, filledWords(open.filled)]] : []);
  for await (const batch of batches) {
    const done: Row[] = [];
    for (const row of batch) {
      const { controlAreaPathName, jobId, indexName, indexValue, isFilled } = row.cells;
      const next = JSON.stringify([row.at.getTime(), controlAreaPathName, jobId]);
      if (next !== key || open === null) {
        done.push(...closed());
        key = next;
        open = { own: own(row), values: indices.map(() => null), filled: [] };
      }
      const place = places.get(String(indexName));
      if (place === undefined) continue;
      open.values[place] = indexValue ?? null;
      open.filled.push({ index: String(indexName), filled: typeof isFilled === "boolean" ? isFilled : null });
    }
    if (done.length > 0) yield done;
  }
  const last = closed();
  if (last.length > 0) yield last;
}
