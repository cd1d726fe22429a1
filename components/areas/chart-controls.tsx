"use client";
import { lazy, Suspense, useState } from "react";
import { Button } from "@/components/ui/button";
import { Segmented } from "@/components/ui/field";
import { RANGE_LABELS, RANGES } from "./range";
import type { ChartView } from "./use-chart-view";

const DaysDialog = lazy(async () => ({ default: (await import("./days-dialog")).DaysDialog }));

/** Which time of an area is shown, and how. */
export function ChartControls(props: {
  view: ChartView;
  /** Whether a point stands for a day or more, because the time is long or because days were chosen. */
  daily: boolean;
  /** Whether the tenancy has measurements of fluorescence. */
  hasMeasurements: boolean;
  table: boolean;
  onTable: () => void;
}) {
  const { view, daily, table } = props;
  const [choosing, setChoosing] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-2.5">
      <Segmented
        label="Range"
        className="max-sm:w-full max-sm:[&>label]:flex-1 max-sm:[&>label]:px-1"
        options={RANGES.map((range) => ({ value: range, label: RANGE_LABELS[range] }))}
        value={view.zoomed ? null : view.range}
        onChange={(range) => void view.set({ range, from: null, to: null })}
      />
      <Button icon="calendar" aria-haspopup="dialog" onClick={() => setChoosing(true)}>
        Days
      </Button>
      {props.hasMeasurements && (
        <Segmented
          label="Values"
          options={[
            { value: "indices", label: "Indices" },
            { value: "chf", label: "Fluorescence" },
          ]}
          value={view.show}
          onChange={(show) => void view.set({ show })}
        />
      )}
      {view.show === "indices" && (
        <Segmented
          label="Resolution"
          options={[
            { value: "hour", label: "Hourly", disabled: daily && view.by === "hour" },
            { value: "day", label: "Daily" },
          ]}
          value={daily ? "day" : view.by}
          onChange={(by) => void view.set({ by })}
        />
      )}
      <Button icon="table" aria-pressed={table} onClick={props.onTable}>
        {table ? "Charts" : "Table"}
      </Button>
      {choosing && (
        <Suspense>
          <DaysDialog window={view.window} onChoose={view.zoom} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </div>
  );
}
