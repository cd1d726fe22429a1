"use client";
import type { ReactNode } from "react";
import { AlertHints, SnoozeHint } from "@/components/alerts/alert-hints";
import { AlertBadge, alertHref, Place, PlaceName } from "@/components/alerts/alert-parts";
import { BadgeTime } from "@/components/alerts/alert-rows";
import { EvidenceSpark } from "@/components/alerts/evidence-parts";
import { GroupOwner, GroupPlace } from "@/components/alerts/groups/group-parts";
import {
  type GroupedAlert,
  isGroup,
  MAX_SHOWN,
  rowKey,
  waitingAlertIds,
} from "@/components/alerts/groups/group-rows";
import type { Groups } from "@/components/alerts/groups/use-groups";
import { RecoveryLine } from "@/components/alerts/recovery-line";
import { useMayAct } from "@/components/live/site-context";
import { kindKey, levelOf, placeOf } from "@/components/ui/alert-words";
import { PathLine } from "@/components/ui/area-name";
import { Button, LinkButton } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Icon } from "@/components/ui/icon";
import { IndexMark, indexLabel } from "@/components/ui/index-mark";
import { Link } from "@/components/ui/link";
import { Num } from "@/components/ui/num";
import { Owner } from "@/components/ui/panel";
import { OtherDay, SiteTime, useClock } from "@/components/ui/time";
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
import type { ListedAlert } from "@/lib/alerting/alerts/contract";
import { noChangeWords } from "./lists";
import {
  AcknowledgeGroup,
  ClosedSince,
  GroupHolder,
  NewsMark,
  type Row,
  type Rows,
  SinceYesterday,
} from "./open-parts";

const MAX_CARDS = 3;
const MAX_LINES = 8;

/** On a phone: HIGH alerts as cards with their next step, then the others as lines. */
export function OpenCards({
  alerts,
  groups,
  handling,
  open,
  newFrom,
  goneIds,
}: Rows & { open: number | null }) {
  const { t } = useWords();
  const cards = alerts.filter((alert) => levelOf(alert) === "high").slice(0, MAX_CARDS);
  const rest = alerts.filter((alert) => !cards.includes(alert)).slice(0, MAX_LINES);
  const primary = cards.find((alert) => alert.attention && !goneIds.has(rowKey(alert)));
  const isGone = (alert: ListedAlert) => goneIds.has(rowKey(alert));
  const inside = (alert: ListedAlert) =>
    groups.rows
      .filter((row) => isGroup(alert) && groups.groupOf.get(rowKey(row)) === alert)
      .map((row) => <Line key={row.alertId} alert={row} newFrom={newFrom} isGone={false} />);
  return (
    <div className="grid grid-cols-1 gap-3 sm:hidden">
      {cards.map((alert) => (
        <Card
          key={rowKey(alert)}
          {...{ alert, groups, handling, newFrom }}
          isPrimary={alert === primary}
          isGone={isGone(alert)}
        >
          {inside(alert)}
        </Card>
      ))}
      {rest.length > 0 && (
        <section className="rounded-3 border border-hairline bg-surface">
          <header className="flex min-h-target items-center border-b border-hairline px-4">
            <h2 className="flex-1">{t(cards.length > 0 ? "now.open.then" : "now.open.title")}</h2>
            <Link href="/alerts" className="grid min-h-target place-items-center font-medium text-accent">
              {open === null ? t("now.open.allOfThem") : t("now.open.all", { count: open })}
            </Link>
          </header>
          {rest.map((alert) =>
            isGroup(alert) ? (
              <GroupLine key={rowKey(alert)} alert={alert} groups={groups}>
                {inside(alert)}
              </GroupLine>
            ) : (
              <Line key={rowKey(alert)} alert={alert} newFrom={newFrom} isGone={isGone(alert)} />
            ),
          )}
        </section>
      )}
    </div>
  );
}

/** A group on a phone: its place and how many alerts it holds, which open below it. */
function GroupLine({
  alert,
  groups,
  children,
}: {
  alert: GroupedAlert;
  groups: Groups;
  children: ReactNode;
}) {
  return (
    <div className="border-b border-hairline last:border-b-0">
      <div className="relative flex items-start gap-2 px-4 py-3">
        <AlertBadge alert={alert} />
        <div className="min-w-0 flex-1">
          <GroupPlace alert={alert} isOpen={groups.isOpen(alert)} onToggle={() => groups.toggle(alert)} />
        </div>
      </div>
      <div className="pl-4 empty:hidden">{children}</div>
    </div>
  );
}

