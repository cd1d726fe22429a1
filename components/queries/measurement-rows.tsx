"use client";
import { useClock } from "@/components/ui/clock";
import { formatValue } from "@/lib/core/numbers";
import { CHF_COLUMNS } from "@/lib/plant-service/contract";
import { chosenColumns } from "@/lib/queries/columns";
import type { Query } from "@/lib/queries/contract";
import { hourWords, utcBeside } from "@/lib/queries/words";
import { AreaCell } from "./index-rows";
import { ScrollFrame } from "./scroll-frame";
import type { Row } from "./use-rows";

const HEADS: Record<string, string> = {
  measurementId: "Measurement",
  deviceId: "Sensor",
  controlAreaPathName: "Control area",
  jobId: "Job",
};
const MEANINGS: Record<string, string> = CHF_COLUMNS;
/** Columns of words; all others are numbers. The time stands first by itself. */
const WORDS = Object.keys(HEADS);

type Props = { rows: readonly Row[]; columns: readonly string[]; choice: Query["selectColumns"] };

/** Fluorescence measurements in the columns that were chosen; it scrolls sideways in its own frame. */
export function MeasurementRows({ rows, columns, choice }: Props) {
  const shown = chosenColumns(columns, choice).filter((name) => name !== "timestampIso");
  const ordered = [
    ...shown.filter((name) => WORDS.includes(name) && name !== "measurementId"),
    ...shown.filter((name) => !WORDS.includes(name)),
    ...shown.filter((name) => name === "measurementId"),
  ];
  const decimals = decimalsOf(rows, ordered);
  return (
    <ScrollFrame label="Measurements">
      <table className="data-table dense text-sm">
        <thead>
          <tr>
            <th className="sticky left-0 bg-surface">Site time</th>
            <th>UTC</th>
            {ordered.map((name) => (
              <th key={name} title={MEANINGS[name]} className={WORDS.includes(name) ? undefined : "num"}>
                {HEADS[name] ?? name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Line key={String(row.measurementId)} row={row} columns={ordered} decimals={decimals} />
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  );
}

/** As many decimals as the service sent at most, so that the points of a column stand in line. */
function decimalsOf(rows: readonly Row[], columns: readonly string[]): Record<string, number> {
  const sent = (value: Row[string] | undefined) =>
    typeof value === "number" ? (String(value).split(".")[1]?.length ?? 0) : 0;
  return Object.fromEntries(
    columns.map((name) => [name, Math.min(6, Math.max(0, ...rows.map((row) => sent(row[name]))))]),
  );
}

type LineProps = { row: Row; columns: readonly string[]; decimals: Record<string, number> };

function Line({ row, columns, decimals }: LineProps) {
  const { zone, now } = useClock();
  const at = new Date(String(row.timestampIso));
  return (
    <tr>
      <td className="sticky left-0 bg-surface whitespace-nowrap">{hourWords(at, zone, now)}</td>
      <td className="whitespace-nowrap text-ink-3">{utcBeside(at, zone)}</td>
      {columns.map((name) => (
        <td key={name} className={WORDS.includes(name) ? "whitespace-nowrap" : "num"}>
          <Cell name={name} value={row[name]} decimals={decimals[name] ?? 0} />
        </td>
      ))}
    </tr>
  );
}

type CellProps = { name: string; value: Row[string] | undefined; decimals: number };

function Cell({ name, value, decimals }: CellProps) {
  if (value === null || value === undefined || value === "") return <span className="text-ink-3">–</span>;
  if (name === "controlAreaPathName") return <AreaCell path={String(value)} />;
  return typeof value === "number" ? formatValue(value, decimals) : String(value);
}
