import { indexColour, indexLabel } from "@/components/ui/index-mark";
import { INDEX_FACTS, type IndexName } from "@/lib/base/core/indices";
import type { Plan } from "./plan";
import type { Comparison } from "./use-comparison";

/** Interpolated numbers are underlined with dashes; nothing else is. */
export const INTERPOLATED_TEXT = "underline decoration-dashed decoration-1 underline-offset-4";

type Props = { index: IndexName; plan: Plan; comparison: Comparison; isTable: boolean };

/** The key of a chart or table. Daily integrals are never interpolated. */
export function CompareLegend({ index, plan, comparison, isTable }: Props) {
  const { unit, daily } = INDEX_FACTS[index];
  if (!isTable) return <ChartLegend {...{ index, plan, comparison }} isInterpolated={!daily} />;
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
}

function ChartLegend(props: Omit<Props, "isTable"> & { isInterpolated: boolean }) {
  const { index, plan, comparison, isInterpolated } = props;
  const { pastCount } = comparison;
  return (
    <ul className="flex flex-wrap items-center gap-x-4 gap-y-1">
      {isInterpolated && (
        <li className="flex items-center gap-1.5">
          <svg width="20" height="8" aria-hidden="true">
            <path d="M0 4h20" stroke="currentColor" strokeWidth="1.75" strokeDasharray="4 3" />
          </svg>
          interpolated
        </li>
      )}
      <li className="flex items-center gap-1.5">
        <span
          className="size-3 opacity-(--band-alpha)"
          style={{ backgroundColor: indexColour(index) }}
          aria-hidden="true"
        />
        lowest to highest of {plan.lead}
      </li>
      {comparison.nights.length > 0 && (
        <li className="flex items-center gap-1.5">
          <span className="size-3 border border-line bg-night" aria-hidden="true" />
          night of {plan.lead}
        </li>
      )}
      {comparison.band.length > 0 && (
        <li className="flex items-center gap-1.5">
          <span className="size-3 bg-ink-3/20" aria-hidden="true" />
          {pastCount === 1 ? "the past job" : `${pastCount} past jobs`} in its areas
        </li>
      )}
    </ul>
  );
}
