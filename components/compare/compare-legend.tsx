import { InterpolatedMark, LegendMark } from "@/components/charts/chart-legend";
import { indexColour, indexLabel } from "@/components/ui/index-mark";
import { INDEX_FACTS, type IndexName } from "@/lib/base/core/indices";
import { listed } from "@/lib/base/core/text";
import type { Plan } from "./plan";
import type { Comparison } from "./use-comparison";

/** Interpolated numbers are underlined with dashes; nothing else is. */
export const INTERPOLATED_TEXT = "underline decoration-dashed decoration-1 underline-offset-4";

/** The key of a chart or table. Daily integrals are never interpolated. */
export function CompareLegend(props: {
  index: IndexName;
  plan: Plan;
  comparison: Comparison;
  isTable: boolean;
}) {
  const { index, plan } = props;
  const { nights, band, pastCount, unknownStart } = props.comparison;
  const { unit, daily } = INDEX_FACTS[index];
  if (props.isTable)
    return (
      <span>
        {indexLabel(index)}, {unit}
        {!daily && (
          <>
            ; <span className={INTERPOLATED_TEXT}>interpolated</span>
          </>
        )}
      </span>
    );
  return (
    <ul className="flex flex-wrap items-center gap-x-4 gap-y-1">
      {!daily && <InterpolatedMark />}
      <LegendMark look="opacity-(--band-alpha)" style={{ backgroundColor: indexColour(index) }}>
        lowest to highest of {plan.lead}
      </LegendMark>
      {nights.length > 0 && <LegendMark look="border border-line bg-night">night of {plan.lead}</LegendMark>}
      {band.length > 0 && (
        <LegendMark look="bg-ink-3/20">
          {pastCount === 1 ? "the past job" : `${pastCount} past jobs`} in its areas
        </LegendMark>
      )}
      {unknownStart.length > 0 && (
        <LegendMark look="bg-[repeating-linear-gradient(135deg,var(--control)_0_1px,transparent_1px_4px)]">
          {listed(unknownStart)} may have begun before day 0
        </LegendMark>
      )}
    </ul>
  );
}
