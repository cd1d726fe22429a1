import { formatCount, formatIndexValue, formatShare } from "@/lib/core/numbers";
import { formatDayShort, siteDay, timeOfDay, weekdayOf } from "@/lib/core/time";
import type { Row } from "./model";

/** `Sat 21 Nov 14:00`, of a whole day without its hour: the range above says the year. A phone has no room for weekdays. */
function When({ row, daily, timeZone }: { row: Row; daily: boolean; timeZone: string }) {
  const at = new Date(row.t);
  const day = siteDay(at, timeZone);
  return (
    <>
      <span className={daily && !row.running ? undefined : "max-sm:hidden"}>{weekdayOf(day)} </span>
      {formatDayShort(day)} {daily ? row.running && "so far" : timeOfDay(at, timeZone)}
    </>
  );
}

/** The data of a chart as a table, newest first: for keyboard, screen reader and exact reading. */
export function ChartTable(props: {
  caption: string;
  index: string;
  rows: Row[];
  /** Whether a value belongs to a whole day. */
  daily: boolean;
  timeZone: string;
  height: number;
}) {
  const rows = props.rows.filter((row) => row.point).reverse();
  return (
    <section
      aria-label={props.caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
      tabIndex={0}
      style={{ height: props.height }}
      className="overflow-auto"
    >
      <table className="w-full text-sm [&_:is(td,th)+:is(td,th)]:pl-1.5">
        <caption className="sr-only">{props.caption}</caption>
        <thead className="sticky top-0 bg-surface text-xs text-ink-3">
          <tr className="border-b border-hairline text-left">
            <th className="h-8 font-medium">{props.daily ? "Day" : "Site time"}</th>
            <th className="text-right font-medium">Mean</th>
            <th className="text-right font-medium">Lowest</th>
            <th className="text-right font-medium">Highest</th>
            <th className="text-right font-medium max-sm:hidden">Count</th>
            <th className="pr-1 text-right font-medium">Interpolated</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(
            (row) =>
              row.point && (
                <tr key={row.t} className="border-b border-hairline">
                  <td className="h-8 whitespace-nowrap">
                    <When row={row} daily={props.daily} timeZone={props.timeZone} />
                  </td>
                  <td className="text-right font-strong">{formatIndexValue(row.point.mean, props.index)}</td>
                  <td className="text-right">{formatIndexValue(row.point.min, props.index)}</td>
                  <td className="text-right">{formatIndexValue(row.point.max, props.index)}</td>
                  <td className="text-right max-sm:hidden">{formatCount(row.point.count)}</td>
                  <td className="pr-1 text-right">{formatShare(row.point.filled)}</td>
                </tr>
              ),
          )}
        </tbody>
      </table>
    </section>
  );
}
