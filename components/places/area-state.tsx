"use client";
import { useCallback } from "react";
import { useFreshness } from "@/components/freshness/use-freshness";
import { Icon } from "@/components/ui/icon";
import { StateWord } from "@/components/ui/panel";
import { levelWords, SeverityBadge, SeverityIcon } from "@/components/ui/severity";
import { useClock } from "@/components/ui/time";
import { useWords } from "@/components/words/words";
import { judgeArea, type AreaState as State, unknownWords } from "@/lib/display/freshness/judge";
import type { AreaOverview } from "@/lib/farm/areas/contract";

/** Dense: rows of the tree are narrow, and names should fit. */
export const TREE_COUNTS = "gap-2! [&>*]:gap-0.5! [&>*]:text-xs!";

/** The state of areas now: severity, healthy, no data, or unknown if the data cannot be trusted. */
export function useAreaStates(): (item: Pick<AreaOverview, "lastReadingAt" | "severities">) => State {
  const { now } = useClock();
  const freshness = useFreshness();
  return useCallback(
    (item) => (freshness ? judgeArea(item, freshness, freshness.facts.readings, now) : "unknown"),
    [freshness, now],
  );
}

const NO_ALERTS = { high: 0, medium: 0, low: 0, plain: 0 };

/** Returns a predicate for areas that send no data while others do, even if an open alert comes first in their state. */
export function useIsSilent(): (item: Pick<AreaOverview, "lastReadingAt">) => boolean {
  const stateOf = useAreaStates();
  return useCallback(
    (item) => stateOf({ lastReadingAt: item.lastReadingAt, severities: NO_ALERTS }) === "no-data",
    [stateOf],
  );
}

/** The state of one area now. */
export function useAreaState(item: AreaOverview): State {
  return useAreaStates()(item);
}

/** Why an area is unknown, as a clause. */
export function useUnknownWords(): string {
  const { t } = useWords();
  const freshness = useFreshness();
  return t(freshness ? unknownWords(freshness) : "freshness.unknown.unread");
}

/** The state at the end of a line: a severity badge, else a word. */
export function StateBadge({
  state,
  item,
}: {
  state: State;
  item: Pick<AreaOverview, "severities" | "plants">;
}) {
  const { t } = useWords();
  if (state === "healthy") return <StateWord state="ok">{t("places.states.healthy")}</StateWord>;
  if (state === "no-data") return <StateWord state="silent">{t("places.states.noData")}</StateWord>;
  if (state === "unknown") return <StateWord state="stale">{t("places.states.unknown")}</StateWord>;
  return <SeverityBadge level={state} word={levelWords(state, item.severities, item.plants).join(", ")} />;
}

/** The mark at the corner of a tile: the worst severity, a green tick, a dash for no data, a clock for unknown. */
export function StateMark({ state }: { state: State }) {
  if (state === "healthy") return <Icon name="ok" className="size-4.5 shrink-0 text-healthy" />;
  if (state === "no-data") return <Icon name="silent" className="size-4.5 shrink-0 text-silent" />;
  if (state === "unknown") return <Icon name="clock" className="size-4.5 shrink-0 text-stale" />;
  return <SeverityIcon level={state} className="size-4.5" />;
}
