"use client";
import { RowOfSite, useIsOfAll } from "@/components/live/list-scope";
import { JobLink } from "@/components/places/job-link";
import type { RowSelection } from "@/components/shell/row-selection";
import { beganAt, kindKey, levelOf, placeOf, shortId } from "@/components/ui/alert-words";
import { Checkbox } from "@/components/ui/choices";
import { cx } from "@/components/ui/cx";
import { indexLabel } from "@/components/ui/index-mark";
import { Link } from "@/components/ui/link";
import { Num } from "@/components/ui/num";
import { Owner } from "@/components/ui/panel";
import { useWords } from "@/components/words/words";
import type { ListedAlert } from "@/lib/alerting/alerts/contract";
import { AlertHints } from "./alert-hints";
import { AlertBadge, AlertState, Certainty, KindName, Place } from "./alert-parts";
import { type AlertColumn, AlertRows, BadgeTime, COLUMN } from "./alert-rows";
import { EvidenceSpark } from "./evidence-parts";
import { GroupNews, GroupOwner, GroupPlace, GroupSeverities } from "./groups/group-parts";
import { isGroup, rowAlertIds, rowKey } from "./groups/group-rows";
import { type Groups, rowProps } from "./groups/use-groups";
import { PlaceButton } from "./place-editor";
import { RecoveryLine } from "./recovery-line";

/** The alerts of a tab: rows with a box to select each where `canSelect`, on a phone cards, with boxes while `isSelecting`. */
export function InboxRows({
  alerts,
  groups,
  selection,
  canSelect,
  isSelecting,
  goneIds,
}: {
  alerts: ListedAlert[];
  groups: Groups;
  selection: RowSelection;
  canSelect: boolean;
  isSelecting: boolean;
  goneIds: ReadonlySet<string>;
}) {
  const isOfAll = useIsOfAll();
  return (
    <>
      <AlertRows
        alerts={alerts}
        columns={inboxColumns(alerts, groups, goneIds, canSelect ? selection : null, isOfAll)}
        rowProps={(alert) => rowProps(alert, groups, selection)}
      />
      <ul className="sm:hidden">
        {alerts.map((alert) => (
          <RowOfSite key={rowKey(alert)} site={alert.site}>
            <Card
              alert={alert}
              groups={groups}
              selection={isSelecting ? selection : null}
              isGone={goneIds.has(rowKey(alert))}
            />
          </RowOfSite>
        ))}
      </ul>
    </>
  );
}

/** Widths of the table from which its columns show, and below which some stand in the place's cell instead. */
const KIND = "@max-[56rem]:hidden";
const KIND_BELOW = "@min-[56rem]:hidden";
const VALUE = "@max-[64rem]:hidden";
const SPARKLINE = "@max-[72rem]:hidden";
const STATE = "@max-[82rem]:hidden";
const KNOWN = "@max-[96rem]:hidden";
const SITE_BELOW = "@min-[96rem]:hidden";

