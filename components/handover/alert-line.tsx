"use client";
import Link from "next/link";
import { alertHref } from "@/components/alerts/alert-parts";
import { badgeWordOf, beganAt, CLOSE_WORDS, kindOf, levelOf, placeOf } from "@/components/alerts/words";
import { useClock } from "@/components/ui/clock";
import { SeverityIcon } from "@/components/ui/severity";
import { siteTime, siteTimeWithAge } from "@/lib/core/time";
import type { HandoverAlert } from "@/lib/handover/contract";
import { happenedWords } from "@/lib/handover/story";

/** One alert of a handover: weight by icon and word, place, since when, who has it, what happened, notes. */
export function AlertLine({ alert }: { alert: HandoverAlert }) {
  const { now, zone } = useClock();
  const at = (time: string) => siteTime(new Date(time), zone, now);
  const isOpen = alert.status === "open";
  return (
    <li className="grid break-inside-avoid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-3 border-b border-hairline py-1.5 last:border-b-0">
      <span className="flex h-5 items-center gap-1.5 text-sm font-strong">
        <SeverityIcon level={levelOf(alert)} className="size-4 print:text-ink-1" />
        {badgeWordOf(alert)}
      </span>
      <div className="min-w-0 text-sm">
        <p className="flex flex-wrap justify-between gap-x-4">
          <span className="min-w-0">
            <Link href={alertHref(alert.alertId)} className="font-strong wrap-anywhere hover:text-accent">
              {placeOf(alert).title}
            </Link>
            , {kindOf(alert)}
          </span>
          <span className={isOpen && alert.owner === null ? "font-strong" : undefined}>
            {isOpen ? (alert.owner ?? "Nobody yet") : closedWords(alert, at)}
          </span>
        </p>
        <p className="text-ink-2">
          Open since {isOpen ? siteTimeWithAge(new Date(beganAt(alert)), zone, now) : at(beganAt(alert))}
          {storyOf(alert, at)}.
        </p>
        {alert.notes.map((note) => (
          <p key={note.id} className="mt-0.5 border-l-2 border-line pl-2 wrap-anywhere whitespace-pre-line">
            {note.text}{" "}
            <span className="text-ink-3">
              {note.author}, {at(note.createdAt)}
            </span>
          </p>
        ))}
      </div>
    </li>
  );
}

function closedWords(alert: HandoverAlert, at: (time: string) => string): string {
  const reason = alert.closeReason ? `, ${CLOSE_WORDS[alert.closeReason]}` : "";
  return `Closed${alert.closedAt ? ` ${at(alert.closedAt)}` : ""}${reason}`;
}

/** What the line does not say elsewhere: as what it opened, and all between. */
function storyOf({ happened }: HandoverAlert, at: (time: string) => string): string {
  const opened = happened.find(({ what }) => what === "opened");
  const between = happened.filter(({ what }) => what !== "opened" && what !== "closed");
  const clauses = between.map((one) => `; ${at(one.at)} ${happenedWords(one, at)}`);
  return `${opened?.severity ? `, as ${opened.severity}` : ""}${clauses.join("")}`;
}
