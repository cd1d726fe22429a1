import { indexColour } from "@/components/ui/index-mark";
import type { Plan } from "./plan";

/** What the marks of the chart mean. Dashed means interpolated and nothing else. */
export function CompareLegend({
  index,
  hasNights,
  isInterpolated,
  plan,
  pastCount,
  hasBand,
}: {
  /** Whose hue the tint has. */
  index: string;
  plan: Plan;
  pastCount: number;
  hasBand: boolean;
  hasNights: boolean;
  /** Whether values can be interpolated: the daily integrals never are. */
  isInterpolated: boolean;
}) {
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
      {hasNights && (
        <li className="flex items-center gap-1.5">
          <span className="size-3 border border-line bg-night" aria-hidden="true" />
          night of {plan.lead}
        </li>
      )}
      {hasBand && (
        <li className="flex items-center gap-1.5">
          <span className="size-3 bg-ink-3/20" aria-hidden="true" />
          {pastCount === 1 ? "the past job" : `${pastCount} past jobs`} in its areas
        </li>
      )}
    </ul>
  );
}
