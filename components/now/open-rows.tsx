"use client";
import type { ReactNode } from "react";
import { AlertBadge, KindName } from "@/components/alerts/alert-parts";
import { type AlertColumn, AlertRows, COLUMN } from "@/components/alerts/alert-rows";
import {
  GroupIndices,
  GroupOwner,
  GroupPlace,
  GroupSeverities,
} from "@/components/alerts/groups/group-parts";
import { isGroup, rowKey, waitingAlertIds } from "@/components/alerts/groups/group-rows";
import { type Groups, rowProps } from "@/components/alerts/groups/use-groups";
import { useRecovery } from "@/components/alerts/recovery-line";
import { useMayAct } from "@/components/live/site-context";
import type { RowSelection } from "@/components/shell/row-selection";
import { badgeWordOf, levelOf } from "@/components/ui/alert-words";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { indexLabel } from "@/components/ui/index-mark";
import { Owner } from "@/components/ui/panel";
import { OtherDay, useClock } from "@/components/ui/time";
import { useWords } from "@/components/words/words";
import type { ListedAlert } from "@/lib/alerting/alerts/contract";
import {
  AcknowledgeGroup,
  ClosedSince,
  GroupHolder,
  type GroupRow,
  NewsMark,
  type Row,
  type Rows,
  SinceYesterday,
} from "./open-parts";

/*
 * Columns give way as the table gets narrower, so that the place keeps its room: the sparkline first, then the kind
 * moves below the place, then the change goes, last the value. The table's own width decides,
 * because the rail stands beside it or below.
 */
const SPARKLINE = "@max-[62rem]:hidden";
const KIND = "@max-[56rem]:hidden";
const KIND_BELOW = "@min-[56rem]:hidden";
const CHANGE = "@max-[48rem]:hidden";
const VALUE = "@max-[40rem]:hidden";

/** The open alerts as a table: what, where, how it runs, since when, who. */
export function OpenRows({
  alerts,
  groups,
  selection,
  handling,
  goneIds,
  newFrom,
}: Rows & { selection: RowSelection }) {
  const { now } = useClock();
  const where = COLUMN.where(false);
  const columns: AlertColumn[] = [
    {
      ...where,
      cell: (alert) =>
        isGroup(alert) ? (
          <GroupPlace
            alert={alert}
            isOpen={groups.isOpen(alert)}
            onToggle={() => groups.toggle(alert)}
            wordsClass={KIND_BELOW}
          />
        ) : (
          <Inside alert={alert} groups={groups}>
            {where.cell(alert)}
            <div className={cx("mt-0.5 text-xs text-ink-2", KIND_BELOW)}>
              <KindName alert={alert} />
            </div>
          </Inside>
        ),
    },
    {
      ...COLUMN.kind(indexLine),
      className: KIND,
      headClass: "w-36",
      cell: (alert) =>
        isGroup(alert) ? (
          <>
            <GroupSeverities alert={alert} />
            <GroupIndices alert={alert} />
          </>
        ) : (
          COLUMN.kind(indexLine).cell(alert)
        ),
    },
    { ...COLUMN.spark, className: SPARKLINE },
    { ...COLUMN.value(dayLine), className: `num ${VALUE}`, headClass: "w-20" },
    {
      title: "now.open.sinceYesterday",
      className: `num ${CHANGE}`,
      headClass: "w-36",
      cell: (alert) => <SinceYesterday alert={alert} now={now} />,
    },
    {
      ...COLUMN.since,
      cell: (alert) => (
        <>
          <NewsMark alert={alert} newFrom={newFrom} className="float-right pl-1.5 text-xs" />
          {COLUMN.since.cell(alert)}
        </>
      ),
    },
    {
      title: "alerts.columns.owner",
      headClass: "w-36",
      cell: (alert) =>
        goneIds.has(rowKey(alert)) ? (
          <ClosedSince />
        ) : isGroup(alert) ? (
          <GroupNextStep alert={alert} handling={handling} />
        ) : (
          <OwnerOrNextStep alert={alert} handling={handling} />
        ),
    },
  ];
  return (
    <AlertRows
      alerts={alerts}
      columns={columns}
      heading={{
        keyOf: (alert) => levelOf(groups.groupOf.get(rowKey(alert)) ?? alert),
        cell: (run) => <Badges alerts={run.filter((alert) => !groups.groupOf.has(rowKey(alert)))} />,
      }}
      rowProps={(alert) => rowProps(alert, groups, selection)}
    />
  );
}

/** An alert in an open group, with its badge where that is another than that of the group. */
function Inside({ alert, groups, children }: { alert: ListedAlert; groups: Groups; children: ReactNode }) {
  const group = groups.groupOf.get(rowKey(alert));
  if (!group) return children;
  return (
    <div className="pl-5.5">
      {badgeWordOf(group) !== badgeWordOf(alert) && (
        <div className="mb-1">
          <AlertBadge alert={alert} />
        </div>
      )}
      {children}
    </div>
  );
}

/** Who has a group, and the button that acknowledges all of it that needs attention. */
function GroupNextStep({ alert, handling }: GroupRow) {
  const mayAct = useMayAct();
  if (!mayAct || waitingAlertIds(alert).length === 0) return <GroupOwner alert={alert} />;
  return (
    <span className="grid justify-items-start gap-1">
      <AcknowledgeGroup alert={alert} handling={handling} size="sm" />
      <GroupHolder alert={alert} />
    </span>
  );
}

/** One heading for the alerts of a severity, instead of a badge on each row; HIGH and CRITICAL weigh the same. */
function Badges({ alerts }: { alerts: readonly ListedAlert[] }) {
  return (
    <span className="flex gap-1.5">
      {[...new Map(alerts.map((alert) => [badgeWordOf(alert), alert])).entries()].map(([word, alert]) => (
        <AlertBadge key={word} alert={alert} />
      ))}
    </span>
  );
}

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

function OwnerOrNextStep({ alert, handling }: Row) {
  const { t } = useWords();
  const mayAct = useMayAct();
  const recovery = useRecovery(alert);
  if (!mayAct) return <Owner name={alert.owner} className="max-w-28" />;
  if (!alert.attention)
    return (
      // As high as the button that stood here before somebody acknowledged it.
      <span className="flex items-center touch:min-h-target">
        <Owner name={alert.owner} className="max-w-28" />
      </span>
    );
  const button = alert.recovery ? (
    <Button size="sm" pending={recovery.pending} onClick={recovery.confirm}>
      {t("now.open.confirm")}
    </Button>
  ) : (
    <Button
      size="sm"
      pending={handling.isPending(alert.alertId)}
      onClick={() => handling.acknowledge([alert.alertId])}
    >
      {t("now.open.acknowledge")}
    </Button>
  );
  if (alert.owner === null) return button;
  return (
    <span className="grid justify-items-start gap-1">
      {button}
      <Owner name={alert.owner} className="max-w-28" />
    </span>
  );
}
