"use client";

import { useFreshness } from "@/components/shell/use-freshness";
import { useClock } from "@/components/ui/clock";
import { Icon } from "@/components/ui/icon";
import { SeverityCounts, SeverityIcon } from "@/components/ui/severity";
import type { AreaOverview } from "@/lib/areas/contract";
import { formatDuration } from "@/lib/core/time";
import { judgeArea, type AreaState as State } from "@/lib/freshness/judge";

/** What an area may claim now: its severity, healthy, no data, or unknown where we cannot be sure. */
export function useAreaState(item: AreaOverview): State {
  const { now } = useClock();
  const freshness = useFreshness();
  if (!freshness) return "unknown";
  return judgeArea(item, freshness.readings, freshness.facts.readings, now);
}

/** The end of a row of the tree: counts of open alerts, or how long nothing has come. Nothing when all is well. */
export function AreaState({ item }: { item: AreaOverview }) {
  const { now } = useClock();
  const state = useAreaState(item);
  if (item.openAlerts > 0) return <SeverityCounts counts={item.severities} className="gap-2!" />;
  if (state !== "no-data") return null;
  return <span className="text-xs whitespace-nowrap text-ink-3">{silence(item, now)}</span>;
}

function silence(item: AreaOverview, now: Date): string {
  if (item.lastReadingAt === null) return "never any";
  return `no data ${formatDuration(now.getTime() - Date.parse(item.lastReadingAt)).replace(/ \d+ (min|h)$/, "")}`;
}

/** The mark at the corner of a tile: the worst severity, a green tick, a dash for no data, a clock for unknown. */
export function StateMark({ state }: { state: State }) {
  if (state === "healthy") return <Icon name="ok" className="size-4.5 shrink-0 text-healthy" />;
  if (state === "no-data") return <Icon name="silent" className="size-4.5 shrink-0 text-silent" />;
  if (state === "unknown") return <Icon name="clock" className="size-4.5 shrink-0 text-stale" />;
  return <SeverityIcon level={state} className="size-4.5" />;
}
