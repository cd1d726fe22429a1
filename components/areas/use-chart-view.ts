"use client";
import { useQueryStates } from "nuqs";
import { useCallback, useMemo } from "react";
import type { TimeWindow } from "@/components/charts/chart-frame";
import { useClock } from "@/components/ui/time";
import { HOUR_MS } from "@/lib/base/core/time";
import { CHART_VIEW, windowShown } from "./area-series";
import { customWindow } from "./range";

/** What the address says about the charts of an area, and the ways to change it. */
export function useChartView() {
  const { now, zone } = useClock();
  const [state, set] = useQueryStates(CHART_VIEW);
  const { range, by, from, to } = state;
  const hour = Math.ceil(now.getTime() / HOUR_MS) * HOUR_MS;
  const window = useMemo(
    () => windowShown({ range, by, from, to }, zone, hour),
    [range, by, from, to, zone, hour],
  );
  const zoom = useCallback(
    (part: TimeWindow | null) =>
      void set(part ? { from: Math.round(part.from), to: Math.round(part.to) } : { from: null, to: null }),
    [set],
  );
  return { ...state, window, zoom, zoomed: customWindow(from, to) !== null, set };
}

export type ChartView = ReturnType<typeof useChartView>;
