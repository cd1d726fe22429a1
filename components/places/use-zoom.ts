"use client";
import { parseAsInteger, useQueryStates } from "nuqs";
import { useCallback, useMemo } from "react";
import type { TimeWindow } from "@/components/charts/plot/chart-frame";
import { customWindow } from "./page-inputs";

const ZOOM = { zoomFrom: parseAsInteger, zoomTo: parseAsInteger };

/**
 * The zoomed part of a chart's time in the address, so that Back returns from it.
 * @param whole epoch milliseconds; a part outside of it does not count
 */
export function useZoom(whole: TimeWindow | null) {
  const [{ zoomFrom, zoomTo }, set] = useQueryStates(ZOOM, { history: "push" });
  const part = useMemo(() => {
    const chosen = customWindow(zoomFrom, zoomTo);
    return chosen && whole && chosen.from < whole.to && chosen.to > whole.from ? chosen : null;
  }, [zoomFrom, zoomTo, whole]);
  const zoom = useCallback(
    (next: TimeWindow | null) => {
      // Without a zoom there is nothing to come back to.
      if (next === null && zoomFrom === null) return;
      void set(
        next
          ? { zoomFrom: Math.round(next.from), zoomTo: Math.round(next.to) }
          : { zoomFrom: null, zoomTo: null },
      );
    },
    [set, zoomFrom],
  );
  return { part, zoom, isZoomed: zoomFrom !== null };
}
