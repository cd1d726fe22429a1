"use client";
import { AreaName } from "@/components/ui/area-name";
import { useClock } from "@/components/ui/clock";
import { formatValue } from "@/lib/base/core/numbers";
import { nameWithParent } from "@/lib/base/core/paths";
import { formatAge } from "@/lib/base/core/time";
import { holdsTime } from "@/lib/history/queries/row-cells";
import { hourWords } from "@/lib/history/queries/words";
import { CHF_COLUMNS } from "@/lib/service/contract";
import { Below, RowTime, timeOf } from "./index-rows";
import { type Measured, tellingFirst } from "./measured";
import type { Row } from "./use-row-blocks";
import type { Column } from "./virtual-table";

const MEANINGS: Record<string, string> = CHF_COLUMNS;
const NUMBER_WIDTH = 5.5;

/** Time, sensor and area stay put, UTC and job below them; the values scroll, the identifier last. */
export function measurementColumns({ columns, values, decimalsOf }: Measured): Column[] {
  const has = (name: string) => columns.includes(name);
  const area = has("controlAreaPathName");
  const shown: (Column | false)[] = [
    holdsTime(columns) && {
      id: "time",
      head: "Site time",
      width: 8,
      pinned: true,
      cell: (row) => <RowTime row={row} withUtc />,
    },
    has("deviceId") && {
      id: "deviceId",
      head: "Sensor",
      width: 5.5,
      pinned: true,
      cell: (row) => <Word value={row.deviceId} />,
    },
    area && {
      id: "controlAreaPathName",
      head: has("jobId") ? "Control area and job" : "Control area",
      width: 9.5,
      pinned: true,
      cell: (row) => (
        <>
          <AreaName path={textOf(row.controlAreaPathName)} />
          {has("jobId") && <Below>{textOf(row.jobId) || "no job"}</Below>}
        </>
      ),
    },
    !area &&
      has("jobId") && {
        id: "jobId",
        head: "Job",
        width: 9.5,
        pinned: true,
        cell: (row) => <Word value={row.jobId} />,
      },
    ...values.map((name) => ({
      id: name,
      head: name,
      hint: MEANINGS[name],
      width: NUMBER_WIDTH,
      numeric: true,
      cell: (row: Row) => <Value value={row[name]} decimals={decimalsOf(name)} />,
    })),
    has("measurementId") && {
      id: "measurementId",
      head: "Measurement",
      hint: MEANINGS.measurementId,
      width: 16,
      cell: (row) => <Word value={row.measurementId} />,
    },
  ];
  return shown.filter((column) => column !== false);
}

const textOf = (value: Row[string] | undefined) => String(value ?? "");
const None = () => <span className="text-ink-3">–</span>;

export function Word({ value }: { value: Row[string] | undefined }) {
  const text = textOf(value);
  return text === "" ? <None /> : <span title={text}>{text}</span>;
}

export function Value({ value, decimals }: { value: Row[string] | undefined; decimals: number }) {
  return typeof value === "number" ? formatValue(value, decimals) : <None />;
}

/** A measurement in three lines, for a phone: sensor and place, the values that fit, time and age. */
export function MeasurementCard({ row, measured }: { row: Row; measured: Measured }) {
  const { zone, now } = useClock();
  const { values, decimalsOf } = measured;
  const at = timeOf(row);
  const place = nameWithParent(textOf(row.controlAreaPathName));
  const [first = textOf(row.jobId), second] = [textOf(row.deviceId), place].filter(Boolean);
  return (
    <>
      <div className="flex items-baseline gap-2 text-base">
        <span className="shrink-0 font-medium">{first}</span>
        <span className="min-w-0 flex-1 truncate text-sm">{second}</span>
      </div>
      {/* What does not fit wraps out of sight. */}
      <div className="flex h-[1lh] flex-wrap gap-x-3 overflow-hidden">
        {tellingFirst(values, row).map((name) => (
          <span key={name} className="whitespace-nowrap">
            <span className="text-ink-3">{name}</span>{" "}
            <span className="font-strong">
              <Value value={row[name]} decimals={decimalsOf(name)} />
            </span>
          </span>
        ))}
      </div>
      <div className="flex gap-3 text-ink-3">
        <span className="min-w-0 flex-1 truncate">
          {holdsTime(measured.columns) && `${hourWords(at, zone, now)}, ${formatAge(at, now)}`}
        </span>
        <span className="shrink-0 text-accent">All {measured.columns.length} columns</span>
      </div>
    </>
  );
}
