"use client";
import type { ReactNode } from "react";
import { CHART_ORDER } from "@/components/charts/chart-defaults";
import { PhoneTitle } from "@/components/shell/phone-header";
import { Button } from "@/components/ui/button";
import { Segmented } from "@/components/ui/choices";
import { cx } from "@/components/ui/cx";
import { indexLabel } from "@/components/ui/index-mark";
import { Select } from "@/components/ui/select";
import { isIndexName } from "@/lib/base/core/indices";
import type { Plan } from "./plan";
import type { CompareControls } from "./use-compare-controls";
import { COMPARE_RANGES, type CompareRange, isByCrop } from "./view";

const RANGE_LABELS: Record<CompareRange, string> = {
  "7d": "7 d",
  "30d": "30 d",
  "90d": "90 d",
  "365d": "1 year",
};
const INDEX_OPTIONS = CHART_ORDER.map((index) => ({ id: index, label: indexLabel(index) }));
const WIDE_ON_A_PHONE = "max-sm:w-full max-sm:[&>label]:flex-1";

/** The head of the page: areas or jobs, and how they are aligned. */
export function CompareHead({ controls }: { controls: CompareControls }) {
  const { state, show } = controls;
  const isOfJobs = state.what === "jobs";
  return (
    <header className="flex flex-wrap items-end gap-x-4 gap-y-2.5">
      <PhoneTitle title="Compare" />
      <div className="min-w-0 flex-1 basis-80">
        <h1 className="max-sm:sr-only">Compare</h1>
        <p className="text-sm text-ink-2">{introduction(isOfJobs, isByCrop(state))}</p>
      </div>
      <Segmented
        label="What is compared"
        className={WIDE_ON_A_PHONE}
        options={[
          { value: "areas", label: "Areas" },
          { value: "jobs", label: "Growth jobs" },
        ]}
        value={state.what}
        onChange={(what) => show({ what, lead: "A" })}
      />
      <Segmented
        label="Lined up"
        className={cx(WIDE_ON_A_PHONE, !isOfJobs && "max-sm:hidden")}
        options={[
          { value: "calendar", label: "By calendar" },
          { value: "crop", label: "By day of crop", disabled: !isOfJobs },
        ]}
        value={isByCrop(state) ? "crop" : "calendar"}
        onChange={(by) => show({ by })}
      />
    </header>
  );
}

function introduction(isOfJobs: boolean, isCrop: boolean): string {
  if (isCrop) return "Growth jobs lined up by day of crop. Day 0 is the first day with a reading of the job.";
  if (isOfJobs) return "Growth jobs at the same time.";
  return "Areas at the same time, each with all below it. Only growth jobs have a day of crop.";
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
  const { state, change, show } = controls;
  return (
    <div className="flex flex-wrap items-center gap-2.5">
      <Select
        asFilter
        label="Index"
        value={state.index}
        onChange={(index) => isIndexName(index) && change({ index })}
        options={INDEX_OPTIONS}
      />
      {!plan.crop && (
        <Segmented
          label="Range"
          className={WIDE_ON_A_PHONE}
          options={COMPARE_RANGES.map((range) => ({ value: range, label: RANGE_LABELS[range] }))}
          value={plan.zoomed ? null : state.range}
          onChange={(range) => show({ range })}
        />
      )}
      <Segmented
        label="Values or differences"
        options={[
          { value: "values", label: "Values" },
          { value: "difference", label: `Difference to ${plan.lead}` },
        ]}
        value={state.difference ? "difference" : "values"}
        onChange={(shown) => change({ difference: shown === "difference" })}
      />
      <Button icon="table" aria-pressed={state.table} onClick={() => change({ table: !state.table })}>
        {state.table ? "Chart" : "Table"}
      </Button>
      {plan.zoomed && (
        <Button variant="quiet" onClick={() => controls.zoom(null)}>
          Whole range
        </Button>
      )}
      <div className="ml-auto flex gap-2.5 max-sm:hidden">{end}</div>
    </div>
  );
}
