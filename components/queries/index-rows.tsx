"use client";
import { useClock } from "@/components/ui/clock";
import { IndexMark, indexLabel } from "@/components/ui/index-mark";
import { Num } from "@/components/ui/num";
import { INDEX_FACTS, isIndexName } from "@/lib/core/indices";
import { displayPath, nameOf, segmentsOf } from "@/lib/core/paths";
import { hourWords, utcBeside } from "@/lib/queries/words";
import { ScrollFrame } from "./scroll-frame";
import type { Row } from "./use-rows";

/** One value of an index, as a table shows it. */
type Reading = {
  key: string;
  at: Date;
  path: string;
  job: string;
  index: string;
  unit: string | null;
  value: number | null;
  origin: string;
};

function readingOf(row: Row): Reading {
  const index = String(row.indexName);
  const path = String(row.controlAreaPathName);
  const job = String(row.jobId ?? "");
  const filled = row.isFilled;
  return {
    key: `${row.timestampIso} ${path} ${job} ${index}`,
    at: new Date(String(row.timestampIso)),
    path,
    job,
    index,
    unit: isIndexName(index) ? INDEX_FACTS[index].unit : null,
    value: typeof row.indexValue === "number" ? row.indexValue : null,
    origin: filled === true ? "Interpolated" : filled === false ? "Measured" : "Unknown",
  };
}

/** The name of an area with the one that it lies in: names repeat from house to house. */
export function AreaCell({ path }: { path: string }) {
  const above = segmentsOf(path).at(-2);
  return (
    <span className="block max-w-64 truncate" title={displayPath(path)}>
      {above && <span className="text-ink-3">{above} › </span>}
      {nameOf(path) || "(no name)"}
    </span>
  );
}

/** Where all eight columns have room; else UTC stands below the site time, and the job below the area. */
const IN_COLUMN = "@max-[56rem]:hidden";
const BELOW = "block text-xs text-ink-3 @min-[56rem]:hidden";

/** Values of indices: a table, or three lines each on a phone. */
export function IndexRows({ rows }: { rows: readonly Row[] }) {
  const readings = rows.map(readingOf);
  return (
    <div className="@container">
      <ScrollFrame label="Rows" className="@max-[44rem]:hidden">
        <table aria-label="Rows" className="data-table dense text-sm">
          <thead>
            <tr>
              <th>Site time</th>
              <th className={IN_COLUMN}>UTC</th>
              <th>Control area</th>
              <th className={IN_COLUMN}>Job</th>
              <th>Index</th>
              <th className="num">Value</th>
              <th>Unit</th>
              <th>Origin</th>
            </tr>
          </thead>
          <tbody>
            {readings.map((reading) => (
              <Line key={reading.key} reading={reading} />
            ))}
          </tbody>
        </table>
      </ScrollFrame>
      <ul className="divide-y divide-hairline @min-[44rem]:hidden">
        {readings.map((reading) => (
          <Card key={reading.key} reading={reading} />
        ))}
      </ul>
    </div>
  );
}

function Line({ reading }: { reading: Reading }) {
  const { zone, now } = useClock();
  const { at, path, job, index, value, unit, origin } = reading;
  return (
    <tr>
      <td className="whitespace-nowrap">
        {hourWords(at, zone, now)}
        <span className={BELOW}>{utcBeside(at, zone)} UTC</span>
      </td>
      <td className={`whitespace-nowrap text-ink-3 ${IN_COLUMN}`}>{utcBeside(at, zone)}</td>
      <td>
        <AreaCell path={path} />
        <span className={BELOW}>{job || "no job"}</span>
      </td>
      <td className={`whitespace-nowrap ${IN_COLUMN}`}>{job || "–"}</td>
      <td className="whitespace-nowrap">
        <span className="inline-flex items-center gap-1.5">
          <IndexMark index={index} />
          {indexLabel(index)}
        </span>
      </td>
      <td className="num">
        <Num value={value} index={index} className="text-base" />
      </td>
      <td className="whitespace-nowrap text-ink-3">{unit}</td>
      <td className="whitespace-nowrap">{origin}</td>
    </tr>
  );
}

function Card({ reading }: { reading: Reading }) {
  const { zone, now } = useClock();
  const { at, path, job, index, value, unit, origin } = reading;
  return (
    <li className="px-4 py-2.5 text-sm">
      <div className="flex items-baseline gap-1.5 text-base">
        <IndexMark index={index} />
        <span className="min-w-0 flex-1 truncate font-medium">{indexLabel(index)}</span>
        <Num value={value} index={index} unit={unit} />
      </div>
      <div className="flex gap-3">
        <span className="min-w-0 flex-1 truncate">
          {segmentsOf(path).slice(-2).join(" › ")}
          {job && `, ${job}`}
        </span>
        <span className="shrink-0">{origin}</span>
      </div>
      <div className="text-ink-3">
        {hourWords(at, zone, now)}, {utcBeside(at, zone)} UTC
      </div>
    </li>
  );
}
