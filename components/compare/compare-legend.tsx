"use client";
import { InterpolatedMark, LegendMark } from "@/components/charts/chart-legend";
import { indexColour, indexLabel } from "@/components/ui/index-mark";
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
import { INDEX_FACTS, type IndexName } from "@/lib/base/core/indices";
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
  const words = useWords();
  const { t, listed } = words;
  const { index, plan } = props;
  const { nights, band, pastCount, unknownStart } = props.comparison;
  const { unit, daily } = INDEX_FACTS[index];
  if (props.isTable) {
    const about = { index: indexLabel(index), unit };
    if (daily) return <span>{t("compare.legend.table", about)}</span>;
    const mark = <span className={INTERPOLATED_TEXT} />;
    return <span>{rich(words, "compare.legend.tableInterpolated", { ...about, mark })}</span>;
  }
  return (
    <ul className="flex flex-wrap items-center gap-x-4 gap-y-1">
      {!daily && <InterpolatedMark />}
      <LegendMark look="opacity-(--band-alpha)" style={{ backgroundColor: indexColour(index) }}>
        {t("compare.legend.range", { lead: plan.lead })}
      </LegendMark>
      {nights.length > 0 && (
        <LegendMark look="border border-line bg-night">
          {t("compare.legend.night", { lead: plan.lead })}
        </LegendMark>
      )}
      {band.length > 0 && (
        <LegendMark look="bg-ink-3/20">{t("compare.legend.past", { count: pastCount })}</LegendMark>
      )}
      {unknownStart.length > 0 && (
        <LegendMark look="bg-[repeating-linear-gradient(135deg,var(--control)_0_1px,transparent_1px_4px)]">
          {t("compare.legend.unknownStart", { letters: listed(unknownStart) })}
        </LegendMark>
      )}
    </ul>
  );
}
