import { IndexMark, indexLabel } from "@/components/ui/index-mark";
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

/** Name and unit, and the value under the cursor or the last one: two lines of fixed height, so that nothing jumps. */
export function ReadOut({ index, unit, row, pointed, timeZone, now, pooled }: Props) {
  const point = row?.point;
  return (
    <div aria-live={pointed ? "polite" : "off"}>
      <div className="flex h-6 items-center gap-2">
        <h3 className="flex min-w-0 flex-1 items-center gap-2">
          <IndexMark index={index} />
          <span className="truncate">{indexLabel(index)}</span>
        </h3>
        <p className="text-sm whitespace-nowrap text-ink-3">
          {point ? (
            <>
              <span className="text-base font-strong text-ink-1">{formatIndexValue(point.mean, index)}</span>{" "}
              {unit}
            </>
          ) : (
            noValue(pointed)
          )}
        </p>
      </div>
      <div className="flex gap-2 text-xs whitespace-nowrap text-ink-3">
        <span className="flex-1">{unit}</span>
        <span className="min-w-0 truncate">
          {point && whenOf(index, new Date(row.t), timeZone, new Date(now))}
          {point && pointed && <Details point={point} index={index} />}
          {point && !pointed && `, ${pooled ?? formatAge(new Date(row.t), new Date(now))}`}
        </span>
      </div>
    </div>
  );
}

const noValue = (pointed: boolean) => (pointed ? "no value here" : "no value yet");

/** A value of a whole day is of the day, not of an hour. */
function whenOf(index: string, at: Date, timeZone: string, now: Date): string {
  if (!isIndexName(index) || !INDEX_FACTS[index].daily) return siteTime(at, timeZone, now);
  const day = siteDay(at, timeZone);
  return `${weekdayOf(day)} ${formatDayShort(day)}`;
}

/** Range, count and origin of the value under the cursor; a phone has room for range and origin. */
function Details({ point, index }: { point: Point; index: string }) {
  const origin =
    point.filled === 0 ? "measured" : point.filled === 1 ? "interpolated" : "partly interpolated";
  if (point.count === 1) return `, ${origin}`;
  return (
    <>
      , {formatIndexValue(point.min, index)} to {formatIndexValue(point.max, index)}
      <span className="max-sm:hidden">, {formatCount(point.count)} readings</span>, {origin}
    </>
  );
}
