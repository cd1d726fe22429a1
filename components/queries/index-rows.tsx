"use client";
import type { ReactNode } from "react";
import { AreaName } from "@/components/ui/area-name";
import { useClock } from "@/components/ui/clock";
import { IndexMark, indexLabel } from "@/components/ui/index-mark";
import { Num } from "@/components/ui/num";
import { INDEX_FACTS, isIndexName } from "@/lib/base/core/indices";
import { nameWithParent } from "@/lib/base/core/paths";
import { holdsTime } from "@/lib/history/queries/row-cells";
import { hourWords, utcBeside } from "@/lib/history/queries/words";
import type { Row } from "./use-row-blocks";
import type { Column } from "./virtual-table";

/** When it was; one of the two is there where the time was chosen. */
export const timeOf = (row: Row) => new Date(String(row.timestampIso ?? row.timestamp));

/** The instant of a row on the site's clock. */
export function RowTime({ row, withUtc = false }: { row: Row; withUtc?: boolean }) {
  const { zone, now } = useClock();
  const at = timeOf(row);
  return (
    <>
      {hourWords(at, zone, now)}
      {withUtc && <Below>{utcBeside(at, zone)} UTC</Below>}
    </>
  );
}

/** The same in UTC; its day only where it is another one. */
export function RowUtc({ row }: { row: Row }) {
  const { zone } = useClock();
  return <span className="text-xs text-ink-3">{utcBeside(timeOf(row), zone)}</span>;
}

const pathOf = (row: Row) => String(row.controlAreaPathName ?? "");
const jobOf = (row: Row) => String(row.jobId ?? "");
const indexOf = (row: Row) => String(row.indexName ?? "");
const unitOf = (row: Row) => {
  const index = indexOf(row);
  return isIndexName(index) ? INDEX_FACTS[index].unit : null;
};
const numberOf = (row: Row) => (typeof row.indexValue === "number" ? row.indexValue : null);
const originOf = ({ isFilled }: Row) =>
  isFilled === true ? "Interpolated" : isFilled === false ? "Measured" : "Unknown";

export const Below = ({ children }: { children: ReactNode }) => (
  <span className="block truncate text-xs text-ink-3">{children}</span>
);

function Index({ row }: { row: Row }) {
  return (
    <span className="flex items-center gap-1.5" title={indexLabel(indexOf(row))}>
      <IndexMark index={indexOf(row)} />
      <span className="truncate">{indexLabel(indexOf(row))}</span>
    </span>
  );
}

const VALUES: Column[] = [
  { id: "indexName", head: "Index", width: 10.5, cell: (row) => <Index row={row} /> },
  {
    id: "indexValue",
    head: "Value",
    width: 4,
    numeric: true,
    cell: (row) => <Num value={numberOf(row)} index={indexOf(row)} className="text-base" />,
  },
  { id: "unit", head: "Unit", width: 5.9, cell: (row) => <span className="text-ink-3">{unitOf(row)}</span> },
  { id: "isFilled", head: "Origin", width: 6.5, cell: originOf },
];

const JOB: Column = { id: "jobId", head: "Job", width: 9, cell: (row) => jobOf(row) || "–" };

const WIDE: readonly Column[] = [
  { id: "time", head: "Site time", width: 7, cell: (row) => <RowTime row={row} /> },
  { id: "utc", head: "UTC", width: 6.2, cell: (row) => <RowUtc row={row} /> },
  {
    id: "controlAreaPathName",
    head: "Control area",
    width: 10,
    cell: (row) => <AreaName path={pathOf(row)} />,
  },
  JOB,
  ...VALUES,
];

const NARROW: readonly Column[] = [
  { id: "time", head: "Site time", width: 7, cell: (row) => <RowTime row={row} withUtc /> },
  {
    id: "controlAreaPathName",
    head: "Control area",
    width: 10,
    cell: (row) => (
      <>
        <AreaName path={pathOf(row)} />
        {"jobId" in row && <Below>{jobOf(row) || "no job"}</Below>}
      </>
    ),
  },
  JOB,
  ...VALUES,
];

/** What else stands in the table because of what was chosen: the site's clock and the unit are ours. */
function isShown(id: string, chosen: readonly string[], isNarrow: boolean): boolean {
  if (id === "time" || id === "utc") return holdsTime(chosen);
  if (id === "unit") return chosen.includes("indexValue") && chosen.includes("indexName");
  if (id === "jobId" && isNarrow && chosen.includes("controlAreaPathName")) return false;
  return chosen.includes(id);
}

/** The chosen columns of values of indices; narrow: UTC stands below the site time, and the job below the area. */
export function indexColumns(chosen: readonly string[], isNarrow: boolean): readonly Column[] {
  return (isNarrow ? NARROW : WIDE).filter(({ id }) => isShown(id, chosen, isNarrow));
}

/** A value in three lines, for a phone; of it what was chosen. */
export function IndexCard({ row, columns }: { row: Row; columns: readonly string[] }) {
  const { zone, now } = useClock();
  const has = (name: string) => columns.includes(name);
  const at = timeOf(row);
  return (
    <>
      <div className="flex items-baseline gap-1.5 text-base">
        {has("indexName") && <IndexMark index={indexOf(row)} />}
        <span className="min-w-0 flex-1 truncate font-medium">
          {has("indexName") && indexLabel(indexOf(row))}
        </span>
        {has("indexValue") && <Num value={numberOf(row)} index={indexOf(row)} unit={unitOf(row)} />}
      </div>
      <div className="flex gap-3">
        <span className="min-w-0 flex-1 truncate">
          {has("controlAreaPathName") && nameWithParent(pathOf(row))}
        </span>
        <span className="shrink-0">{has("isFilled") && originOf(row)}</span>
      </div>
      <div className="flex gap-3 text-ink-3">
        <span className="shrink-0">
          {holdsTime(columns) && `${hourWords(at, zone, now)}, ${utcBeside(at, zone)} UTC`}
        </span>
        <span className="min-w-0 flex-1 truncate text-right">{jobOf(row)}</span>
      </div>
    </>
  );
}
