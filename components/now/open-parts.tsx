"use client";
import type { ComponentProps } from "react";
import { type GroupedAlert, standingWords, waitingAlertIds } from "@/components/alerts/groups/group-rows";
import type { Groups } from "@/components/alerts/groups/use-groups";
import type { HandlingActs } from "@/components/alerts/handling/use-handling";
import { badgeWordOf, levelOf } from "@/components/ui/alert-words";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Change } from "@/components/ui/num";
import { useClock } from "@/components/ui/time";
import { useWords } from "@/components/words/words";
import type { ListedAlert } from "@/lib/alerting/alerts/contract";
import { shortName } from "@/lib/base/core/text";
import { judgeNews } from "./headline";
import { noChangeWords } from "./lists";

/** What the table and the cards of open alerts share. What opened or got worse since `newFrom` is marked. */
export type Rows = {
  alerts: ListedAlert[];
  groups: Groups;
  handling: HandlingActs;
  newFrom: string | null;
  /** Rows that left since they were last shown. */
  goneIds: ReadonlySet<string>;
};

export type Row = { alert: ListedAlert; handling: HandlingActs };
export type GroupRow = { alert: GroupedAlert; handling: HandlingActs };

/** The change of the index since the same hour a day before, or why it is not known. */
export function SinceYesterday({ alert, now }: { alert: ListedAlert; now: Date }) {
  const { evidence } = alert;
  const reason = noChangeWords(useWords(), alert, now);
  return (
    <Change
      from={reason === null ? evidence?.dayBefore : null}
      to={evidence?.last?.value}
      unit={evidence?.unit.replace(/\s?index$/, "")}
      reason={reason}
    />
  );
}

export function AcknowledgeGroup({
  alert,
  handling,
  ...look
}: GroupRow & Pick<ComponentProps<typeof Button>, "size" | "variant" | "className">) {
  const { t } = useWords();
  const ids = waitingAlertIds(alert);
  return (
    <Button {...look} pending={ids.some(handling.isPending)} onClick={() => handling.acknowledge(ids)}>
      {t("now.open.acknowledgeAll", { count: ids.length })}
    </Button>
  );
}

/** Who has its worst alert, where that is in hand and others wait; else how much of it somebody has; nothing if nobody. */
export function GroupHolder({ alert }: { alert: GroupedAlert }) {
  const words = useWords();
  const clock = useClock();
  const { attention, owner, group } = alert;
  const isOne = group.bySeverity[levelOf(alert)] === 1;
  const said =
    !attention && owner !== null && isOne
      ? words.t("now.open.ownerHas", { name: shortName(owner), severity: badgeWordOf(alert) })
      : standingWords(words, group, clock);
  return said && <span className="text-xs text-ink-2 max-sm:text-sm">{said}</span>;
}

/** "new" or "got worse", for what the person has not seen yet. */
export function NewsMark({
  alert,
  newFrom,
  className,
}: {
  alert: ListedAlert;
  newFrom: string | null;
  className: string;
}) {
  const { t } = useWords();
  const news = newFrom === null ? null : judgeNews(alert, newFrom);
  if (!news) return null;
  return (
    <span className={cx("font-medium text-accent", className)}>
      {t(news === "new" ? "now.news.markNew" : "now.news.markWorse")}
    </span>
  );
}

export function ClosedSince() {
  const { t } = useWords();
  return (
    <span className="inline-flex items-center text-sm text-ink-3 sm:touch:min-h-target">
      {t("now.open.closedSince")}
    </span>
  );
}
