import { INDEX_FACTS, isIndexName } from "@/lib/core/indices";
import { formatCount, formatIndexValue } from "@/lib/core/numbers";
import { formatAge, formatDayShort, siteDay, siteTime, weekdayOf } from "@/lib/core/time";
import type { Point, Row } from "./model";

type Props = {
  index: string;
  unit: string | null;
  row: Row | null;
  /** Whether the row is under the cursor; else it is the last one. */
  pointed: boolean;
  timeZone: string;
  now: number;
  /** What the line is of several series: for example "mean of 12 benches". */
  pooled?: string;
};

/** The value under the cursor, or the last one; above the plot and of fixed height, so that nothing jumps. */
export function ReadOut({ index, unit, row, pointed, timeZone, now, pooled }: Props) {
  return (
    <div className="ml-auto min-h-9 text-right text-sm" aria-live={pointed ? "polite" : "off"}>
      {row?.point ? (
        <>
          <p className="whitespace-nowrap">
            <span className="text-base font-strong">{formatIndexValue(row.point.mean, index)}</span>{" "}
            <span className="text-ink-3">{unit}</span>
          </p>
          <p className="text-ink-3">
            {whenOf(index, new Date(row.t), timeZone, new Date(now))}
            {pointed
              ? `, ${details(row.point, index)}`
              : `, ${pooled ?? formatAge(new Date(row.t), new Date(now))}`}
          </p>
        </>
      ) : (
        <p className="text-ink-3">{pointed ? "no value here" : "no value yet"}</p>
      )}
    </div>
  );
}

/** A value of a whole day is of the day, not of an hour. */
function whenOf(index: string, at: Date, timeZone: string, now: Date): string {
  if (!isIndexName(index) || !INDEX_FACTS[index].daily) return siteTime(at, timeZone, now);
  const day = siteDay(at, timeZone);
  return `${weekdayOf(day)} ${formatDayShort(day)}`;
}

function details(point: Point, index: string): string {
  const origin =
    point.filled === 0 ? "measured" : point.filled === 1 ? "interpolated" : "partly interpolated";
  if (point.count === 1) return origin;
  const range = `${formatIndexValue(point.min, index)} to ${formatIndexValue(point.max, index)}`;
  return `${range}, ${formatCount(point.count)} readings, ${origin}`;
}
