"use client";
import type { ReactNode } from "react";
import { CHART_ORDER } from "@/components/charts/chart-defaults";
import { PhoneTitle } from "@/components/shell/phone-header";
import { Button } from "@/components/ui/button";
import { Segmented } from "@/components/ui/choices";
import { cx } from "@/components/ui/cx";
import { indexLabel } from "@/components/ui/index-mark";
import { Select } from "@/components/ui/select";
import { useWords } from "@/components/words/words";
import { isIndexName } from "@/lib/base/core/indices";
import type { PlainKey } from "@/lib/base/words/messages";
import type { Words } from "@/lib/base/words/words";
import { type Plan, RANGE_DAYS } from "./plan";
import type { CompareControls } from "./use-compare-controls";
import { COMPARE_RANGES, type CompareRange, isByCrop } from "./view";

const INDEX_OPTIONS = CHART_ORDER.map((index) => ({ id: index, label: indexLabel(index) }));
const WIDE_ON_A_PHONE = "max-sm:w-full max-sm:[&>label]:flex-1";

/** The head of the page: areas or jobs, and how they are aligned. */
export function CompareHead({ controls }: { controls: CompareControls }) {
  const { t } = useWords();
  const { state, show } = controls;
  const isOfJobs = state.what === "jobs";
  return (
    <header className="flex flex-wrap items-end gap-x-4 gap-y-2.5">
      <PhoneTitle title={t("compare.title")} />
      <div className="min-w-0 flex-1 basis-80">
        <h1 className="max-sm:sr-only">{t("compare.title")}</h1>
        <p className="text-sm text-ink-2">{t(introduction(isOfJobs, isByCrop(state)))}</p>
      </div>
      <Segmented
        label={t("compare.head.what")}
        className={WIDE_ON_A_PHONE}
        options={[
          { value: "areas", label: t("compare.head.whatAreas") },
          { value: "jobs", label: t("compare.head.whatJobs") },
        ]}
        value={state.what}
        onChange={(what) => show({ what, lead: "A" })}
      />
      <Segmented
        label={t("compare.head.by")}
        className={cx(WIDE_ON_A_PHONE, !isOfJobs && "max-sm:hidden")}
        options={[
          { value: "calendar", label: t("compare.head.byCalendar") },
          { value: "crop", label: t("compare.head.byCrop"), disabled: !isOfJobs },
        ]}
        value={isByCrop(state) ? "crop" : "calendar"}
        onChange={(by) => show({ by })}
      />
    </header>
  );
}

function introduction(isOfJobs: boolean, isCrop: boolean): PlainKey {
  if (isCrop) return "compare.head.crop";
  return isOfJobs ? "compare.head.jobs" : "compare.head.areas";
}

function rangeLabel({ t }: Words, range: CompareRange): string {
  return range === "365d" ? t("compare.tools.year") : t("compare.tools.days", { count: RANGE_DAYS[range] });
}

/** Index, range, values or differences, table; `end` holds the downloads. */
export function CompareTools({
  controls,
  plan,
  end,
}: {
  controls: CompareControls;
  plan: Plan;
  end: ReactNode;
}) {
  const words = useWords();
  const { t } = words;
  const { state, change, show } = controls;
  return (
    <div className="flex flex-wrap items-center gap-2.5">
      <Select
        asFilter
        label={t("compare.tools.index")}
        value={state.index}
        onChange={(index) => isIndexName(index) && change({ index })}
        options={INDEX_OPTIONS}
      />
      {!plan.crop && (
        <Segmented
          label={t("compare.tools.range")}
          className={WIDE_ON_A_PHONE}
          options={COMPARE_RANGES.map((range) => ({ value: range, label: rangeLabel(words, range) }))}
          value={plan.zoomed ? null : state.range}
          onChange={(range) => show({ range })}
        />
      )}
      <Segmented
        label={t("compare.tools.shown")}
        options={[
          { value: "values", label: t("compare.tools.values") },
          { value: "difference", label: t("compare.tools.difference", { lead: plan.lead }) },
        ]}
        value={state.difference ? "difference" : "values"}
        onChange={(shown) => change({ difference: shown === "difference" })}
      />
      <Button icon="table" aria-pressed={state.table} onClick={() => change({ table: !state.table })}>
        {state.table ? t("compare.tools.chart") : t("compare.tools.table")}
      </Button>
      {plan.zoomed && (
        <Button variant="quiet" onClick={() => controls.zoom(null)}>
          {t("compare.tools.wholeRange")}
        </Button>
      )}
      <div className="ml-auto flex gap-2.5 max-sm:hidden">{end}</div>
    </div>
  );
}
