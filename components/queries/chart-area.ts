"use client";
import { useMemo } from "react";
import type { TimeWindow } from "@/components/charts/chart-frame";
import { useEndpoint } from "@/components/live/use-endpoint";
import { withAncestors } from "@/lib/base/core/paths";
import { HOUR_MS } from "@/lib/base/core/time";
import { type Query, queryAreas } from "@/lib/history/queries/contract";
import { type Areas, useAreas } from "./area-field";

const MOST_AREAS = 200;

/** The areas of a query that can be charted, those that it names first; none until they are read. */
export function useChartAreas(query: Query): { areas: Areas; offered: string[] } {
  const areas = useAreas();
  const { data, error } = useEndpoint(queryAreas, { params: { id: query.id } });
  const offered = useMemo(() => {
    const found = data?.items ?? (error ? [] : null);
    // Where nothing is found, or it cannot be read, the chart of each area says what there is.
    return found
      ? offeredOf(
          query,
          (found.length > 0 ? found : areas).map(({ path }) => path),
        )
      : [];
  }, [query, data, error, areas]);
  return { areas, offered };
}

/** Those that are named and hold one of the areas, or the sites where none is named; then the areas. */
function offeredOf({ filters }: Query, found: readonly string[]): string[] {
  const known = new Set(found.flatMap(withAncestors));
  const named = filters.controlAreaPathNames ?? found.map((path) => withAncestors(path)[0] ?? path);
  return [...new Set([...named.filter((path) => known.has(path)), ...found])].slice(0, MOST_AREAS);
}

/** The period of a query, at least an hour long; epoch milliseconds. */
export function windowOf({ filters, createdAt }: Query): TimeWindow {
  const to = Date.parse(filters.to ?? createdAt);
  const from = filters.from ? Date.parse(filters.from) : to;
  return { from, to: Math.max(to, from + HOUR_MS) };
}
