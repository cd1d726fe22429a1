"use client";
import { useMemo } from "react";
import type { TimeWindow } from "@/components/charts/chart-frame";
import { isWithin } from "@/lib/core/paths";
import type { Query } from "@/lib/queries/contract";
import { type Areas, useAreas } from "./area-field";

const MOST_AREAS = 200;

/** The areas of a query that can be charted, its own first. */
export function useChartAreas(query: Query): { areas: Areas; offered: string[] } {
  const areas = useAreas();
  const offered = useMemo(() => areasOf(query, areas), [query, areas]);
  return { areas, offered };
}

/** Those of the query, or the sites, and what lies below them. */
function areasOf(query: Query, areas: Areas): string[] {
  const chosen = query.filters.controlAreaPathNames;
  const roots = areas.filter((area) => area.parent === null).map((area) => area.path);
  const tops = chosen ?? roots;
  const below = areas
    .map((area) => area.path)
    .filter((path) => !tops.includes(path) && tops.some((top) => isWithin(path, top)));
  return [...tops, ...below].slice(0, MOST_AREAS);
}

/** The period of a query, at least an hour long; epoch milliseconds. */
export function windowOf({ filters, createdAt }: Query): TimeWindow {
  const to = Date.parse(filters.to ?? createdAt);
  const from = filters.from ? Date.parse(filters.from) : to;
  return { from, to: Math.max(to, from + 3_600_000) };
}
