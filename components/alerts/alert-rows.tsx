"use client";
import type { ComponentProps, ReactNode } from "react";
import { RowOfSite } from "@/components/live/list-scope";
import { beganAt } from "@/components/ui/alert-words";
import { cx } from "@/components/ui/cx";
import { Num } from "@/components/ui/num";
import { Age, SiteTime, TimeCell, TimeWithAge } from "@/components/ui/time";
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
import type { Evidence, ListedAlert } from "@/lib/alerting/alerts/contract";
import type { PlainKey } from "@/lib/base/words/messages";
import { AlertHints } from "./alert-hints";
import { AlertBadge, KindName, Place } from "./alert-parts";
import { EvidenceSpark } from "./evidence-parts";
import { isGroup, rowKey, rowTimes } from "./groups/group-rows";
import { RecoveryLine } from "./recovery-line";

/** A column of a table of alerts; `className` applies to its heading and its cells. */
export type AlertColumn = {
  title: PlainKey;
  isTitleHidden?: boolean;
  className?: string;
  /** With its width: what a row holds does not widen a column, so that later rows move nothing. */
  headClass?: string;
  cellClass?: string;
  cell: (alert: ListedAlert) => ReactNode;
};

/** Runs of alerts with the same heading, in order. */
function runsOf(alerts: readonly ListedAlert[], keyOf: (alert: ListedAlert) => string) {
  const runs: { id: string; key: string; alerts: ListedAlert[] }[] = [];
  for (const alert of alerts) {
    const last = runs.at(-1);
    const key = keyOf(alert);
    if (last?.key === key) last.alerts.push(alert);
    else runs.push({ id: `${runs.length} ${key}`, key, alerts: [alert] });
  }
  return runs;
}

/**
 * Alerts as rows of a table that open on a click, from 640 px on; narrower screens show cards. Columns give way by the
 * table's own width (`@max-[…]:hidden`), so that the place, which has no width of its own, keeps its room.
 */
export function AlertRows({
  alerts,
  columns,
  heading,
  rowProps,
}: {
  alerts: readonly ListedAlert[];
  columns: readonly AlertColumn[];
  /** What a run of alerts with the same key stands under. */
  heading?: { keyOf: (alert: ListedAlert) => string; cell: (run: readonly ListedAlert[]) => ReactNode };
  rowProps?: (alert: ListedAlert) => ComponentProps<"tr"> & Record<`data-${string}`, unknown>;
}) {
  const { t } = useWords();
  const runs = runsOf(alerts, heading?.keyOf ?? (() => ""));
  return (
    <div className="@container max-sm:hidden">
      <table className="data-table table-fixed">
        <thead>
          <tr>
            {columns.map(({ title, isTitleHidden, className, headClass }) => (
              <th key={title} className={cx(className, headClass)}>
                {isTitleHidden ? <span className="sr-only">{t(title)}</span> : t(title)}
              </th>
            ))}
          </tr>
        </thead>
        {runs.map((run) => (
          <tbody key={run.id}>
            {heading && (
              <tr className="bg-sunken">
                {/* A cell each, since one across all would keep the room of hidden columns. */}
                {columns.map(({ title, className }, place) =>
                  place === 0 ? (
                    <th key={title} scope="rowgroup">
                      {heading.cell(run.alerts)}
                    </th>
                  ) : (
                    <td key={title} className={cx("h-auto p-0", className)} />
                  ),
                )}
              </tr>
            )}
            {run.alerts.map((alert) => (
              <RowOfSite key={rowKey(alert)} site={alert.site}>
                <tr
                  className="relative transition-colors hover:bg-hover [&_:is(label,:is(a,button):not(.covers))]:relative [&_:is(label,:is(a,button):not(.covers))]:z-1"
                  {...rowProps?.(alert)}
                >
                  {columns.map(({ title, className, cellClass, cell }) => (
                    <td key={title} className={cx(className, cellClass)}>
                      {cell(alert)}
                    </td>
                  ))}
                </tr>
              </RowOfSite>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

/** "raised 01:58"; of a group the first of its alerts. */
function Began({ at, alert, className }: { at: string; alert: ListedAlert; className: string }) {
  return (
    <span className={className}>
      {rich(useWords(), isGroup(alert) ? "alerts.times.firstRaised" : "alerts.times.raised", {
        time: <SiteTime at={at} />,
      })}
    </span>
  );
}

/** On a phone, at the end of the line of the badge: "raised 14:12, 30 min ago", or since when the badge holds as well. */
export function BadgeTime({ alert }: { alert: ListedAlert }) {
  const words = useWords();
  const { since, began } = rowTimes(alert);
  return (
    <span className="ml-auto text-right text-sm text-ink-2">
      {rich(words, began ? "alerts.times.since" : "alerts.times.raised", {
        time: <TimeWithAge at={since} />,
      })}
      {began && <Began at={began} alert={alert} className="block text-xs text-ink-3" />}
    </span>
  );
}

/** The columns that lists of alerts share. */
export const COLUMN = {
  severity: {
    title: "alerts.columns.severity",
    headClass: "w-33",
    cell: (alert) => <AlertBadge alert={alert} />,
  },
  spark: {
    title: "alerts.columns.spark",
    headClass: "w-31",
    cell: (alert) => <EvidenceSpark alert={alert} />,
  },
  raised: {
    title: "alerts.columns.raised",
    headClass: "w-36",
    cell: (alert) => <TimeCell at={beganAt(alert)} among={[alert.closedAt]} />,
  },
  /** Of open alerts: since when the severity of the badge holds, and when it all began. */
  since: {
    title: "alerts.columns.since",
    headClass: "w-45",
    cell: (alert) => {
      const { since, began } = rowTimes(alert);
      return (
        <>
          <SiteTime at={since} /> <Age at={since} className="text-xs whitespace-nowrap text-ink-3" />
          {began && <Began at={began} alert={alert} className="block text-xs text-ink-3" />}
        </>
      );
    },
  },
  /** @param asks whether a probable recovery can be confirmed in the cell */
  where: (asks: boolean): AlertColumn => ({
    title: "alerts.columns.where",
    cell: (alert) => (
      <>
        <Place alert={alert} covers />
        <AlertHints alert={alert} />
        <RecoveryLine alert={alert} asks={asks} />
      </>
    ),
  }),
  /** The subject of the alert, above a small line. */
  kind: (line: AlertColumn["cell"]): AlertColumn => ({
    title: "alerts.columns.alert",
    cell: (alert) => (
      <>
        <KindName alert={alert} />
        {line(alert)}
      </>
    ),
  }),
  /** The last value of an alert's index, above a small line. */
  value: (line: (evidence: Evidence, at: string) => ReactNode): AlertColumn => ({
    title: "alerts.columns.value",
    headClass: "w-26",
    cell: ({ evidence }) => (
      <>
        <Num value={evidence?.last?.value} index={evidence?.index} />
        {evidence?.last && line(evidence, evidence.last.at)}
      </>
    ),
  }),
} satisfies Record<string, AlertColumn | ((...options: never[]) => AlertColumn)>;