/** Closed alerts show how long they were open instead of present values, which do not concern them. */
function inboxColumns(
  alerts: ListedAlert[],
  groups: Groups,
  goneIds: ReadonlySet<string>,
  selection: RowSelection | null,
  isOfAll: boolean,
): AlertColumn[] {
  const isClosed = alerts.every(({ status }) => status === "closed");
  const select: AlertColumn = {
    title: "alerts.columns.select",
    isTitleHidden: true,
    headClass: "w-11",
    cell: (alert) =>
      selection &&
      canBeSelected(alert, selection) && (
        <SelectionBox alert={alert} selection={selection} className="-ml-1.5" />
      ),
  };
  const where: AlertColumn = {
    ...COLUMN.where(true),
    cell: (alert) => (
      <>
        {isGroup(alert) ? (
          <GroupPlace alert={alert} isOpen={groups.isOpen(alert)} onToggle={() => groups.toggle(alert)} />
        ) : (
          <div className={groups.groupOf.has(rowKey(alert)) ? "pl-5.5" : undefined}>
            {COLUMN.where(true).cell(alert)}
            {selection && alert.areas.length === 0 && !alert.site && <PlaceButton alert={alert} />}
          </div>
        )}
        <div className={cx("mt-0.5 text-xs text-ink-2", isGroup(alert) && "pl-5.5", KIND_BELOW)}>
          <Kind alert={alert} />, <JobName alert={alert} />
        </div>
        {alert.site && (
          <div className={cx("text-sm", isGroup(alert) && "pl-5.5", SITE_BELOW)}>
            <SiteLink site={alert.site} />
          </div>
        )}
      </>
    ),
  };
  const lastDays: AlertColumn[] = [
    { ...COLUMN.spark, className: SPARKLINE },
    { ...COLUMN.value(unitLine), className: `num ${VALUE}` },
  ];
  return [
    ...(selection ? [select] : []),
    COLUMN.severity,
    where,
    isOfAll ? SITE : KNOWN_BY,
    {
      title: "alerts.columns.alert",
      className: KIND,
      headClass: "w-[18%] @min-[96rem]:w-[24%]",
      cell: (alert) => (
        <>
          <Kind alert={alert} />
          <div className="text-xs text-ink-3">
            <JobName alert={alert} />
          </div>
        </>
      ),
    },
    ...(isClosed ? [OPEN_FOR] : lastDays),
    {
      title: "alerts.columns.state",
      className: isClosed ? VALUE : STATE,
      headClass: "w-38",
      cell: (alert) =>
        isGroup(alert) ? <GroupNews alert={alert} className="text-sm" /> : <AlertState alert={alert} />,
    },
    isClosed ? COLUMN.raised : COLUMN.since,
    {
      title: isClosed ? "alerts.columns.ownerOfClosed" : "alerts.columns.owner",
      headClass: "w-36",
      cell: (alert) =>
        goneIds.has(rowKey(alert)) ? (
          <LeftList className="text-sm text-ink-3" />
        ) : isGroup(alert) ? (
          <GroupOwner alert={alert} />
        ) : alert.status === "closed" && alert.owner === null ? (
          <span className="text-ink-3">–</span>
        ) : (
          <Owner name={alert.owner} />
        ),
    },
  ];
}

function LeftList({ className }: { className: string }) {
  const { t } = useWords();
  return <span className={className}>{t("alerts.list.left")}</span>;
}

const Kind = ({ alert }: { alert: ListedAlert }) =>
  isGroup(alert) ? <GroupSeverities alert={alert} /> : <KindName alert={alert} />;

/** The growth job of an alert: its name as the link to its page, else its id. */
function JobName({ alert: { jobId, jobName } }: { alert: ListedAlert }) {
  if (!jobName) return <span title={jobId}>{shortId(jobId)}</span>;
  return <JobLink jobId={jobId} name={jobName} className="relative z-1 wrap-anywhere" />;
}

/** In a list of all sites: the site of an alert, as a link to its Now. */
const SITE: AlertColumn = {
  title: "alerts.columns.site",
  className: KNOWN,
  headClass: "w-44",
  cell: ({ site }) => site && <SiteLink site={site} />,
};

function SiteLink({ site }: { site: NonNullable<ListedAlert["site"]> }) {
  return (
    <Link href="/" title={site.name} className="wrap-anywhere hover:text-accent">
      {site.name}
    </Link>
  );
}

const KNOWN_BY: AlertColumn = {
  title: "alerts.columns.source",
  className: KNOWN,
  headClass: "w-36",
  cell: (alert) => <Certainty alert={alert} />,
};

const OPEN_FOR: AlertColumn = {
  title: "alerts.columns.openFor",
  className: `num ${SPARKLINE}`,
  headClass: "w-30",
  cellClass: "text-sm",
  cell: (alert) => alert.closedAt && <Lasted from={beganAt(alert)} to={alert.closedAt} />,
};

