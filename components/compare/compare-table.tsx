"use client";
import type { ComparedLine } from "@/components/charts/compare-chart";
import { valueWords } from "@/components/charts/compare-read-out";
import { type Point, type Row, toRows } from "@/components/charts/model";
import { indexLabel } from "@/components/ui/index-mark";

type Props = {
  lines: readonly ComparedLine[];
  lead: string;
  index: string;
  isDifference: boolean;
  crop: boolean;
  wordsOf: (row: { t: number }) => string;
};

/** All that the chart draws as a table, newest first: a row for each time, a column for each line. */
export function CompareTable({ lines, lead, index, isDifference, crop, wordsOf }: Props) {
  const columns = lines.map(({ letter, points = [] }) => ({ letter, byTime: byTime(points) }));
  const times = [...new Set(columns.flatMap(({ byTime }) => [...byTime.keys()]))].sort((a, b) => b - a);
  const caption = `${indexLabel(index)}${isDifference ? `, difference to ${lead}` : ""}, all values`;
  return (
    <section
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
      tabIndex={0}
      className="max-h-88 overflow-auto"
    >
      <table className="w-full text-sm [&_:is(td,th)+:is(td,th)]:pl-3">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 bg-surface text-xs text-ink-3">
          <tr className="border-b border-hairline text-left">
            <th className="h-8 font-medium">{crop ? "Day of crop" : "Site time"}</th>
            {lines.map(({ letter, name }) => (
              <th key={letter} title={name} className="text-right font-medium">
                {letter}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {times.map((t) => (
            <tr key={t} className="border-b border-hairline">
              <td className="h-8 whitespace-nowrap">{wordsOf({ t })}</td>
              {columns.map(({ letter, byTime }) => (
                <td key={letter} className={letter === lead ? "text-right font-strong" : "text-right"}>
                  {valueWords(byTime.get(t) ?? null, { index, isDifference })}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {times.length === 0 && <p className="py-6 text-center text-sm text-ink-3">No value in this time.</p>}
    </section>
  );
}

const byTime = (points: readonly Point[]): Map<number, Row> =>
  new Map(toRows(points, 1).flatMap((row) => (row.point ? [[row.t, row] as const] : [])));
