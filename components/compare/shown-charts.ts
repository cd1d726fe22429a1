"use client";
import { type RefObject, useEffect, useRef } from "react";
import type { IndexName } from "@/lib/base/core/indices";
import type { Plan } from "./plan";
import type { Drawn } from "./use-drawn";

/** One index as it stands on the page: its chart, or the table in its place. */
export type ShownChart = {
  plan: Plan;
  index: IndexName;
  of: Drawn;
  /** What the chart is drawn in. */
  element: RefObject<HTMLElement | null>;
};

export type ShownCharts = RefObject<Map<string, ShownChart>>;

/** Nothing is shown yet. Whoever shows an index says so by {@link useShown}. */
export function useShownCharts(): ShownCharts {
  return useRef(new Map<string, ShownChart>());
}

/** Says what is shown of an index, while it is: the files hold all that is shown when they are asked for. */
export function useShown(charts: ShownCharts, chart: ShownChart): void {
  useEffect(() => {
    const shown = charts.current;
    shown.set(chart.index, chart);
    return () => {
      if (shown.get(chart.index) === chart) shown.delete(chart.index);
    };
  });
}

/** What is in view of some indices, in their order: a phone has one chart at a time. */
export function listShown(charts: ShownCharts, indices: readonly string[]): ShownChart[] {
  return indices.flatMap((index) => {
    const chart = charts.current.get(index);
    return chart?.element.current?.checkVisibility() ? [chart] : [];
  });
}
