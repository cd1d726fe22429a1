"use client";
import type { ReactNode } from "react";
import { useFreshness } from "@/components/shell/use-freshness";
import { useClock } from "@/components/ui/time";
import type { Handover } from "@/lib/alerting/handover/contract";
import { causeWords, missingWords } from "@/lib/alerting/outages/words";
import { siteDateTime } from "@/lib/base/core/time";
import { notificationsWords, readingsWords } from "@/lib/display/freshness/judge";

const COUNTS: [keyof Handover["counts"], string][] = [
  ["opened", "opened"],
  ["rose", "rose"],
  ["taken", "taken up"],
  ["noted", "with a note"],
  ["snoozed", "snoozed"],
  ["closed", "closed"],
  ["open", "open now"],
];

/** Which site, from when until when, how far it may be trusted, and what happened in numbers. */
export function SheetHead({ handover }: { handover: Handover }) {
  const { name, timeZone, from, to, counts } = handover;
  const { now } = useClock();
  const fresh = useFreshness();
  return (
    <header className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 border-b border-ink-1 pb-2">
        <p className="text-xl font-strong tracking-tight">{name}: handover</p>
        <p className="text-sm">
          {siteDateTime(new Date(from), timeZone)} to {siteDateTime(new Date(to), timeZone)}, site time (
          {timeZone})
        </p>
      </div>
      <ul className="grid gap-0.5 text-sm">
        <Line>
          {fresh
            ? notificationsWords(fresh.notifications, timeZone, now)
            : "Nothing is known of the notifications"}
          .
        </Line>
        <Line>
          {fresh ? readingsWords(fresh.readings, timeZone, now) : "Nothing is known of the readings"}.
        </Line>
        {handover.outages.map((outage) => (
          <Line key={outage.startedAt} unsure>
            {missingWords(outage, timeZone, now)}: {causeWords(outage)}.
          </Line>
        ))}
      </ul>
      <dl className="flex flex-wrap gap-x-6 gap-y-1">
        {COUNTS.map(([key, word]) => (
          <div key={key} className="flex flex-row-reverse items-baseline gap-1.5">
            <dt className="text-sm text-ink-2">{word}</dt>
            <dd className="text-lg font-strong">{counts[key]}</dd>
          </div>
        ))}
      </dl>
    </header>
  );
}

function Line({ unsure = false, children }: { unsure?: boolean; children: ReactNode }) {
  return <li className={unsure ? "font-strong text-stale-text" : "text-ink-2"}>{children}</li>;
}
