"use client";
import { formatValue } from "@/lib/core/numbers";
import { CHF_COLUMNS } from "@/lib/plant-service/contract";
import { chosenColumns } from "@/lib/queries/columns";
import type { Query } from "@/lib/queries/contract";
import { AreaCell, RowTime, RowUtc } from "./index-rows";
import type { Row } from "./use-row-blocks";
import type { Column } from "./virtual-table";

/** Columns of words, with their heads and widths in rem; all others are numbers. */
const WORDS: Record<string, { head: string; width: number }> = {
  deviceId: { head: "Sensor", width: 6 },
  controlAreaPathName: { head: "Control area", width: 11 },
  jobId: { head: "Job", width: 10 },
  measurementId: { head: "Measurement", width: 16 },
};
const MEANINGS: Record<string, string> = CHF_COLUMNS;
const NUMBER_WIDTH = 5.5;
/** So that the points of a column stand in line: as many decimals as the first rows have at most. */
const MOST_DECIMALS = 6;

/** Fluorescence in the columns that were chosen: both times, then words, then numbers, the identifier last. */
export function measurementColumns(
  all: readonly string[],
  choice: Query["selectColumns"],
  sample: readonly Row[],
): Column[] {
  const shown = chosenColumns(all, choice).filter((name) => name !== "timestampIso");
  const isWord = (name: string) => name in WORDS && name !== "measurementId";
  const ordered = [
    ...shown.filter(isWord),
    ...shown.filter((name) => !(name in WORDS)),
    ...shown.filter((name) => name === "measurementId"),
  ];
  return [
    { id: "timestampIso", head: "Site time", width: 8, cell: (row) => <RowTime row={row} /> },
    { id: "utc", head: "UTC", width: 7, cell: (row) => <RowUtc row={row} /> },
    ...ordered.map((name) => columnOf(name, decimalsOf(name, sample))),
  ];
}

function columnOf(name: string, decimals: number): Column {
  const words = WORDS[name];
  return {
    id: name,
    head: words?.head ?? name,
    hint: MEANINGS[name],
    width: words?.width ?? NUMBER_WIDTH,
    numeric: !words,
    cell: (row) => <Cell name={name} value={row[name]} decimals={decimals} />,
  };
}

function decimalsOf(name: string, sample: readonly Row[]): number {
  const sent = (value: Row[string] | undefined) =>
    typeof value === "number" ? (String(value).split(".")[1]?.length ?? 0) : 0;
  return Math.min(MOST_DECIMALS, Math.max(0, ...sample.map((row) => sent(row[name]))));
}

type CellProps = { name: string; value: Row[string] | undefined; decimals: number };

function Cell({ name, value, decimals }: CellProps) {
  if (value === null || value === undefined || value === "") return <span className="text-ink-3">–</span>;
  if (name === "controlAreaPathName") return <AreaCell path={String(value)} />;
  if (typeof value === "number") return formatValue(value, decimals);
  return <span title={String(value)}>{String(value)}</span>;
}
