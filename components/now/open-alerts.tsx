"use client";
import { AlertHints } from "@/components/alerts/alert-hints";
import { AlertBadge, alertHref, Place, PlaceName } from "@/components/alerts/alert-parts";
import { type AlertColumn, AlertRows, COLUMN } from "@/components/alerts/alert-rows";
import { EvidenceSpark } from "@/components/alerts/evidence-parts";
import type { HandlingActs } from "@/components/alerts/handling/use-handling";
import { RecoveryLine, useRecovery } from "@/components/alerts/recovery-line";
import { useMayAct } from "@/components/live/site-context";
import { badgeWordOf, beganAt, kindOf, levelOf, placeOf } from "@/components/ui/alert-words";
import { PathLine } from "@/components/ui/area-name";
import { Button, LinkButton } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Icon } from "@/components/ui/icon";
import { IndexMark, indexLabel } from "@/components/ui/index-mark";
import { Link } from "@/components/ui/link";
import { Change, Num } from "@/components/ui/num";
import { Owner } from "@/components/ui/panel";
import { OtherDay, SiteTime, TimeWithAge, useClock } from "@/components/ui/time";
import type { ListedAlert } from "@/lib/alerting/alerts/contract";
import { judgeNews } from "./headline";
import { isRecent } from "./lists";

/*
 * Columns give way as the table gets narrower, so that the place keeps its room: the sparkline first, then the kind
 * moves below the place, then the change goes, last the value. The table's own width decides,
 * because the rail stands beside it or below.
 */
const SPARKLINE = "@max-[57rem]:hidden";
const KIND = "@max-[51rem]:hidden";
const KIND_BELOW = "@min-[51rem]:hidden";
const CHANGE = "@max-[43rem]:hidden";
const VALUE = "@max-[36rem]:hidden";

/** What opened or got worse since `newFrom` is marked. */
type Rows = {
  alerts: ListedAlert[];
  handling: HandlingActs;
  newFrom: string | null;
  /** Alerts that closed since the rows were last shown. */
  goneIds: ReadonlySet<string>;
};

/** The open alerts as a table: what, where, how it runs, since when, who. */
export function OpenRows({ alerts, handling, goneIds, newFrom }: Rows) {
  const { now } = useClock();
  const where = COLUMN.where(false);
  const columns: AlertColumn[] = [
    {
      ...where,
      cell: (alert) => (
        <>
          {where.cell(alert)}
          <div className={cx("mt-0.5 text-xs text-ink-2", KIND_BELOW)}>{kindOf(alert)}</div>
        </>
      ),
    },
    { ...COLUMN.kind(indexLine), className: KIND },
    { ...COLUMN.spark, className: SPARKLINE },
    { ...COLUMN.value(dayLine), className: `num ${VALUE}` },
    {
      title: "Since yesterday",
      className: `num ${CHANGE}`,
      cell: ({ evidence }) => {
        const isComparable = evidence?.last && isRecent(evidence.last, now);
        return <Change from={isComparable ? evidence.dayBefore : null} to={evidence?.last?.value} />;
      },
    },
    {
      ...COLUMN.raised,
      cell: (alert) => (
        <>
          {COLUMN.raised.cell(alert)}
          <NewsMark alert={alert} newFrom={newFrom} className="block text-xs" />
        </>
      ),
    },
    {
      title: "Who has it",
      cellClass: "max-w-36 min-w-32",
      cell: (alert) =>
        goneIds.has(alert.alertId) ? <ClosedSince /> : <OwnerOrNextStep alert={alert} handling={handling} />,
    },
  ];
  return <AlertRows alerts={alerts} columns={columns} heading={BY_SEVERITY} className="@container" />;
}

/** One heading for the alerts of a severity, instead of a badge on each row; HIGH and CRITICAL weigh the same. */
const BY_SEVERITY = {
  keyOf: levelOf,
  cell: (run: readonly ListedAlert[]) => (
    <span className="flex gap-1.5">
      {[...new Map(run.map((alert) => [badgeWordOf(alert), alert])).entries()].map(([word, alert]) => (
        <AlertBadge key={word} alert={alert} />
      ))}
    </span>
  ),
};

/** The unit; of a plant alert, whose kind names no index, the index too. */
function indexLine({ category, evidence }: ListedAlert) {
  const unit = evidence?.unit === "index" ? "" : evidence?.unit;
  const label = evidence && indexLabel(evidence.index);
  return (
    <div className="text-xs text-ink-3">
      {category ? [label, unit].filter(Boolean).join(", ") : evidence?.unit}
    </div>
  );
}

const dayLine = (_: unknown, at: string) => (
  <OtherDay at={at} className="block text-xs whitespace-nowrap text-ink-3" />
);

/** "new" or "got worse", for what the person has not seen yet. */
function NewsMark({
  alert,
  newFrom,
  className,
}: {
  alert: ListedAlert;
  newFrom: string | null;
  className: string;
}) {
  const news = newFrom === null ? null : judgeNews(alert, newFrom);
  if (!news) return null;
  return (
    <span className={cx("font-medium text-accent", className)}>{news === "new" ? "new" : "got worse"}</span>
  );
}

const ClosedSince = () => (
  <span className="inline-flex items-center text-sm text-ink-3 sm:touch:min-h-target">closed since</span>
);

type Row = { alert: ListedAlert; handling: HandlingActs };

