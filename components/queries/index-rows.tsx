"use client";
import type { ReactNode } from "react";
import { AreaName } from "@/components/ui/area-name";
import { useClock } from "@/components/ui/clock";
import { IndexMark, indexLabel } from "@/components/ui/index-mark";
import { Num } from "@/components/ui/num";
import { INDEX_FACTS, isIndexName } from "@/lib/core/indices";
import { nameWithParent } from "@/lib/core/paths";
import { hourWords, utcBeside } from "@/lib/queries/words";
import type { Row } from "./use-row-blocks";
import type { Column } from "./virtual-table";

/** The instant of a row on the site's clock. */
export function RowTime({ row, withUtc = false }: { row: Row; withUtc?: boolean }) {
  const { zone, now } = useClock();
  const at = new Date(String(row.timestampIso));
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
  return <span className="text-xs text-ink-3">{utcBeside(new Date(String(row.timestampIso)), zone)}</span>;
}

const pathOf = (row: Row) => String(row.controlAreaPathName);
const jobOf = (row: Row) => String(row.jobId ?? "");
const indexOf = (row: Row) => String(row.indexName);
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

/** Values of indices, where all eight columns have room. */
export const INDEX_COLUMNS: readonly Column[] = [
  { id: "timestampIso", head: "Site time", width: 7, cell: (row) => <RowTime row={row} /> },
  { id: "utc", head: "UTC", width: 6.2, cell: (row) => <RowUtc row={row} /> },
  {
    id: "controlAreaPathName",
    head: "Control area",
    width: 10,
    cell: (row) => <AreaName path={pathOf(row)} />,
  },
  { id: "jobId", head: "Job", width: 9, cell: (row) => jobOf(row) || "–" },
  ...VALUES,
];

/** The same with UTC below the site time, and the job below the area. */
export const NARROW_INDEX_COLUMNS: readonly Column[] = [
  { id: "timestampIso", head: "Site time", width: 7, cell: (row) => <RowTime row={row} withUtc /> },
  {
    id: "controlAreaPathName",
    head: "Control area",
    width: 10,
    cell: (row) => (
      <>
        <AreaName path={pathOf(row)} />
        <Below>{jobOf(row) || "no job"}</Below>
      </>
    ),
  },
  ...VALUES,
];

/** A value in three lines, for a phone. */
export function IndexCard({ row }: { row: Row }) {
  const { zone, now } = useClock();
  const at = new Date(String(row.timestampIso));
  const place = nameWithParent(pathOf(row));
  return (
    <>
      <div className="flex items-baseline gap-1.5 text-base">
        <IndexMark index={indexOf(row)} />
        <span className="min-w-0 flex-1 truncate font-medium">{indexLabel(indexOf(row))}</span>
        <Num value={numberOf(row)} index={indexOf(row)} unit={unitOf(row)} />
      </div>
      <div className="flex gap-3">
        <span className="min-w-0 flex-1 truncate">{place}</span>
        <span className="shrink-0">{originOf(row)}</span>
      </div>
      <div className="flex gap-3 text-ink-3">
        <span className="shrink-0">
          {hourWords(at, zone, now)}, {utcBeside(at, zone)} UTC
        </span>
        <span className="min-w-0 flex-1 truncate text-right">{jobOf(row)}</span>
      </div>
    </>
  );
}
