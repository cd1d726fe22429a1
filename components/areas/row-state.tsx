"use client";
import { useMemo } from "react";
import { useAreaStates, useIsSilent } from "@/components/places/area-state";
import { cx } from "@/components/ui/cx";
import { Icon } from "@/components/ui/icon";
import { SEVERITY_LEVELS, SeverityIcon, type SeverityLevel } from "@/components/ui/severity";
import { useClock } from "@/components/ui/time";
import { useWords } from "@/components/words/words";
import { INDEX_FACTS } from "@/lib/base/core/indices";
import { DAY_MS, HOUR_MS } from "@/lib/base/core/time";
import type { Words } from "@/lib/base/words/words";
import type { TreeArea } from "@/lib/farm/areas/contract";
import { type TreeOrder, trendOf } from "@/lib/farm/areas/order";
import { fitRow } from "@/lib/farm/areas/row-fit";
import type { SearchTerms } from "@/lib/farm/areas/tree";
import { countWords } from "./later-words";

type RowSettings = {
  wanted: SearchTerms | null;
  order: TreeOrder;
  /** Width of the rows, in pixels. */
  width: number;
  isTouch: boolean;
};

/** State that all rows share, computed once. */
export type RowView = ReturnType<typeof useRowView>;

export function useRowView({ wanted, order, width, isTouch }: RowSettings) {
  const { siteTime } = useWords();
  const { now, zone } = useClock();
  const stateOf = useAreaStates();
  const isSilent = useIsSilent();
  return useMemo(() => {
    const times = new Map<string, string>();
    /** Site time of an instant. */
    const timeOf = (at: string) => {
      const known = times.get(at) ?? siteTime(new Date(at), zone, now);
      times.set(at, known);
      return known;
    };
    return { now, stateOf, isSilent, timeOf, wanted, order, width, isTouch };
  }, [siteTime, now, zone, stateOf, isSilent, wanted, order, width, isTouch]);
}

/**
 * The end of a row of the tree: open alerts, silence, Health and its trend. Only Health when all is well. What has
 * no room beside the name is dropped, Health before any count.
 * @param room for the name and this together, in pixels
 */
export function RowState({ item, room, view }: { item: TreeArea; room: number; view: RowView }) {
  const words = useWords();
  const { t } = words;
  const { now } = view;
  const state = view.stateOf(item);
  const isSilent = view.isSilent(item);
  const hasAlert = item.openAlerts > 0;
  if (!hasAlert && state === "unknown")
    return <span className="text-xs whitespace-nowrap text-stale-text">{t("areas.row.unknown")}</span>;
  if (!hasAlert && isSilent)
    return <span className="text-xs whitespace-nowrap text-ink-3">{silenceWords(words, item, now)}</span>;
  const health = isSilent || state === "unknown" ? null : item.health;
  const levels = SEVERITY_LEVELS.filter((level) => item.severities[level] > 0);
  const fit = fitRow(room, item.name, {
    counts: levels.map((level) => item.severities[level]),
    hasHealth: health !== null,
    hasTrend: trendOf(health) !== null,
    isSilent: hasAlert && isSilent,
  });
  return (
    <span className="flex shrink-0 items-center gap-2">
      {!hasAlert && <span className="sr-only">{t("areas.row.healthy")}</span>}
      {health && fit.health !== "none" && (
        <RowHealth {...{ health, view }} hasArrow={fit.health === "whole"} />
      )}
      {hasAlert && isSilent && <Silent words={silenceWords(words, item, now)} />}
      <RowCounts {...{ levels, item }} shown={fit.counts} />
    </span>
  );
}

function silenceWords({ t, formatDuration }: Words, { lastReadingAt }: TreeArea, now: Date): string {
  if (lastReadingAt === null) return t("areas.row.noReadings");
  const length = now.getTime() - Date.parse(lastReadingAt);
  // In one unit, as there is little room.
  const unit = length >= DAY_MS ? DAY_MS : length >= HOUR_MS ? HOUR_MS : 1;
  return t("areas.row.noData", { length: formatDuration(length - (length % unit)) });
}

function Silent({ words }: { words: string }) {
  return (
    <span title={words} className="text-ink-3">
      <Icon name="silent" className="size-3.5" />
      <span className="sr-only">{words}</span>
    </span>
  );
}

/** The newest Health with its trend; when sorted by worsening, the change instead. */
function RowHealth({
  health,
  hasArrow,
  view,
}: {
  health: NonNullable<TreeArea["health"]>;
  hasArrow: boolean;
  view: RowView;
}) {
  const { t, formatIndexValue, formatSigned } = useWords();
  const trend = trendOf(health);
  const change = trend ? formatSigned(trend.change) : null;
  const value = formatIndexValue(health.value, "HEALTH");
  const said = { value, trend: trend?.to ?? "other", change: change ?? "" } as const;
  const isFalling = trend?.to === "falls";
  return (
    <span
      title={t("areas.row.healthAt", {
        ...said,
        unit: INDEX_FACTS.HEALTH.unit,
        time: view.timeOf(health.at),
      })}
      className={cx("inline-flex items-center gap-0.5 text-xs", isFalling ? "text-ink-1" : "text-ink-3")}
    >
      <span className="sr-only">{t("areas.row.health", said)}</span>
      <span aria-hidden="true">{view.order === "worsening" ? (change ?? value) : value}</span>
      {trend && hasArrow && (
        <Icon name={trend.to} className={cx("size-3 shrink-0", trend.to === "flat" && "opacity-60")} />
      )}
    </span>
  );
}

/** Icon and count of the levels that fit, the rest in one number. Acknowledged counts have a lighter weight. */
function RowCounts({ levels, item, shown }: { levels: SeverityLevel[]; item: TreeArea; shown: number }) {
  const words = useWords();
  const rest = levels.slice(shown);
  const restCount = rest.reduce((sum, level) => sum + item.severities[level], 0);
  const wordsOf = (level: SeverityLevel) => countWords(words, level, item);
  return (
    <>
      {levels.slice(0, shown).map((level) => (
        <span key={level} title={wordsOf(level)} className="inline-flex items-center gap-0.5 text-xs">
          <SeverityIcon level={level} className="size-3.5" />
          <span className="sr-only">{wordsOf(level)}</span>
          <span
            aria-hidden="true"
            className={item.waiting[level] > 0 ? "font-strong text-ink-1" : "font-normal text-ink-3"}
          >
            {item.severities[level]}
          </span>
        </span>
      ))}
      {rest.length > 0 && (
        <span title={rest.map(wordsOf).join("; ")} className="text-xs text-ink-3">
          <span className="sr-only">{rest.map(wordsOf).join("; ")}</span>
          <span aria-hidden="true">+{restCount}</span>
        </span>
      )}
    </>
  );
}
