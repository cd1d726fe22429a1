"use client";
import { useQueryStates } from "nuqs";
import type { ReactNode } from "react";
import { alertHref } from "@/components/alerts/alert-parts";
import { RecoveryLine } from "@/components/alerts/recovery-line";
import { useFreshness, useNothingReceived } from "@/components/freshness/use-freshness";
import { FailedPanel } from "@/components/live/read-error";
import { useSite } from "@/components/live/site-context";
import { useEndpoint } from "@/components/live/use-endpoint";
import { JobLink } from "@/components/places/job-link";
import { badgeWordOf, beganAt, CLOSE_WORDS, kindOf, levelOf, placeOf } from "@/components/ui/alert-words";
import { Button } from "@/components/ui/button";
import { Segmented } from "@/components/ui/choices";
import { cx } from "@/components/ui/cx";
import { Link } from "@/components/ui/link";
import { SeverityIcon } from "@/components/ui/severity";
import { SkeletonRows } from "@/components/ui/states";
import { useClock } from "@/components/ui/time";
import { useWords } from "@/components/words/words";
import {
  type Handover,
  type HandoverAlert,
  type HandoverEventKind,
  readHandover,
} from "@/lib/alerting/handover/contract";
import { groupByArea, SINCE } from "@/lib/alerting/handover/rules";
import { describeEvent } from "@/lib/alerting/handover/story";
import { describeOutage } from "@/lib/alerting/outages/describe";
import { listed } from "@/lib/base/core/text";
import { siteDateTime, siteTime, siteTimeAmong, siteTimeWithAge } from "@/lib/base/core/time";
import { notificationsWords, readingsWords } from "@/lib/display/freshness/judge";
import { HandoverCharts } from "./handover-charts";
import { handoverInput, SINCE_WORDS, sinceParsers } from "./since";

/** The handover of a shift, on the screen as it prints on A4. */
export function HandoverView() {
  const { tenancy } = useSite();
  const { now } = useClock();
  const [{ since }, setSince] = useQueryStates(sinceParsers, { history: "replace" });
  const read = useEndpoint(readHandover, handoverInput(tenancy, since, now));
  return (
    <div className="mx-auto grid max-w-190 grid-cols-1 gap-4">
      <header className="no-print flex flex-wrap items-center gap-2.5">
        <h1 className="mr-auto max-sm:sr-only">Handover</h1>
        <Segmented
          label="Since"
          className="max-sm:w-full max-sm:[&>label]:flex-1"
          options={SINCE.map((value) => ({ value, label: SINCE_WORDS[value] }))}
          value={since}
          onChange={(value) => void setSince({ since: value })}
        />
        <Button icon="print" variant="primary" className="max-sm:w-full" onClick={() => window.print()}>
          Print
        </Button>
      </header>
      {since === "shift" && <ShiftTimes />}
      <FailedPanel of={read} title="The handover could not be read" />
      {read.data ? (
        <Sheet handover={read.data} />
      ) : (
        !read.error && <SkeletonRows label="Reading the handover" />
      )}
    </div>
  );
}

/** When shifts begin, and why a shift that has just begun is not the one shown. */
function ShiftTimes() {
  const { tenancy, user } = useSite();
  if (!tenancy) return null;
  return (
    <p className="no-print text-sm text-ink-3">
      Shifts begin at {listed(tenancy.shiftTimes)}; for two hours after a change the one that ended is shown.
      {user.role === "admin" && (
        <>
          {" "}
          <Link
            href={`/admin/tenancies/${encodeURIComponent(tenancy.tenantId)}`}
            className="font-medium text-accent"
          >
            Change the times
          </Link>
        </>
      )}
    </p>
  );
}

function Sheet({ handover }: { handover: Handover }) {
  const { open, closed, counts, from, timeZone } = handover;
  const { now } = useClock();
  return (
    <article
      aria-label="The sheet"
      className="handover-sheet grid grid-cols-1 gap-5 rounded-3 border border-hairline bg-surface p-6 max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0 max-sm:p-4"
    >
      <SheetHead handover={handover} />
      <Section title={`Open now: ${counts.open}`} count={counts.open} alerts={open}>
        No alert was open when this was read; the lines above say how far that may be trusted.
      </Section>
      <Section
        title={`Closed since ${siteTime(new Date(from), timeZone, now)}: ${counts.closed}`}
        count={counts.closed}
        alerts={closed}
      >
        None closed in this time. Choose an earlier start above, or see{" "}
        <Link href="/alerts?tab=closed" className="font-medium text-accent">
          all closed alerts
        </Link>
        .
      </Section>
      <HandoverCharts alerts={open} />
    </article>
  );
}

