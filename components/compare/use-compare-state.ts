"use client";
import { useQueryStates } from "nuqs";
import { useCallback, useMemo } from "react";
import type { TimeWindow } from "@/components/charts/chart-frame";
import { cropDay } from "@/lib/farm/compare/crop";
import { COMPARE_VIEW, type CompareState, chosenOf, isByCrop, type Letter, without } from "./view";

/** What the address says, and the ways to change it. Another choice or time ends the zoom. */
export function useCompareState() {
  const [state, set] = useQueryStates(COMPARE_VIEW);
  const chosen = useMemo(() => chosenOf(state), [state]);
  const crop = isByCrop(state);
  const zoom = useCallback(
    (part: TimeWindow | null) => {
      if (!part) return void set(WHOLE);
      const { from, to } = crop ? inDays(part) : { from: Math.round(part.from), to: Math.round(part.to) };
      void set({ from, to });
    },
    [set, crop],
  );
  const change = (next: Partial<CompareState>) => void set(next);
  const take = (names: string[]) => change(state.what === "areas" ? { area: names } : { job: names });
  return {
    ...{ state, chosen, zoom, take },
    /** Changes what is shown of it. */
    show: (next: Partial<CompareState>) => change({ ...next, ...WHOLE }),
    /** Changes how it is shown. */
    change,
    remove: (name: string) => {
      const { rest, lead } = without(chosen, name, state.lead);
      change({ ...(state.what === "areas" ? { area: rest } : { job: rest }), lead });
    },
    choose: (lead: Letter) => change({ lead }),
  };
}

export type CompareControls = ReturnType<typeof useCompareState>;

const WHOLE = { from: null, to: null } as const;

/** Whole days, two at least: a line needs two points. */
function inDays(part: TimeWindow): TimeWindow {
  const from = Math.max(0, cropDay(part.from));
  return { from, to: Math.max(from + 1, cropDay(part.to)) };
}
