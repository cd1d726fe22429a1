import { cx } from "@/components/ui/cx";
import { Icon } from "@/components/ui/icon";
import { IndexMark, indexLabel } from "@/components/ui/index-mark";
import { indexHelp } from "@/lib/base/core/indices";
import { formatCount, formatIndexValue } from "@/lib/base/core/numbers";
import { formatAge, formatDuration, siteTime } from "@/lib/base/core/time";
import type { Point, Row, Stretch } from "./model";
import { whenOf } from "./when";

type Props = {
  index: string;
  unit: string | null;
  row: Row | null;
  /** Whether the row is under the cursor; else it is the last one. */
  pointed: boolean;
  /** Whether a value belongs to a whole day. */
  daily: boolean;
  /** Whether the first answer is still to come. */
  waiting: boolean;
  timeZone: string;
  now: number;
  /** What the line is the mean of, where it is of several series: "readings". */
  pooled?: string;
  /** The line of another that is pointed at: its name and value. */
  beside?: string | null;
  /** What was pinned to the time under the cursor. */
  note?: string | null;
  /** Whether nothing comes any more: the last value is then told in grey. */
  isOld?: boolean;
  /** The time without data that the cursor is in. */
  gap?: Stretch | null;
};

/** Name and unit, and the value under the cursor or the last one: two lines of fixed height, so that nothing jumps. */
export function ReadOut(props: Props) {
  const { index, unit, pointed, daily, waiting, timeZone, now, pooled, note, gap, isOld } = props;
  const row = gap ? null : props.row;
  const point = row?.point;
  const beside = note ?? props.beside;
  return (
    <div aria-live={pointed ? "polite" : "off"}>
      <div className="flex h-6 items-center gap-2">
        <h3 className="flex min-w-0 flex-1 items-center gap-2" title={indexHelp(index)}>
          <IndexMark index={index} />
          <span className="truncate">{indexLabel(index)}</span>
        </h3>
        <p className="text-sm whitespace-nowrap text-ink-3">
          {point ? (
            <>
              <span className={cx("text-base font-strong", isOld && !pointed ? "text-ink-3" : "text-ink-1")}>
                {formatIndexValue(point.mean, index)}
              </span>{" "}
              {unit}
            </>
          ) : (
            !waiting && (gap ? `no data ${formatDuration(gap.to - gap.from)}` : noValue(pointed))
          )}
        </p>
      </div>
      <div className="flex min-h-lh gap-2 text-xs whitespace-nowrap text-ink-3">
        {beside ? (
          <span className="flex min-w-0 flex-1 items-center gap-1 font-medium text-ink-2">
            {note && <Icon name="note" className="size-3.5 shrink-0" />}
            <span className="truncate">{beside}</span>
          </span>
        ) : (
          <span className="flex-1">{unit}</span>
        )}
        <span className="min-w-0 truncate">
          {gap && fromTo(gap, timeZone, new Date(now))}
          {point && whenOf(row, daily, timeZone, new Date(now))}
          {point && pointed && !note && <Details point={point} index={index} />}
          {point &&
            !pointed &&
            `, ${
              pooled && point.count > 1
                ? `mean of ${formatCount(point.count)} ${pooled}`
                : formatAge(new Date(row.t), new Date(now))
            }`}
        </span>
      </div>
    </div>
  );
}

function fromTo({ from, to }: Stretch, zone: string, now: Date): string {
  return `${siteTime(new Date(from), zone, now)} to ${siteTime(new Date(to), zone, now)}`;
}

const noValue = (pointed: boolean) => (pointed ? "no value here" : "no value");

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
