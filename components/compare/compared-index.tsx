"use client";
import { lazy, Suspense, useRef } from "react";
import { CompareChart } from "@/components/charts/compare-chart";
import { ReadError } from "@/components/live/read-error";
import { INDEX_FACTS, type IndexName } from "@/lib/base/core/indices";
import type { AreaOverview } from "@/lib/farm/areas/contract";
import { emptyWords, gapWords } from "./comparison-words";
import { type ShownCharts, useShown } from "./downloads";
import type { Plan } from "./plan";
import type { Comparison } from "./use-comparison";
import type { CompareState } from "./view";

const CompareTable = lazy(async () => ({ default: (await import("./compare-table")).CompareTable }));

/** One index of a comparison as a chart or a table; what it shows goes into the downloads. */
export function ComparedIndex(props: {
  plan: Plan;
  index: IndexName;
  comparison: Comparison;
  state: Pick<CompareState, "table" | "difference">;
  areas: readonly AreaOverview[];
  height: number;
  charts: ShownCharts;
}) {
  const { plan, index, comparison, state, height } = props;
  const element = useRef<HTMLDivElement>(null);
  useShown(props.charts, { plan, index, comparison, element });
  const { subjects, lines, failed, now, zone, formatTime } = comparison;
  const missing = gapWords(subjects, plan, zone);
  const shared = { index, lines, lead: plan.lead, step: plan.step, crop: plan.crop, formatTime };
  return (
    <>
      {failed && <ReadError compact of={failed} />}
      <div ref={element}>
        {state.table ? (
          <Suspense fallback={<div style={{ height }} />}>
            <CompareTable {...shared} isDifference={state.difference} />
          </Suspense>
        ) : (
          <>
            <CompareChart
              {...shared}
              isDifference={state.difference}
              unit={INDEX_FACTS[index].unit}
              height={height}
              band={comparison.band}
              nights={comparison.nights}
              now={now.getTime()}
              emptyReason={emptyWords(plan, subjects, props.areas, index, zone, now)}
            />
            {missing !== "" && <p className="mt-2 text-sm text-ink-3">{missing}</p>}
          </>
        )}
      </div>
    </>
  );
}