function Lasted({ from, to }: { from: string; to: string }) {
  const { formatDuration } = useWords();
  return formatDuration(Date.parse(to) - Date.parse(from));
}

const unitLine = ({ unit }: { unit: string }) => <div className="text-xs text-ink-3">{unit}</div>;

/** In a list of all sites the person may be only a viewer of some. */
const canBeSelected = (alert: ListedAlert, { selectable }: RowSelection) =>
  rowAlertIds(alert).some((key) => selectable.includes(key));

type Selectable = { alert: ListedAlert; selection: RowSelection };

function SelectionBox({ alert, selection, className }: Selectable & { className: string }) {
  const words = useWords();
  const { t } = words;
  const place = placeOf(words, alert).title;
  return (
    <Checkbox
      hideLabel
      label={
        isGroup(alert)
          ? t("alerts.list.selectGroup", { place, count: alert.group.alerts })
          : t("alerts.list.select", { place, kind: t(kindKey(alert)) })
      }
      checked={selection.isSelected(rowKey(alert))}
      indeterminate={selection.isPartlySelected(rowKey(alert))}
      onChange={() => selection.toggle(rowKey(alert))}
      className={className}
    />
  );
}

/** An alert on a phone: three lines, all of it a link. */
function Card({
  alert,
  groups,
  selection,
  isGone,
}: {
  alert: ListedAlert;
  groups: Groups;
  selection: RowSelection | null;
  isGone: boolean;
}) {
  const { t } = useWords();
  const { evidence } = alert;
  const isOpen = alert.status === "open";
  const group = isGroup(alert) ? alert : null;
  const kind = t(kindKey(alert));
  const index = evidence ? indexLabel(evidence.index) : kind;
  return (
    <li
      data-row={rowKey(alert)}
      data-alert={group ? undefined : alert.alertId}
      data-selected={selection?.isSelected(rowKey(alert)) || undefined}
      className={cx(
        "relative border-b border-hairline bg-surface px-4 py-3 data-selected:bg-selected",
        groups.groupOf.has(rowKey(alert)) && "pl-9",
        isOpen && levelOf(alert) === "high" && "shadow-[inset_0.25rem_0_0_var(--high)]",
      )}
    >
      <div className="flex items-center gap-2">
        {selection && canBeSelected(alert, selection) && (
          <SelectionBox alert={alert} selection={selection} className="z-1 -my-2 -ml-3" />
        )}
        <AlertBadge alert={alert} />
        <BadgeTime alert={alert} />
      </div>
      <div className="mt-2 flex items-end gap-2">
        <div className="min-w-0 flex-1">
          {group ? (
            <GroupPlace alert={group} isOpen={groups.isOpen(group)} onToggle={() => groups.toggle(group)} />
          ) : (
            <>
              <Place alert={alert} covers />
              <AlertHints alert={alert} />
            </>
          )}
        </div>
        {isOpen &&
          (alert.areas.length === 0 && !group && !alert.site ? (
            <PlaceButton alert={alert} />
          ) : (
            <EvidenceSpark alert={alert} />
          ))}
      </div>
      {!group && <RecoveryLine alert={alert} className="mt-1 text-xs" />}
      {alert.site && (
        <div className="mt-1 text-sm text-ink-2">
          <SiteLink site={alert.site} />
        </div>
      )}
      {/* What a group holds and who has it are told whole, on lines of their own if they have to. */}
      <div className={cx("mt-2 flex items-center gap-x-2 text-sm", group && "flex-wrap")}>
        <span className={cx("min-w-0", !group && "truncate")}>
          {group ? <GroupSeverities alert={group} /> : kind === index ? kind : `${kind}, ${index}`}{" "}
          {isOpen && evidence?.last && <Num value={evidence.last.value} index={evidence.index} />}
        </span>
        <span className={cx("ml-auto text-right", group ? "min-w-0" : "shrink-0")}>
          {isGone ? (
            <LeftList className="text-ink-3" />
          ) : group ? (
            <GroupOwner alert={group} />
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
