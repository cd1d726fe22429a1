"use client";
import { useWords } from "@/components/words/words";
import { isIndexName } from "@/lib/base/core/indices";
import { siteDay } from "@/lib/base/core/time";
import type { Words } from "@/lib/base/words/words";
import type { Row } from "./plot/rows";

/**
 * `Sat 21 Nov 14:00`, without the hour for a whole day; the range above has the year. A narrow table drops weekdays and
 * wraps the "(second)" of the repeated hour.
 */
function When({ row, daily, timeZone }: { row: Row; daily: boolean; timeZone: string }) {
  const { t, weekdayOf, formatDayShort, timeOfDay } = useWords();
  const at = new Date(row.t);
  const day = siteDay(at, timeZone);
  return (
    <>
      <span className="whitespace-nowrap">
        <span className={daily && !row.running ? undefined : "@max-sm:hidden"}>{weekdayOf(day)} </span>
        {formatDayShort(day)}{" "}
      </span>
      {daily ? row.running && t("charts.table.soFar") : timeOfDay(at, timeZone)}
    </>
  );
}

/** Formats indices as everywhere, other values with the most decimals of any, so that their points align. */
function valueFormat(
  { formatIndexValue, formatValue }: Words,
  rows: readonly Row[],
  index: string,
): (value: number) => string {
  if (isIndexName(index)) return (value) => formatIndexValue(value, index);
  const values = rows.flatMap(({ point }) => (point ? [point.mean, point.min, point.max] : []));
  const decimals = values.map((value) => /\d\D(\d+)$/.exec(formatIndexValue(value, index))?.[1]?.length ?? 0);
  const most = Math.max(0, ...decimals);
  return (value) => formatValue(value, most);
}

/** A shade at the foot while there is more to scroll; a background that scrolls along covers it at the end. */
const FOOT_SHADE =
  "bg-[linear-gradient(var(--surface),var(--surface)),linear-gradient(to_top,var(--hairline),transparent)] bg-[length:100%_12px] bg-bottom bg-no-repeat [background-attachment:local,scroll]";

/** The data of a chart as a table, newest first, for keyboards, screen readers and exact reading. */
export function ChartTable(props: {
  caption: string;
  index: string;
  rows: Row[];
  /** A value belongs to a whole day. */
  daily: boolean;
  timeZone: string;
  height: number;
}) {
  const words = useWords();
  const { t } = words;
  const rows = props.rows.filter((row) => row.point).reverse();
  const format = valueFormat(words, rows, props.index);
  // Only indices are ever interpolated.
  const mayBeFilled = isIndexName(props.index);
  return (
    <section
      aria-label={props.caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
      tabIndex={0}
      style={{ height: props.height }}
      className={`@container overflow-auto ${FOOT_SHADE}`}
    >
      <table className="w-full text-sm [&_:is(td,th)+:is(td,th)]:pl-1.5">
        <caption className="sr-only">{props.caption}</caption>
        <thead className="sticky top-0 bg-surface text-xs text-ink-3">
          <tr className="border-b border-hairline text-left">
            <th className="h-8 font-medium">
              {props.daily ? t("charts.table.day") : t("charts.table.time")}
            </th>
            <th className="text-right font-medium">{t("charts.table.mean")}</th>
            <th className="text-right font-medium">{t("charts.table.lowest")}</th>
            <th className="text-right font-medium">{t("charts.table.highest")}</th>
            <th className="text-right font-medium max-sm:hidden">{t("charts.table.count")}</th>
            {mayBeFilled && <th className="pr-1 text-right font-medium">{t("charts.table.interpolated")}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map(
            (row) =>
              row.point && (
                <tr key={row.t} className="border-b border-hairline">
                  <td className="h-8">
                    <When row={row} daily={props.daily} timeZone={props.timeZone} />
                  </td>
                  <td className="text-right font-strong">{format(row.point.mean)}</td>
                  <td className="text-right">{format(row.point.min)}</td>
                  <td className="text-right">{format(row.point.max)}</td>
                  <td className="text-right max-sm:hidden">{words.formatCount(row.point.count)}</td>
                  {mayBeFilled && <td className="pr-1 text-right">{words.formatShare(row.point.filled)}</td>}
                </tr>
              ),
          )}
        </tbody>
      </table>
    </section>
  );
}
