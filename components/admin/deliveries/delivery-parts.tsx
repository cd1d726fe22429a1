"use client";

import { cx } from "@/components/ui/cx";
import { Icon, type IconName } from "@/components/ui/icon";
import { useClock } from "@/components/ui/time";
import { useWords } from "@/components/words/words";
import type { OUTCOMES } from "@/lib/alerting/deliveries/contract";
import type { ListFilter } from "@/lib/alerting/deliveries/list";
import type { PlainKey } from "@/lib/base/words/messages";

export type Outcome = (typeof OUTCOMES)[number];

const LOOKS: Record<Outcome, { word: PlainKey; icon: IconName; ok?: boolean; strong?: boolean }> = {
  accepted: { word: "admin.deliveries.outcome.accepted", icon: "ok", ok: true },
  duplicate: { word: "admin.deliveries.outcome.duplicate", icon: "flat" },
  quarantined: { word: "admin.deliveries.outcome.quarantined", icon: "box", strong: true },
  spooled: { word: "admin.deliveries.outcome.spooled", icon: "clock" },
  rejected: { word: "admin.deliveries.outcome.rejected", icon: "failed", strong: true },
};

export const outcomeWord = (outcome: Outcome) => LOOKS[outcome].word;

export const outcomeIcon = (outcome: Outcome) => LOOKS[outcome].icon;

/** The outcome of a delivery; not in red, which is for plants. */
export function OutcomeMark({ outcome }: { outcome: Outcome }) {
  const { t } = useWords();
  const { word, icon, ok, strong } = LOOKS[outcome];
  return (
    <span
      className={cx(
        "flex items-center gap-1.5 text-sm whitespace-nowrap",
        strong ? "font-strong text-ink-1" : "text-ink-2",
      )}
    >
      <Icon name={icon} className={cx("size-4 shrink-0", ok && "text-healthy")} />
      {t(word)}
    </span>
  );
}

/** Site time to the second, as several deliveries may come in a minute; with the day unless it is today. */
export function ReceivedTime({ at }: { at: string }) {
  const { siteTime, siteDateTime } = useWords();
  const { now, zone } = useClock();
  const date = new Date(at);
  const short = siteTime(date, zone, now);
  const full = siteDateTime(date, zone);
  const text = short.includes(":") ? short : full;
  const seconds = String(date.getUTCSeconds()).padStart(2, "0");
  return (
    <time dateTime={at} title={`${full}, ${zone}`}>
      {/\d:\d\d$/.test(text) ? `${text}:${seconds}` : text}
    </time>
  );
}

/** The address of the list with some filters changed; a changed filter starts again at the newest. */
export function listAddress(filter: ListFilter, changes: Partial<ListFilter>): string {
  const narrowed = Object.keys(changes).some((name) => name !== "id");
  const next = { ...filter, ...(narrowed ? { before: undefined, id: undefined } : {}), ...changes };
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(next))
    if (value !== undefined && !(name === "period" && value === "day")) search.set(name, value);
  const text = search.toString();
  return text ? `/admin/deliveries?${text}` : "/admin/deliveries";
}
