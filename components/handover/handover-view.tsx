"use client";
import { useQueryStates } from "nuqs";
import { type ReactNode, useMemo } from "react";
import { alertHref } from "@/components/alerts/alert-parts";
import type { RowKind } from "@/components/alerts/held-list";
import { sortByNeed } from "@/components/alerts/needs";
import { RecoveryLine } from "@/components/alerts/recovery-line";
import { NewsBar, useHeld, useHeldRows, useHold } from "@/components/alerts/use-held-list";
import { useFreshness, useNothingReceived } from "@/components/freshness/use-freshness";
import { FailedPanel } from "@/components/live/read-error";
import { useSite } from "@/components/live/site-context";
import { useEndpoint } from "@/components/live/use-endpoint";
import { JobLink } from "@/components/places/job-link";
import { badgeWordOf, beganAt, kindKey, levelOf, placeOf } from "@/components/ui/alert-words";
import { Button } from "@/components/ui/button";
import { Segmented } from "@/components/ui/choices";
import { cx } from "@/components/ui/cx";
import { Link } from "@/components/ui/link";
import { SeverityIcon } from "@/components/ui/severity";
import { SkeletonRows } from "@/components/ui/states";
import { useClock } from "@/components/ui/time";
import { rich } from "@/components/words/rich";
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
import { displayPath } from "@/lib/base/core/paths";
import type { PlainKey } from "@/lib/base/words/messages";
import type { Words } from "@/lib/base/words/words";
import { notificationsWords, readingsWords } from "@/lib/display/freshness/judge";
import { HandoverCharts } from "./handover-charts";
import { handoverInput, sinceParsers, sinceWords } from "./since";

/** The handover of a shift, on the screen as it prints on A4. */
export function HandoverView() {
  const words = useWords();
  const { t } = words;
  const { tenancy } = useSite();
  const { now } = useClock();
  const [{ since }, setSince] = useQueryStates(sinceParsers, { history: "replace" });
  const read = useEndpoint(readHandover, handoverInput(tenancy, since, now));
  const hold = useHold();
  const isPrevious = read.isPlaceholderData;
  // Another period is shown as soon as it is read.
  const scope = `${tenancy?.tenantId} ${since} ${isPrevious}`;
  const sheet = useHeld(hold, read.data, scope);
  const alerts = useMemo(() => read.data && [...read.data.open, ...read.data.closed], [read.data]);
  useHeldRows(hold, "handover", alerts, HANDED_OVER, { scope, isPrevious });
  return (
    <div className="mx-auto grid max-w-190 grid-cols-1 gap-4">
      <NewsBar hold={hold} />
      <header className="no-print flex flex-wrap items-center gap-2.5">
        <h1 className="mr-auto max-sm:sr-only">{t("handover.title")}</h1>
        <Segmented
          label={t("handover.since.label")}
          className="max-sm:w-full max-sm:[&>label]:flex-1"
          options={SINCE.map((value) => ({ value, label: sinceWords(words, value) }))}
          value={since}
          onChange={(value) => void setSince({ since: value })}
        />
        <Button icon="print" variant="primary" className="max-sm:w-full" onClick={() => window.print()}>
          {t("handover.print")}
        </Button>
      </header>
      {since === "shift" && <ShiftTimes />}
      <FailedPanel of={read} title={t("handover.failed")} />
      {sheet ? <Sheet handover={sheet} /> : !read.error && <SkeletonRows label={t("handover.loading")} />}
    </div>
  );
}

/** What a sheet that is being read or printed does not change by itself, but tells of. */
const HANDED_OVER: RowKind<HandoverAlert> = {
  words: "alerts",
  idOf: ({ alertId }) => alertId,
  changeOf: (held, latest) => (factsOf(held) === factsOf(latest) ? null : "changed"),
};

const factsOf = ({ status, happened, notes, areas }: HandoverAlert) =>
  [status, happened.length, notes.length, areas.length].join(" ");

/** When shifts begin, and why a shift that has just begun is not the one shown. */
function ShiftTimes() {
  const { t, listed } = useWords();
  const { tenancy, user } = useSite();
  if (!tenancy) return null;
  return (
    <p className="no-print text-sm text-ink-3">
      {t("handover.shifts", { times: listed(tenancy.shiftTimes) })}
      {user.role === "admin" && (
        <>
          {" "}
          <Link
            href={`/admin/tenancies/${encodeURIComponent(tenancy.tenantId)}`}
            className="font-medium text-accent"
          >
            {t("handover.changeShifts")}
          </Link>
        </>
      )}
    </p>
  );
}

function Sheet({ handover }: { handover: Handover }) {
  const words = useWords();
  const { t, siteTime } = words;
  const { closed, counts, from, timeZone } = handover;
  const open = sortByNeed(handover.open);
  const { now } = useClock();
  return (
    <article
      aria-label={t("handover.sheet")}
      className="handover-sheet grid grid-cols-1 gap-5 rounded-3 border border-hairline bg-surface p-6 max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0 max-sm:p-4"
    >
      <SheetHead handover={handover} />
      <Section title={t("handover.openNow", { count: counts.open })} count={counts.open} alerts={open}>
        {t("handover.noneOpen")}
      </Section>
      <Section
        title={t("handover.closedSince", {
          count: counts.closed,
          time: siteTime(new Date(from), timeZone, now),
        })}
        count={counts.closed}
        alerts={closed}
      >
        {rich(words, "handover.noneClosed", {
          link: <Link href="/alerts?tab=closed" className="font-medium text-accent" />,
        })}
      </Section>
      <HandoverCharts alerts={open} />
    </article>
  );
}