function Card({
  alert,
  groups,
  handling,
  newFrom,
  isPrimary,
  isGone,
  children,
}: Row & {
  groups: Groups;
  newFrom: string | null;
  isPrimary: boolean;
  isGone: boolean;
  /** The alerts of an open group. */
  children: ReactNode;
}) {
  const words = useWords();
  const { t } = words;
  const { now } = useClock();
  const group = isGroup(alert) ? alert : null;
  const mayAct = useMayAct();
  const mayTake = mayAct && alert.attention;
  const waitsIn = (one: GroupedAlert) => mayAct && waitingAlertIds(one).length > 0;
  const { evidence } = alert;
  return (
    <article className="overflow-hidden rounded-3 border border-hairline border-l-4 border-l-high bg-surface py-3.5 pr-4 pl-3.5">
      <div className="flex items-center gap-2">
        <AlertBadge alert={alert} />
        <NewsMark alert={alert} newFrom={newFrom} className="text-sm" />
        <BadgeTime alert={alert} />
      </div>
      <div className="mt-2.5 flex items-start gap-2">
        <div className="min-w-0 flex-1">
          {group ? (
            <div className="relative">
              <GroupPlace alert={group} isOpen={groups.isOpen(group)} onToggle={() => groups.toggle(group)} />
            </div>
          ) : (
            <>
              <Place alert={alert} />
              <AlertHints alert={alert} />
            </>
          )}
        </div>
        <EvidenceSpark alert={alert} />
      </div>
      {!group && <RecoveryLine alert={alert} className="mt-1.5 text-xs" />}
      <div className="mt-2.5">
        {evidence ? (
          <span className="inline-flex flex-wrap items-center gap-x-1.5">
            <IndexMark index={evidence.index} />
            {alert.type !== null && alert.recovery === null
              ? t("now.open.isLow", { index: indexLabel(evidence.index) })
              : indexLabel(evidence.index)}
            <Num value={evidence.last?.value} index={evidence.index} unit={evidence.unit} />
          </span>
        ) : (
          <span>{t(kindKey(alert))}</span>
        )}
        {evidence?.last && <OtherDay at={evidence.last.at} className="ml-1.5 text-sm text-ink-3" />}
        {noChangeWords(words, alert, now) === null && (
          <span className="flex items-center gap-1 text-sm text-ink-2">
            {rich(words, "now.open.changeSinceYesterday", {
              change: <SinceYesterday alert={alert} now={now} />,
            })}
          </span>
        )}
      </div>
      {group && waitsIn(group) && (
        <div className="mt-2">
          <GroupHolder alert={group} />
        </div>
      )}
      {!group && mayTake && alert.owner !== null && (
        <div className="mt-2">
          <Owner name={alert.owner} />
        </div>
      )}
      <div className="mt-3 flex items-center gap-2">
        {isGone ? (
          <span className="flex-1">
            <ClosedSince />
          </span>
        ) : group && waitsIn(group) ? (
          <AcknowledgeGroup
            alert={group}
            handling={handling}
            variant={isPrimary ? "primary" : "outline"}
            className="flex-1"
          />
        ) : group ? (
          <span className="min-w-0 flex-1">
            <GroupOwner alert={group} />
          </span>
        ) : mayTake ? (
          <Button
            variant={isPrimary ? "primary" : "outline"}
            className="flex-1"
            pending={handling.isPending(alert.alertId)}
            onClick={() => handling.acknowledge([alert.alertId])}
          >
            {t("now.open.acknowledge")}
          </Button>
        ) : (
          <span className="flex min-w-0 flex-1 items-center gap-1.5">
            <Owner name={alert.owner} />
            {alert.acknowledgedAt && (
              <span className="text-sm whitespace-nowrap text-ink-3">
                {rich(words, "now.open.acknowledgedSince", { time: <SiteTime at={alert.acknowledgedAt} /> })}
              </span>
            )}
          </span>
        )}
        {group ? (
          <Button aria-expanded={groups.isOpen(group)} onClick={() => groups.toggle(group)}>
            {groups.isOpen(group)
              ? t("now.open.hide")
              : t("now.open.show", { count: Math.min(group.group.alerts, MAX_SHOWN) })}
            <Icon
              name="chevron-down"
              className={cx("size-4 transition-transform", groups.isOpen(group) && "rotate-180")}
            />
          </Button>
        ) : (
          <LinkButton href={alertHref(alert.alertId)}>{t("now.open.openAlert")}</LinkButton>
        )}
      </div>
      <div className="mt-3 -mr-4 -mb-3.5 -ml-3.5 border-t border-hairline empty:hidden">{children}</div>
    </article>
  );
}

function Line({ alert, newFrom, isGone }: { alert: ListedAlert; newFrom: string | null; isGone: boolean }) {
  const words = useWords();
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
          <PathLine path={placeOf(words, alert).detail} className="flex-1" />
          <span className="whitespace-nowrap">
            {words.t(kindKey(alert))}{" "}
            {evidence?.last && (
              <>
                <Num value={evidence.last.value} index={evidence.index} />{" "}
                <OtherDay at={evidence.last.at} className="text-ink-3" />
              </>
            )}
          </span>
        </span>
        <SnoozeHint alert={alert} />
        <RecoveryLine alert={alert} asks={false} className="mt-1 text-xs" />
      </span>
      <Icon name="chevron-right" className="size-4 shrink-0 text-ink-3" />
    </Link>
  );
}
