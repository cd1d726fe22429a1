"use client";
import { alertHref } from "@/components/alerts/alert-parts";
import { RecoveryLine } from "@/components/alerts/recovery-line";
import { badgeWordOf, beganAt, CLOSE_WORDS, kindOf, levelOf, placeOf } from "@/components/alerts/words";
import { cx } from "@/components/ui/cx";
import { Link } from "@/components/ui/link";
import { SeverityIcon } from "@/components/ui/severity";
import { useClock } from "@/components/ui/time";
import type { HandoverAlert, Happening } from "@/lib/alerting/handover/contract";
import { happenedWords } from "@/lib/alerting/handover/story";
import { siteTimeAmong, siteTimeWithAge } from "@/lib/base/core/time";

/** One alert of a handover: weight by icon and word, place, since when, who has it, what happened, notes. */
export function AlertLine({ alert }: { alert: HandoverAlert }) {
  const { now, zone } = useClock();
  const times = timesOf(alert);
  const at = (time: string) => siteTimeAmong(new Date(time), times, zone, now);
  const isOpen = alert.status === "open";
  const place = placeOf(alert);
  return (
    <li className="grid break-inside-avoid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-3 border-b border-hairline py-1.5 last:border-b-0">
      <span className={cx("flex h-5 items-center gap-1.5 text-sm font-strong", !isOpen && "text-ink-2")}>
        <SeverityIcon level={levelOf(alert)} inherit={!isOpen} className="size-4 print:text-ink-1" />
        {badgeWordOf(alert)}
      </span>
      <div className="min-w-0 text-sm">
        <p className="flex flex-wrap justify-between gap-x-4">
          <span className="min-w-0">
            <Link href={alertHref(alert.alertId)} className="font-strong wrap-anywhere hover:text-accent">
              <bdi>{place.known ? place.title : place.detail}</bdi>
            </Link>
            , {kindOf(alert)}
          </span>
          <span className={isOpen && alert.owner === null ? "font-strong" : undefined}>
            {isOpen ? (alert.owner ?? "Nobody yet") : closedWords(alert, at)}
          </span>
        </p>
        <p className="text-ink-2">
          {isOpen
            ? `Open since ${siteTimeWithAge(new Date(beganAt(alert)), zone, now)}`
            : `Opened ${at(beganAt(alert))}`}
          {storyOf(alert, at)}.
        </p>
        <RecoveryLine alert={alert} asks={false} className="text-sm" />
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

/** All that stand in the line. */
const timesOf = (alert: HandoverAlert): Date[] =>
  [
    beganAt(alert),
    ...(alert.closedAt ? [alert.closedAt] : []),
    ...alert.happened.map(({ at }) => at),
    ...alert.notes.map(({ createdAt }) => createdAt),
  ].map((at) => new Date(at));

function closedWords(alert: HandoverAlert, at: (time: string) => string): string {
  const reason = alert.closeReason ? `, ${CLOSE_WORDS[alert.closeReason]}` : "";
  return `Closed${alert.closedAt ? ` ${at(alert.closedAt)}` : ""}${reason}`;
}

const SAID_ELSEWHERE: Happening[] = ["opened", "closed", "noted"];

/** What the line does not say elsewhere: as what it opened, and all between. */
function storyOf({ happened }: HandoverAlert, at: (time: string) => string): string {
  const opened = happened.find(({ what }) => what === "opened");
  const between = happened.filter(({ what }) => !SAID_ELSEWHERE.includes(what));
  const clauses = between.map((one) => `; ${at(one.at)} ${happenedWords(one, at)}`);
  return `${opened?.severity ? `, as ${opened.severity}` : ""}${clauses.join("")}`;
}
