"use client";
import { beganAt, kindOf, placeOf, shortId } from "@/components/ui/alert-words";
import { Checkbox } from "@/components/ui/choices";
import { Num } from "@/components/ui/num";
import { Owner } from "@/components/ui/panel";
import { TimeCell } from "@/components/ui/time";
import type { Alert } from "@/lib/alerting/alerts/contract";
import { formatDuration } from "@/lib/base/core/time";
import { AlertHints } from "./alert-hints";
import { AlertBadge, AlertState, Certainty, Place } from "./alert-parts";
import type { Evidence } from "./evidence-parts";
import { EvidenceSpark } from "./evidence-parts";
import { PlaceButton } from "./place-editor";
import { RecoveryLine } from "./recovery-line";
import type { Selection } from "./use-selection";

/** Alerts as rows of a table, from 640 px on. */
export function AlertTable({
  alerts,
  evidence,
  selection,
  canSelect,
  goneIds,
}: {
  alerts: Alert[];
  evidence: Map<string, Evidence>;
  selection: Selection;
  canSelect: boolean;
  goneIds: ReadonlySet<string>;
}) {
  const closed = alerts.every((alert) => alert.status === "closed");
  // What the plants do now says nothing of an alert that is over.
  const isOfNow = !closed;
  return (
    <div className="overflow-x-auto max-sm:hidden">
      <table className="data-table">
        <thead>
          <tr>
            {canSelect && (
              <th className="w-11">
                <span className="sr-only">Select</span>
              </th>
            )}
            <th>Severity</th>
            <th className={isOfNow ? "w-full min-w-36" : "w-[26%] min-w-36"}>Where</th>
            <th className="max-xl:hidden">Place known by</th>
            <th>Alert</th>
            {isOfNow && <th className="max-md:hidden">Last 72 h</th>}
            {isOfNow && <th className="num max-md:hidden">Last value</th>}
            {!isOfNow && <th className="num max-md:hidden">Was open for</th>}
            <th className="max-md:hidden">State</th>
            <th>Raised</th>
            <th>{closed ? "Who had it" : "Who has it"}</th>
          </tr>
        </thead>
        <tbody>
          {alerts.map((alert) => (
            <Row
              key={alert.alertId}
              alert={alert}
              evidence={evidence.get(alert.alertId)}
              selection={selection}
              canSelect={canSelect}
              isOfNow={isOfNow}
              isGone={goneIds.has(alert.alertId)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({
  alert,
  evidence,
  selection,
  canSelect,
  isOfNow,
  isGone,
}: {
  alert: Alert;
  evidence?: Evidence;
  selection: Selection;
  canSelect: boolean;
  isOfNow: boolean;
  isGone: boolean;
}) {
  const { alertId } = alert;
  return (
    <tr
      data-alert={alertId}
      data-cursor={selection.cursor === alertId || undefined}
      data-selected={selection.isSelected(alertId) || undefined}
      className="transition-colors hover:bg-hover"
    >
      {canSelect && (
        <td>
          <Checkbox
            hideLabel
            label={`Select ${placeOf(alert).title}, ${kindOf(alert)}`}
            checked={selection.isSelected(alertId)}
            onChange={() => selection.toggle(alertId)}
            className="-ml-1.5"
          />
        </td>
      )}
      <td>
        <AlertBadge alert={alert} />
      </td>
      <td className="max-w-0 min-w-36">
        <Place alert={alert} />
        <AlertHints alert={alert} />
        <RecoveryLine alert={alert} />
      </td>
      <td className="max-xl:hidden">
        {alert.areas.length === 0 && canSelect ? <PlaceButton alert={alert} /> : <Certainty alert={alert} />}
      </td>
      <td className="whitespace-nowrap">
        {kindOf(alert)}
        <div className="text-xs text-ink-3" title={alert.jobId}>
          {shortId(alert.jobId)}
        </div>
      </td>
      {isOfNow && (
        <td className="max-md:hidden">
          <EvidenceSpark alert={alert} evidence={evidence} />
        </td>
      )}
      {isOfNow && (
        <td className="num max-md:hidden">
          <Num value={evidence?.last?.value} index={evidence?.index} />
          {evidence?.last && <div className="text-xs whitespace-nowrap text-ink-3">{evidence.unit}</div>}
        </td>
      )}
      {!isOfNow && (
        <td className="num text-sm whitespace-nowrap max-md:hidden">
          {alert.closedAt && formatDuration(Date.parse(alert.closedAt) - Date.parse(beganAt(alert)))}
        </td>
      )}
      <td className="max-md:hidden">
        {isGone ? <span className="text-sm text-ink-3">left this list</span> : <AlertState alert={alert} />}
      </td>
      <td>
        <TimeCell at={beganAt(alert)} among={[alert.closedAt]} />
      </td>
      <td className="max-w-40 md:min-w-40">
        {alert.status === "closed" && alert.owner === null ? (
          <span className="text-ink-3">–</span>
        ) : (
          <Owner name={alert.owner} className="max-w-28" />
        )}
      </td>
    </tr>
  );
}
