"use client";
import { useState } from "react";
import { ChartLegend, shownWhere } from "@/components/areas/chart-legend";
import { CHART_ORDER } from "@/components/charts/chart-order";
import { CHART_POINTS } from "@/components/charts/point-budget";
import { useSeries } from "@/components/live/use-series";
import { useTenant } from "@/components/shell/site-context";
import { indexLabel } from "@/components/ui/index-mark";
import { Select } from "@/components/ui/select";
import { SkeletonRows } from "@/components/ui/states";
import { displayPath } from "@/lib/base/core/paths";
import type { Query } from "@/lib/history/queries/contract";
import { areasWithin } from "./area-field";
import { ResultFrame, type ResultView, useResultView } from "./result-frame";

const ALL = "";

/** The values of one area of the query, a chart for each index, over the query's period. */
export function ResultChart({ query }: { query: Query }) {
  const view = useResultView(query);
  const { series, error, read } = useResultSeries(query, view);
  const [index, setIndex] = useState(ALL);
  const { area } = view;
  if (area === undefined || (!series && !error)) return <SkeletonRows rows={4} label="Reading the values" />;
  const present = series?.filter((one) => one.points.length > 0) ?? [];
  const shown = present.filter((one) => index === ALL || one.index === index);
  const options = present.map((one) => ({ id: one.index, label: indexLabel(one.index) }));
  // A phone shows the first.
  const nominal = shownWhere({ phone: shown.slice(0, 1).some(isBalance), wide: shown.some(isBalance) });
  const isPooled = areasWithin(view.areas, [area]) > 1;
  return (
    <ResultFrame
      view={view}
      choices={
        <>
          <Select
            asFilter
            label="Index"
            className="sm:hidden"
            value={shown[0]?.index ?? ALL}
            onChange={setIndex}
            options={options}
          />
          <Select
            asFilter
            label="Index"
            className="max-sm:hidden"
            value={index}
            onChange={setIndex}
            options={[{ id: ALL, label: "all" }, ...options]}
          />
        </>
      }
      above={
        <>
          {!view.table && <ChartLegend pooled={isPooled} pending={false} nominal={nominal} />}
          {series && shown.length === 0 && (
            <p className="py-8 text-center text-sm text-ink-3">
              No value of {displayPath(area)} is stored for this period
              {view.isPart ? ": show the whole period" : ""}.
            </p>
          )}
        </>
      }
      answer={read}
      series={shown}
      chart={{ pooled: isPooled ? "readings" : undefined }}
    />
  );
}

const isBalance = ({ index }: { index: string }) => index === "PEI";

function useResultSeries(query: Query, { area, period }: ResultView) {
  const tenant = useTenant();
  const { indexNames, jobId, includeFilled } = query.filters;
  return useSeries(
    {
      tenant,
      area: area ?? "",
      index: CHART_ORDER.filter((name) => indexNames?.includes(name) ?? true),
      jobId,
      ...period,
      maxPoints: String(CHART_POINTS),
      ...(includeFilled === false ? { includeFilled: "false" as const } : {}),
    },
    { enabled: area !== undefined },
  );
}
