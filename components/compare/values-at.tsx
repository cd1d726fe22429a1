"use client";
import { useChartFrame } from "@/components/charts/chart-frame";
import { originOf } from "@/components/charts/compare-read-out";
import { nearestRow, type Row, toRows } from "@/components/charts/model";
import { AreaName } from "@/components/ui/area-name";
import { indexColour, indexLabel } from "@/components/ui/index-mark";
import { formatCount, formatIndexValue, formatSigned } from "@/lib/core/numbers";
import { Letter } from "./letter";
import type { Plan } from "./plan";
import type { Compared } from "./use-compared";

type Props = {
  lines: readonly Compared[];
  plan: Plan;
  index: string;
  unit: string;
  wordsOf: (row: { t: number }) => string;
};

/** The value of each line at the cursor, or at the newest time of the reference, and how far it is from that one. */
export function ValuesAt({ lines, plan, index, unit, wordsOf }: Props) {
  const { cursor, window } = useChartFrame();
  const rowed = lines.map((line) => ({ ...line, rows: toRows(line.aligned ?? [], plan.step) }));
  const leader = rowed.find(({ letter }) => letter === plan.lead);
  const newest = [leader, ...rowed].map((line) => line?.rows.filter((row) => row.point).at(-1)).find(Boolean);
  const at = cursor ?? newest?.t ?? null;
  const reach = Math.max(plan.step / 2, (window.to - window.from) / 120);
  const rowAt = (rows: readonly Row[]) => (at === null ? null : nearestRow(rows, at, reach));
  const reference = rowAt(leader?.rows ?? []);
  const first = reference ?? rowed.map(({ rows }) => rowAt(rows)).find((row) => row !== null);
  const when = first ? wordsOf({ t: first.t }) : null;
  const title = when ? `Values, ${when}` : "Values";
  return (
    <section aria-label={title} className="min-w-0 overflow-x-auto">
      <h2 className="flex min-h-8 items-center border-t border-hairline pt-2">
        {title}
        <span className="ml-auto text-sm font-normal text-ink-3">
          {indexLabel(index)}, {unit}
        </span>
      </h2>
      <table className="w-full text-sm [&_:is(td,th)+:is(td,th)]:pl-3">
        <thead className="text-xs text-ink-3">
          <tr className="border-b border-hairline text-left">
            <th className="h-8 font-medium">{plan.kind === "area" ? "Area" : "Growth job"}</th>
            <th className="text-right font-medium">Value</th>
            <th className="text-right font-medium whitespace-nowrap">To {plan.lead}</th>
            <th className="text-right font-medium max-sm:hidden">Lowest</th>
            <th className="text-right font-medium max-sm:hidden">Highest</th>
            <th className="text-right font-medium max-sm:hidden">Readings</th>
            <th className="text-right font-medium max-sm:hidden">Origin</th>
          </tr>
        </thead>
        <tbody>
          {rowed.map((line) => {
            const point = rowAt(line.rows)?.point;
            const isLead = line.letter === plan.lead;
            return (
              <tr key={line.name} className="border-b border-hairline last:border-b-0">
                <th scope="row" className="h-11 w-full max-w-0 text-left font-normal">
                  <span className="flex min-w-0 items-center gap-2">
                    <Letter letter={line.letter} hue={isLead ? indexColour(index) : undefined} />
                    {plan.kind === "area" ? (
                      <AreaName path={line.name} />
                    ) : (
                      <span className="truncate">{line.name}</span>
                    )}
                  </span>
                </th>
                <td className="text-right font-strong whitespace-nowrap">
                  {point ? formatIndexValue(point.mean, index) : "–"}
                </td>
                <td className="text-right whitespace-nowrap">
                  {point && reference?.point && !isLead
                    ? formatSigned(point.mean - reference.point.mean)
                    : ""}
                </td>
                <td className="text-right max-sm:hidden">
                  {point ? formatIndexValue(point.min, index) : ""}
                </td>
                <td className="text-right max-sm:hidden">
                  {point ? formatIndexValue(point.max, index) : ""}
                </td>
                <td className="text-right max-sm:hidden">{point ? formatCount(point.count) : ""}</td>
                <td className="text-right whitespace-nowrap max-sm:hidden">
                  {point ? originOf(point.filled) : ""}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
