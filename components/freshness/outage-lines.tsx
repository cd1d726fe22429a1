"use client";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Icon } from "@/components/ui/icon";
import { useClock } from "@/components/ui/time";
import { useWords } from "@/components/words/words";
import type { Outage } from "@/lib/alerting/outages/contract";
import { describeMissing, OUTAGE_CAUSE_WORDS } from "@/lib/alerting/outages/describe";
import { dismissOutages } from "@/lib/web/preferences/actions";

/** Outages in a list that is held still while somebody reads. */
export const OUTAGE_ROWS = { words: "outages", idOf: ({ startedAt }: Outage) => startedAt } as const;

const SHOWN = 2;

function Lines({ outages }: { outages: Outage[] }) {
  const words = useWords();
  const { now, zone } = useClock();
  const more = outages.length - SHOWN;
  return (
    <ul className="min-w-0 flex-1">
      {outages.slice(0, SHOWN).map((outage) => (
        <li key={outage.startedAt}>
          <span className="font-strong">{describeMissing(words, outage, zone, now)}.</span>{" "}
          <span className="text-ink-2">{words.t(OUTAGE_CAUSE_WORDS[outage.cause])}.</span>
        </li>
      ))}
      {more > 0 && <li className="text-ink-2">{words.t("outages.more", { count: more })}</li>}
    </ul>
  );
}

const LOOK = "flex items-start gap-2.5 text-sm text-stale-text [&_svg]:mt-0.5";

/** Above a list of alerts: the outages of the last 24 hours, whose alerts it may lack. */
export function OutageLines({ outages }: { outages: Outage[] }) {
  if (outages.length === 0) return null;
  return (
    <div className={cx(LOOK, "border-b border-hairline bg-stale-tint px-4 py-2")}>
      <Icon name="clock" className="size-4 shrink-0" />
      <Lines outages={outages} />
    </div>
  );
}

/**
 * The same on Now, as a notice that can be dismissed in this browser; the list of alerts, the charts and the ledger keep it.
 * @param seen RFC 3339; outages up to then were dismissed before
 */
export function OutageNotice({ outages: all, seen }: { outages: Outage[]; seen: string | null }) {
  const { t } = useWords();
  const [dismissed, setDismissed] = useState(seen ?? "");
  const outages = all.filter(({ startedAt }) => startedAt > dismissed);
  const [newest] = outages;
  if (!newest) return null;
  const dismiss = () => {
    setDismissed(newest.startedAt);
    void dismissOutages(newest.startedAt);
  };
  return (
    <section
      aria-label={t("outages.label")}
      className={cx(LOOK, "rounded-3 border border-stale bg-stale-tint px-4 py-3")}
    >
      <Icon name="clock" className="size-4 shrink-0" />
      <Lines outages={outages} />
      {newest.endedAt !== null && (
        <Button size="sm" variant="quiet" className="-my-0.5" onClick={dismiss}>
          {t("outages.dismiss")}
        </Button>
      )}
    </section>
  );
}
