"use client";
import { useQueryStates } from "nuqs";
import { useCallback, useMemo } from "react";
import type { TimeWindow } from "@/components/charts/plot/chart-frame";
import { useClock } from "@/components/ui/time";
import type { IndexName } from "@/lib/base/core/indices";
import { HOUR_MS } from "@/lib/base/core/time";
import type { AreaOverview } from "@/lib/farm/areas/contract";
import { cropDay } from "@/lib/farm/compare/crop";
import type { Job } from "@/lib/farm/jobs/contract";
import { planComparison } from "./plan";
import { COMPARE_VIEW, type CompareState, chosenNames, isByCrop, type Letter, removeName } from "./view";

const NO_ZOOM = { from: null, to: null } as const;
/** Back returns from a zoom and from a range. */
const AS_ENTRY = { history: "push" } as const;

/** The state in the address and the ways to change it. */
export function useCompareControls() {
  const [state, set] = useQueryStates(COMPARE_VIEW);
  const chosen = useMemo(() => chosenNames(state), [state]);
  const crop = isByCrop(state);
  const zoom = useCallback(
    (part: TimeWindow | null) => {
      if (!part) return void set(NO_ZOOM, AS_ENTRY);
      const { from, to } = crop ? inDays(part) : { from: Math.round(part.from), to: Math.round(part.to) };
      void set({ from, to }, AS_ENTRY);
    },
    [set, crop],
  );
  const change = (next: Partial<CompareState>) => void set(next);
  const choose = (names: string[]) => change(state.what === "areas" ? { area: names } : { job: names });
  return {
    ...{ state, chosen, zoom, choose },
    /** Changes the subjects, the range or the alignment, which ends the zoom. */
    show: (next: Partial<CompareState>) => void set({ ...next, ...NO_ZOOM }, AS_ENTRY),
    /** Changes how they are shown; the zoom stays. */
    change,
    remove: (name: string) => {
      const { rest, lead } = removeName(chosen, name, state.lead);
      change({ ...(state.what === "areas" ? { area: rest } : { job: rest }), lead });
    },
    setReference: (lead: Letter) => change({ lead }),
  };
}

export type CompareControls = ReturnType<typeof useCompareControls>;

/** Shared by every part of the page. */
export type CompareContext = {
  tenant: string;
  controls: CompareControls;
  areas: readonly AreaOverview[];
  jobs: readonly Job[];
};

/** Whole days, at least two: a line needs two points. */
function inDays(part: TimeWindow): TimeWindow {
  const from = Math.max(0, cropDay(part.from));
  return { from, to: Math.max(from + 1, cropDay(part.to)) };
}

/** The plan of the address for one index; it changes with the hour. */
export function usePlan({ tenant, controls: { state }, jobs }: CompareContext, index: IndexName) {
  const { zone } = useClock();
  const hour = useThisHour();
  return useMemo(
    () => planComparison({ ...state, index }, { tenant, zone, now: hour }, jobs),
    [state, index, tenant, zone, hour, jobs],
  );
}

/** The end of the current hour, epoch milliseconds. */
export function useThisHour(): number {
  return Math.ceil(useClock().now.getTime() / HOUR_MS) * HOUR_MS;
}
