"use client";
import { useChartFrame } from "@/components/charts/chart-frame";
import { originOf } from "@/components/charts/compare-read-out";
import { nearestRow, type Point, type Row, toRows } from "@/components/charts/model";
import { AreaName } from "@/components/ui/area-name";
import { IndexMark, indexColour, indexLabel } from "@/components/ui/index-mark";
import { Panel } from "@/components/ui/panel";
import { formatCount, formatIndexValue, formatSigned } from "@/lib/base/core/numbers";
import { capital } from "@/lib/base/core/text";
import { Letter } from "./letter";
import type { Plan } from "./plan";
import { isRunning } from "./running";
import { type Compared, untilOf } from "./use-compared";

type Props = {
  lines: readonly Compared[];
  plan: Plan;
  index: string;
  unit: string;
  /** The newest hour that has come, and the site's zone: a day that is not over says so. */
  publishedUntil: number;
  zone: string;
  wordsOf: (row: { t: number; running?: true }) => string;
};

/** The value of each line at the cursor, or at the newest time of the reference, and how far it is from that one. */
export function ValuesAt({ lines, plan, index, unit, publishedUntil, zone, wordsOf }: Props) {
  const { cursor, window } = useChartFrame();
  const rowed = lines.map((line) => ({ ...line, rows: toRows(line.aligned ?? [], plan.step) }));
  const leader = rowed.find(({ letter }) => letter === plan.lead);
  const newest = [leader, ...rowed].map((line) => line?.rows.filter((row) => row.point).at(-1)).find(Boolean);
  const at = cursor ?? newest?.t ?? null;
  const reach = Math.max(plan.step / 2, (window.to - window.from) / 120);
  const rowAt = (rows: readonly Row[]) => (at === null ? null : nearestRow(rows, at, reach));
  const reference = rowAt(leader?.rows ?? [])?.point;
  const first = rowAt(leader?.rows ?? []) ?? rowed.map(({ rows }) => rowAt(rows)).find((row) => row !== null);
  // Lined up by day of crop each line has a newest hour of its own: the day is that of the reference.
  const until = untilOf(leader ?? { firstAt: null }, publishedUntil, zone);
  const when = (t: number) => wordsOf(isRunning(t, plan.step, until) ? { t, running: true } : { t });
  return (
    <Panel
      title={first ? capital(when(first.t)) : "No value here"}
      end={
        cursor === null ? (
          <span>
            newest<span className="max-sm:hidden">; point at the chart</span>
          </span>
        ) : (
          <span>at the cursor</span>
        )
      }
    >
      <table className="w-full table-fixed text-sm [&_tr>*:first-child]:pl-4 [&_tr>*:last-child]:pr-4">
        <caption className="sr-only">Values of each at that time</caption>
        <thead className="text-xs text-ink-3">
          <tr className="border-b border-hairline text-left">
            <th className="h-11 font-medium">
              <span className="flex min-w-0 items-center gap-1.5">
                <IndexMark index={index} />
                <span className="truncate">
                  {indexLabel(index)}
                  <span className="block font-normal">{unit}</span>
                </span>
              </span>
            </th>
            <th className="w-16 text-right font-medium">Value</th>
            <th className="w-19 text-right font-medium whitespace-nowrap">to {plan.lead}</th>
          </tr>
        </thead>
        <tbody>
          {rowed.map((line) => {
            const point = rowAt(line.rows)?.point;
            const isLead = line.letter === plan.lead;
            return (
              <tr key={line.name} className="border-b border-hairline last:border-b-0">
                <th scope="row" className="h-13 text-left font-normal">
                  <span className="flex min-w-0 items-center gap-2.5">
                    <Letter letter={line.letter} hue={isLead ? indexColour(index) : undefined} />
                    <span className="min-w-0 flex-1">
                      {plan.kind === "area" ? (
                        <AreaName path={line.name} />
                      ) : (
                        <span className="block truncate" title={line.name}>
                          {line.name}
                        </span>
                      )}
                      <span className="block min-h-4 truncate text-xs text-ink-3">
                        {point && detailsOf(point, index)}
                      </span>
                    </span>
                  </span>
                </th>
                <td className="text-right text-base font-strong whitespace-nowrap">
                  {point ? formatIndexValue(point.mean, index) : "–"}
                </td>
                <td className="text-right whitespace-nowrap text-ink-2">
                  {point && reference && !isLead ? formatSigned(point.mean - reference.mean) : ""}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Panel>
  );
}

/** Lowest to highest, of how many, and what of it is not measured. */
function detailsOf({ min, max, count, filled }: Point, index: string): string {
  const origin = filled > 0 ? `, ${originOf(filled)}` : "";
  if (count === 1) return `one reading${origin}`;
  const range = `${formatIndexValue(min, index)} to ${formatIndexValue(max, index)}`;
  return `${range}, of ${formatCount(count)}${origin}`;
}