/** Stands instead of empty lists, which say nothing before the first notification. */
function NothingReceived() {
  const { tenancy, user } = useSite();
  return (
    <>
      No notification has been received yet, so nothing is known of alerts.{" "}
      {user.role === "admin" && tenancy ? (
        <Link
          href={`/admin/connect/${encodeURIComponent(tenancy.tenantId)}`}
          className="font-medium text-accent"
        >
          Go on connecting
        </Link>
      ) : (
        "Your admin connects the service."
      )}
    </>
  );
}

/** Alerts by area; `children` stand instead of an empty list. */
function Section({
  title,
  count,
  alerts,
  children,
}: {
  title: string;
  count: number;
  alerts: HandoverAlert[];
  children: ReactNode;
}) {
  const nothingReceived = useNothingReceived();
  return (
    <section>
      <h2 className="border-b border-line pb-1 text-lg">{title}</h2>
      {alerts.length === 0 && (
        <p className="pt-2 text-ink-2">{nothingReceived ? <NothingReceived /> : children}</p>
      )}
      {groupByArea(alerts).map((group) => (
        <div key={group.path ?? ""} className="pt-2.5">
          <h3 className="text-ink-2">{group.title}</h3>
          <ul>
            {group.alerts.map((alert) => (
              <AlertLine key={alert.alertId} alert={alert} />
            ))}
          </ul>
        </div>
      ))}
      {count > alerts.length && (
        <p className="pt-2 text-ink-2">And {count - alerts.length} more, which the inbox lists.</p>
      )}
    </section>
  );
}

const COUNTS: [keyof Handover["counts"], string][] = [
  ["opened", "opened"],
  ["rose", "rose"],
  ["taken", "taken up"],
  ["noted", "with a note"],
  ["snoozed", "snoozed"],
  ["closed", "closed"],
  ["open", "open now"],
];

/** Site, period, freshness and outages, and counts. */
function SheetHead({ handover }: { handover: Handover }) {
  const { name, timeZone, from, to, counts } = handover;
  const words = useWords();
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
      <ul className="grid gap-0.5 text-sm text-ink-2">
        <li>
          {fresh
            ? notificationsWords(words, fresh.notifications, timeZone, now)
            : words.t("freshness.report.nothingKnownOfNotifications")}
        </li>
        <li>
          {fresh
            ? readingsWords(words, fresh.readings, timeZone, now)
            : words.t("freshness.report.nothingKnown")}
        </li>
        {handover.outages.map((outage) => (
          <li key={outage.startedAt} className="font-strong text-stale-text">
            {describeOutage(words, outage, timeZone, now)}
          </li>
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

/** One alert of a handover: severity, place, since when, owner, what happened, notes. */
function AlertLine({ alert }: { alert: HandoverAlert }) {
  const { now, zone } = useClock();
  const times = [beganAt(alert), alert.closedAt, ...alert.happened.map((one) => one.at)]
    .concat(alert.notes.map(({ createdAt }) => createdAt))
    .flatMap((time) => (time === null ? [] : new Date(time)));
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
          {storyWords(alert, at)}.
          {alert.jobName && (
            <>
              {" Crop: "}
              <JobLink jobId={alert.jobId} name={alert.jobName} className="wrap-anywhere" />
            </>
          )}
        </p>
        <RecoveryLine alert={alert} asks={false} className="text-sm" />
        {alert.notes.map((note) => (
          <p key={note.id} className="mt-0.5 border-l-2 border-line pl-2 wrap-anywhere whitespace-pre-line">
            {note.text}{" "}
            <span className="text-ink-3">
              ({note.author}, {at(note.createdAt)})
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

const SAID_ELSEWHERE: HandoverEventKind[] = ["opened", "closed", "noted"];

/** The first severity, and the events that the rest of the line leaves out. */
function storyWords({ happened }: HandoverAlert, at: (time: string) => string): string {
  const opened = happened.find(({ what }) => what === "opened");
  const between = happened.filter(({ what }) => !SAID_ELSEWHERE.includes(what));
  const clauses = between.map((one) => `; ${at(one.at)} ${describeEvent(one, at)}`);
  return `${opened?.severity ? `, as ${opened.severity}` : ""}${clauses.join("")}`;
}
