"use client";
import { JobLink } from "@/components/places/job-link";
import type { RowSelection } from "@/components/shell/row-selection";
import { beganAt, kindOf, levelOf, placeOf, shortId } from "@/components/ui/alert-words";
import { Checkbox } from "@/components/ui/choices";
import { cx } from "@/components/ui/cx";
import { indexLabel } from "@/components/ui/index-mark";
import { Num } from "@/components/ui/num";
import { Owner } from "@/components/ui/panel";
import { TimeWithAge } from "@/components/ui/time";
import type { ListedAlert } from "@/lib/alerting/alerts/contract";
import { formatDuration } from "@/lib/base/core/time";
import { AlertHints } from "./alert-hints";
import { AlertBadge, AlertState, Certainty, Place } from "./alert-parts";
import { type AlertColumn, AlertRows, COLUMN } from "./alert-rows";
import { EvidenceSpark } from "./evidence-parts";
import { PlaceButton } from "./place-editor";
import { RecoveryLine } from "./recovery-line";

/** The alerts of a tab: rows with a box to select each where `canSelect`, on a phone cards, with boxes while `isSelecting`. */
export function InboxRows({
  alerts,
  selection,
  canSelect,
  isSelecting,
  goneIds,
}: {
  alerts: ListedAlert[];
  selection: RowSelection;
  canSelect: boolean;
  isSelecting: boolean;
  goneIds: ReadonlySet<string>;
}) {
  return (
    <>
      <AlertRows
        alerts={alerts}
        columns={inboxColumns(alerts, goneIds, canSelect ? selection : null)}
        rowProps={({ alertId }) => ({
          "data-alert": alertId,
          "data-cursor": selection.cursor === alertId || undefined,
          "data-selected": selection.isSelected(alertId) || undefined,
        })}
      />
      <ul className="sm:hidden">
        {alerts.map((alert) => (
          <Card
            key={alert.alertId}
            alert={alert}
            selection={isSelecting ? selection : null}
            isGone={goneIds.has(alert.alertId)}
          />
        ))}
      </ul>
    </>
  );
}

const WIDE = "max-md:hidden";

/** Closed alerts show how long they were open instead of present values, which do not concern them. */
function inboxColumns(
  alerts: ListedAlert[],
  goneIds: ReadonlySet<string>,
  selection: RowSelection | null,
): AlertColumn[] {
  const isClosed = alerts.every(({ status }) => status === "closed");
  const select: AlertColumn = {
    title: "Select",
    isTitleHidden: true,
    headClass: "w-11",
    cell: (alert) => selection && <SelectionBox alert={alert} selection={selection} className="-ml-1.5" />,
  };
  const where = COLUMN.where(true);
  const lastDays: AlertColumn[] = [
    { ...COLUMN.spark, className: WIDE },
    { ...COLUMN.value(unitLine), className: `num ${WIDE}` },
  ];
  return [
    ...(selection ? [select] : []),
    COLUMN.severity,
    isClosed ? { ...where, headClass: "w-[26%] min-w-36" } : where,
    {
      title: "Place known by",
      className: "max-xl:hidden",
      cell: (alert) =>
        alert.areas.length === 0 && selection ? <PlaceButton alert={alert} /> : <Certainty alert={alert} />,
    },
    COLUMN.kind(({ jobId, areas }) => (
      <div className="text-xs text-ink-3" title={jobId}>
        {areas.length > 0 ? (
          <JobLink jobId={jobId} name={shortId(jobId)} className="relative z-1" />
        ) : (
          shortId(jobId)
        )}
      </div>
    )),
    ...(isClosed ? [OPEN_FOR] : lastDays),
    {
      title: "State",
      className: WIDE,
      cell: (alert) =>
        goneIds.has(alert.alertId) ? (
          <span className="text-sm text-ink-3">left this list</span>
        ) : (
          <AlertState alert={alert} />
        ),
    },
    COLUMN.raised,
    {
      title: isClosed ? "Who had it" : "Who has it",
      cellClass: "max-w-40 md:min-w-40",
      cell: ({ status, owner }) =>
        status === "closed" && owner === null ? (
          <span className="text-ink-3">–</span>
        ) : (
          <Owner name={owner} className="max-w-28" />
        ),
    },
  ];
}

const OPEN_FOR: AlertColumn = {
  title: "Was open for",
  className: `num ${WIDE}`,
  cellClass: "text-sm whitespace-nowrap",
  cell: (alert) => alert.closedAt && formatDuration(Date.parse(alert.closedAt) - Date.parse(beganAt(alert))),
};

const unitLine = ({ unit }: { unit: string }) => (
  <div className="text-xs whitespace-nowrap text-ink-3">{unit}</div>
);

type Selectable = { alert: ListedAlert; selection: RowSelection };

function SelectionBox({ alert, selection, className }: Selectable & { className: string }) {
  return (
    <Checkbox
      hideLabel
      label={`Select ${placeOf(alert).title}, ${kindOf(alert)}`}
      checked={selection.isSelected(alert.alertId)}
      onChange={() => selection.toggle(alert.alertId)}
      className={className}
    />
  );
}

/** An alert on a phone: three lines, all of it a link. */
function Card({
  alert,
  selection,
  isGone,
}: {
  alert: ListedAlert;
  selection: RowSelection | null;
  isGone: boolean;
}) {
  const { evidence } = alert;
  const isOpen = alert.status === "open";
  const kind = kindOf(alert);
  const index = evidence ? indexLabel(evidence.index) : kind;
  return (
    <li
      data-alert={alert.alertId}
      data-selected={selection?.isSelected(alert.alertId) || undefined}
      className={cx(
        "relative border-b border-hairline bg-surface px-4 py-3 data-selected:bg-selected",
        isOpen && levelOf(alert) === "high" && "shadow-[inset_0.25rem_0_0_var(--high)]",
      )}
    >
      <div className="flex items-center gap-2">
        {selection && <SelectionBox alert={alert} selection={selection} className="z-1 -my-2 -ml-3" />}
        <AlertBadge alert={alert} />
        <TimeWithAge at={beganAt(alert)} className="ml-auto text-xs text-ink-3" />
      </div>
      <div className="mt-2 flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <Place alert={alert} covers />
          <AlertHints alert={alert} />
        </div>
        {isOpen &&
          (alert.areas.length === 0 ? <PlaceButton alert={alert} /> : <EvidenceSpark alert={alert} />)}
      </div>
      <RecoveryLine alert={alert} className="mt-1 text-xs" />
      <div className="mt-2 flex items-center gap-2 text-sm">
        <span className="min-w-0 truncate">
          {kind === index ? kind : `${kind}, ${index}`}{" "}
          {isOpen && evidence?.last && <Num value={evidence.last.value} index={evidence.index} />}
        </span>
        <span className="ml-auto shrink-0 text-right">
          {isGone ? (
            <span className="text-ink-3">left this list</span>
          ) : isOpen ? (
            <Owner name={alert.owner} />
          ) : (
            <AlertState alert={alert} />
          )}
        </span>
      </div>
    </li>
  );
}
