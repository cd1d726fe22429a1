"use client";
import { lazy, Suspense, useEffect, useRef } from "react";
import { CompareChart } from "@/components/charts/compare-chart";
import { ReadError } from "@/components/live/read-error";
import { useWords } from "@/components/words/words";
import type { IndexName } from "@/lib/base/core/indices";
import { emptyWords, gapWords } from "./comparison-words";
import type { ShownCharts } from "./downloads";
import type { Plan } from "./plan";
import type { CompareContext } from "./use-compare-controls";
import type { Comparison } from "./use-comparison";

const CompareTable = lazy(async () => ({ default: (await import("./compare-table")).CompareTable }));

/** One index of a comparison as a chart or a table, registered for the downloads while it is mounted. */
export function ComparedIndex(
  props: Pick<CompareContext, "controls" | "areas"> & {
    plan: Plan;
    index: IndexName;
    comparison: Comparison;
    height: number;
    charts: ShownCharts;
  },
) {
  const words = useWords();
  const { plan, index, comparison, height } = props;
  const { state } = props.controls;
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const shown = props.charts.current;
    const chart = { index, comparison, element };
    shown.set(index, chart);
    return () => {
      if (shown.get(index) === chart) shown.delete(index);
    };
  });
  const { subjects, lines, failed, now, zone, formatTime } = comparison;
  const missing = gapWords(words, subjects, plan, zone);
  const { lead, step, crop } = plan;
  const shared = { index, lines, lead, step, crop, formatTime, isDifference: state.difference };
  return (
    <>
      {failed && <ReadError compact of={failed} title={words.t("compare.readingsFailed")} />}
      <div ref={element}>
        {state.table ? (
          <Suspense fallback={<div style={{ height }} />}>
            <CompareTable {...shared} />
          </Suspense>
        ) : (
          <>
            <CompareChart
              {...shared}
              height={height}
              band={comparison.band}
              unknownStart={comparison.unknownStart}
              nights={comparison.nights}
              now={now.getTime()}
              emptyReason={emptyWords(words, plan, subjects, props.areas, index, zone, now)}
            />
            {missing !== "" && <p className="mt-2 text-sm text-ink-3">{missing}</p>}
          </>
        )}
      </div>
    </>
  );
}
