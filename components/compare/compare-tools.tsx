"use client";
import type { ReactNode } from "react";
import { CHART_ORDER } from "@/components/charts/chart-order";
import { Button } from "@/components/ui/button";
import { indexLabel } from "@/components/ui/index-mark";
import { Segmented } from "@/components/ui/segmented";
import { Select } from "@/components/ui/select";
import { isIndexName } from "@/lib/base/core/indices";
import type { Plan } from "./plan";
import type { CompareControls } from "./use-compare-state";
import { COMPARE_RANGES, type CompareRange } from "./view";

const RANGE_LABELS: Record<CompareRange, string> = {
  "7d": "7 d",
  "30d": "30 d",
  "90d": "90 d",
  "365d": "1 year",
};
const INDEX_OPTIONS = CHART_ORDER.map((index) => ({ id: index, label: indexLabel(index) }));

/** Index, time, differences, table; at the end what takes it away as a file. */
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
          className="max-sm:w-full max-sm:[&>label]:flex-1"
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
