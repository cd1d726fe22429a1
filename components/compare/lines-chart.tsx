"use client";
import { CompareChart } from "@/components/charts/compare-chart";
import { INDEX_FACTS, type IndexName } from "@/lib/base/core/indices";
import type { AreaOverview } from "@/lib/farm/areas/contract";
import { emptyWords, gapWords } from "./chart-words";
import type { Plan } from "./plan";
import type { Drawn } from "./use-drawn";

type Props = {
  plan: Plan;
  index: IndexName;
  of: Drawn;
  isDifference: boolean;
  areas: readonly AreaOverview[];
  height: number;
};

/** One index of all that is compared, and under it the days that a line lacks. */
export function LinesChart({ plan, index, of, isDifference, areas, height }: Props) {
  const { lines, drawn, now, zone, wordsOf, nights } = of;
  const missing = gapWords(lines, plan, zone);
  return (
    <>
      <CompareChart
        {...{ index, wordsOf, nights, isDifference, height }}
        unit={INDEX_FACTS[index].unit}
        lines={drawn}
        lead={plan.lead}
        step={plan.step}
        crop={plan.crop}
        band={of.shownBand}
        now={now.getTime()}
        emptyReason={emptyWords(plan, lines, areas, index, zone, now)}
      />
      {missing !== "" && <p className="mt-2 text-sm text-ink-3">{missing}</p>}
    </>
  );
}
