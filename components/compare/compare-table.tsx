"use client";
import type { ComponentProps } from "react";
import type { CompareChart } from "@/components/charts/compare-chart";
import { originWords, valueWords } from "@/components/charts/value-words";
import { indexLabel } from "@/components/ui/index-mark";
import { useWords } from "@/components/words/words";
import type { Point } from "@/lib/farm/series/contract";
import { INTERPOLATED_TEXT } from "./compare-legend";
import { isRunning } from "./plan";

/** Rows in view without scrolling. */
const WHOLE_ROWS = 11;

/** The values of the chart as a table, newest first: a row per time, a column per line. */
export function CompareTable(
  props: Pick<
    ComponentProps<typeof CompareChart>,
    "lines" | "lead" | "index" | "isDifference" | "crop" | "step" | "formatTime"
  >,
) {
  const { t: say } = useWords();
  const { lines, lead, index, isDifference, crop, step, formatTime } = props;
  const columns = lines.map(({ letter, points = [] }) => ({
    letter,
    byTime: new Map(points.map((point) => [point.t, point])),
  }));
  const times = [...new Set(columns.flatMap(({ byTime }) => [...byTime.keys()]))].sort((a, b) => b - a);
  const isWaiting = lines.some((line) => line.points === undefined);
  const until = Math.max(...lines.map((line) => line.until));
  const isMore = times.length > WHOLE_ROWS;
  const caption = isDifference
    ? say("compare.table.captionDifference", { index: indexLabel(index), lead })
    : say("compare.table.caption", { index: indexLabel(index) });
  return (
    <>
      <section
        aria-label={caption}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
        tabIndex={0}
        // The height of the head and eleven whole rows.
        className="max-h-96 overflow-auto"
      >
        <table className="w-full border-separate border-spacing-0 text-sm [&_:is(td,th)]:border-b [&_:is(td,th)]:border-hairline [&_:is(td,th)+:is(td,th)]:pl-3">
          <caption className="sr-only">{caption}</caption>
          <thead className="sticky top-0 bg-surface text-xs text-ink-3">
            <tr className="text-left">
              <th className="h-8 font-medium">
                {crop ? say("compare.table.day") : say("compare.table.time")}
              </th>
              {lines.map(({ letter, name }) => (
                <th key={letter} title={name} className="text-right font-medium">
                  {letter}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {times.map((t) => (
              <tr key={t}>
                <td className="h-8 whitespace-nowrap">
                  {formatTime(isRunning(t, step, until) ? { t, running: true } : { t })}
                </td>
                {columns.map(({ letter, byTime }) => (
                  <td key={letter} className={letter === lead ? "text-right font-strong" : "text-right"}>
                    <Value point={byTime.get(t)} reading={{ index, isDifference }} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {times.length === 0 && !isWaiting && (
          <p className="py-6 text-center text-sm text-ink-3">{say("compare.table.none")}</p>
        )}
      </section>
      {isMore && (
        <p className="pt-2 text-xs text-ink-3">{say("compare.table.more", { count: times.length })}</p>
      )}
    </>
  );
}

function Value({ point, reading }: { point?: Point; reading: { index: string; isDifference: boolean } }) {
  const words = useWords();
  const text = valueWords(words, point, reading);
  if (!point || point.filled === 0) return text;
  const origin = originWords(words, point.filled);
  return (
    <span className={INTERPOLATED_TEXT} title={origin}>
      {text}
      <span className="sr-only">, {origin}</span>
    </span>
  );
}