/** Stands instead of empty lists, which say nothing before the first notification. */
function NothingReceived() {
  const { t } = useWords();
  const { tenancy, user } = useSite();
  return (
    <>
      {t("handover.nothingReceived")}{" "}
      {user.role === "admin" && tenancy ? (
        <Link
          href={`/admin/connect/${encodeURIComponent(tenancy.tenantId)}`}
          className="font-medium text-accent"
        >
          {t("alerts.empty.goOn")}
        </Link>
      ) : (
        t("shell.notConnected.askAdmin")
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
  const { t } = useWords();
  const nothingReceived = useNothingReceived();
  return (
    <section>
      <h2 className="border-b border-line pb-1 text-lg">{title}</h2>
      {alerts.length === 0 && (
        <p className="pt-2 text-ink-2">{nothingReceived ? <NothingReceived /> : children}</p>
      )}
      {groupByArea(alerts).map((group) => (
        <div key={group.path ?? ""} className="pt-2.5">
          <h3 className="text-ink-2">
            {group.path === null ? t("alertFacts.unplaced") : displayPath(group.path)}
          </h3>
          <ul>
            {group.alerts.map((alert) => (
              <AlertLine key={alert.alertId} alert={alert} />
            ))}
          </ul>
        </div>
      ))}
      {count > alerts.length && (
        <p className="pt-2 text-ink-2">{t("handover.more", { count: count - alerts.length })}</p>
      )}
    </section>
  );
}

const COUNTS: [keyof Handover["counts"], PlainKey][] = [
  ["opened", "handover.counts.opened"],
  ["rose", "handover.counts.rose"],
  ["taken", "handover.counts.acknowledged"],
  ["noted", "handover.counts.noted"],
  ["snoozed", "handover.counts.snoozed"],
  ["closed", "handover.counts.closed"],
  ["open", "handover.counts.open"],
];

/** Site, period, freshness and outages, and counts. */
function SheetHead({ handover }: { handover: Handover }) {
  const { name, timeZone, from, to, counts } = handover;
  const words = useWords();
  const { t, siteDateTime } = words;
  const { now } = useClock();
  const fresh = useFreshness();
  return (
    <header className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 border-b border-ink-1 pb-2">
        <p className="text-xl font-strong tracking-tight">{t("handover.ofSite", { site: name })}</p>
        <p className="text-sm">
          {t("handover.period", {
            from: siteDateTime(new Date(from), timeZone),
            to: siteDateTime(new Date(to), timeZone),
            zone: timeZone,
          })}
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
            <dt className="text-sm text-ink-2">{t(word)}</dt>
            <dd className="text-lg font-strong">{counts[key]}</dd>
          </div>
        ))}
      </dl>
    </header>
  );
}

/** One alert of a handover: severity, place, since when, owner, what happened, notes. */
function AlertLine({ alert }: { alert: HandoverAlert }) {
  const words = useWords();
  const { t, siteTimeAmong, siteTimeWithAge } = words;
  const { now, zone } = useClock();
  const times = [beganAt(alert), alert.closedAt, ...alert.happened.map((one) => one.at)]
    .concat(alert.notes.map(({ createdAt }) => createdAt))
    .flatMap((time) => (time === null ? [] : new Date(time)));
  const at = (time: string) => siteTimeAmong(new Date(time), times, zone, now);
  const isOpen = alert.status === "open";
  const place = placeOf(words, alert);
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
            , {t(kindKey(alert))}
          </span>
          <span className={isOpen && alert.owner === null ? "font-strong" : undefined}>
            {isOpen ? (alert.owner ?? t("ui.nobody")) : closedWords(words, alert, at)}
          </span>
        </p>
        <p className="text-ink-2">
          {isOpen
            ? t("handover.openSince", { time: siteTimeWithAge(new Date(beganAt(alert)), zone, now) })
            : t("handover.opened", { time: at(beganAt(alert)) })}
          {storyWords(words, alert, at)}.
          {alert.jobName && (
            <>
              {" "}
              {rich(words, "handover.crop", {
                crop: <JobLink jobId={alert.jobId} name={alert.jobName} className="wrap-anywhere" />,
              })}
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

function closedWords({ t }: Words, alert: HandoverAlert, at: (time: string) => string): string {
  const reason = alert.closeReason ?? "other";
  if (alert.closedAt === null) return t("alerts.state.closed", { reason });
  return t("handover.closed", { reason, time: at(alert.closedAt) });
}

const SAID_ELSEWHERE: HandoverEventKind[] = ["opened", "closed", "noted"];

/** The first severity, and the events that the rest of the line leaves out. */
function storyWords(words: Words, { happened }: HandoverAlert, at: (time: string) => string): string {
  const opened = happened.find(({ what }) => what === "opened");
  const between = happened.filter(({ what }) => !SAID_ELSEWHERE.includes(what));
  const clauses = between.map((one) => `; ${at(one.at)} ${describeEvent(words, one, at)}`);
  const as = opened?.severity ? `, ${words.t("handover.as", { severity: opened.severity })}` : "";
  return as + clauses.join("");
}