function OwnerOrNextStep({ alert, handling }: Row) {
  const mayAct = useMayAct();
  const recovery = useRecovery(alert.alertId);
  if (!mayAct) return <Owner name={alert.owner} className="max-w-28" />;
  if (!alert.attention)
    return (
      // As high as the button that stood here before somebody acknowledged it.
      <span className="flex items-center touch:min-h-target">
        <Owner name={alert.owner} className="max-w-28" />
      </span>
    );
  if (alert.recovery)
    return (
      <Button size="sm" pending={recovery.pending} onClick={recovery.confirm}>
        Confirm
      </Button>
    );
  return (
    <Button
      size="sm"
      pending={handling.isPending(alert.alertId)}
      onClick={() => handling.acknowledge([alert.alertId])}
    >
      Acknowledge
    </Button>
  );
}

const MAX_CARDS = 3;
const MAX_LINES = 8;

/** On a phone: HIGH alerts as cards with their next step, then the others as lines. */
export function OpenCards({ alerts, handling, open, newFrom, goneIds }: Rows & { open: number }) {
  const cards = alerts.filter((alert) => levelOf(alert) === "high").slice(0, MAX_CARDS);
  const rest = alerts.filter((alert) => !cards.includes(alert)).slice(0, MAX_LINES);
  const primary = cards.find(({ alertId, attention }) => attention && !goneIds.has(alertId));
  return (
    <div className="grid grid-cols-1 gap-3 sm:hidden">
      {cards.map((alert) => (
        <Card
          key={alert.alertId}
          {...{ alert, handling, newFrom }}
          isPrimary={alert === primary}
          isGone={goneIds.has(alert.alertId)}
        />
      ))}
      {rest.length > 0 && (
        <section className="rounded-3 border border-hairline bg-surface">
          <header className="flex min-h-target items-center border-b border-hairline px-4">
            <h2 className="flex-1">{cards.length > 0 ? "Then" : "Open alerts"}</h2>
            <Link href="/alerts" className="grid min-h-target place-items-center font-medium text-accent">
              All {open}
            </Link>
          </header>
          {rest.map((alert) => (
            <Line key={alert.alertId} alert={alert} newFrom={newFrom} isGone={goneIds.has(alert.alertId)} />
          ))}
        </section>
      )}
    </div>
  );
}

function Card({
  alert,
  handling,
  newFrom,
  isPrimary,
  isGone,
}: Row & { newFrom: string | null; isPrimary: boolean; isGone: boolean }) {
  const mayTake = useMayAct() && alert.attention;
  const { evidence } = alert;
  return (
    <article className="overflow-hidden rounded-3 border border-hairline border-l-4 border-l-high bg-surface py-3.5 pr-4 pl-3.5">
      <div className="flex items-center gap-2">
        <AlertBadge alert={alert} />
        <NewsMark alert={alert} newFrom={newFrom} className="text-sm" />
        <span className="ml-auto text-sm text-ink-2">
          raised <TimeWithAge at={beganAt(alert)} />
        </span>
      </div>
      <div className="mt-2.5 flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <Place alert={alert} />
          <AlertHints alert={alert} />
        </div>
        <EvidenceSpark alert={alert} />
      </div>
      <RecoveryLine alert={alert} className="mt-1.5 text-xs" />
      <div className="mt-2.5">
        {evidence ? (
          <span className="inline-flex flex-wrap items-center gap-x-1.5">
            <IndexMark index={evidence.index} />
            {indexLabel(evidence.index)}
            <Num value={evidence.last?.value} index={evidence.index} unit={evidence.unit} />
          </span>
        ) : (
          <span>{kindOf(alert)}</span>
        )}
        {evidence?.last && <OtherDay at={evidence.last.at} className="ml-1.5 text-sm text-ink-3" />}
      </div>
      <div className="mt-3 flex items-center gap-2">
        {isGone ? (
          <span className="flex-1">
            <ClosedSince />
          </span>
        ) : mayTake ? (
          <Button
            variant={isPrimary ? "primary" : "outline"}
            className="flex-1"
            pending={handling.isPending(alert.alertId)}
            onClick={() => handling.acknowledge([alert.alertId])}
          >
            Acknowledge
          </Button>
        ) : (
          <span className="flex min-w-0 flex-1 items-center gap-1.5">
            <Owner name={alert.owner} />
            {alert.acknowledgedAt && (
              <span className="text-sm whitespace-nowrap text-ink-3">
                since <SiteTime at={alert.acknowledgedAt} />
              </span>
            )}
          </span>
        )}
        <LinkButton href={alertHref(alert.alertId)}>Open</LinkButton>
      </div>
    </article>
  );
}

function Line({ alert, newFrom, isGone }: { alert: ListedAlert; newFrom: string | null; isGone: boolean }) {
  const { evidence } = alert;
  return (
    <Link
      href={alertHref(alert.alertId)}
      className="flex min-h-target items-center gap-3 border-b border-hairline px-4 py-3 -outline-offset-2 last:rounded-b-3 last:border-b-0"
    >
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2">
          <AlertBadge alert={alert} />
          <PlaceName alert={alert} className="font-strong" />
          {isGone ? (
            <span className="ml-auto shrink-0">
              <ClosedSince />
            </span>
          ) : (
            <NewsMark alert={alert} newFrom={newFrom} className="ml-auto shrink-0 text-sm" />
          )}
        </span>
        <span className="mt-1 flex gap-3 text-sm text-ink-2">
          <PathLine path={placeOf(alert).detail} className="flex-1" />
          <span className="whitespace-nowrap">
            {kindOf(alert)}{" "}
            {evidence?.last && (
              <>
                <Num value={evidence.last.value} index={evidence.index} />{" "}
                <OtherDay at={evidence.last.at} className="text-ink-3" />
              </>
            )}
          </span>
        </span>
        <RecoveryLine alert={alert} asks={false} className="mt-1 text-xs" />
      </span>
      <Icon name="chevron-right" className="size-4 shrink-0 text-ink-3" />
    </Link>
  );
}
