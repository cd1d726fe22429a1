"use client";
import { beganAt, kindOf, levelOf, placeOf } from "@/components/ui/alert-words";
import { Checkbox } from "@/components/ui/choices";
import { cx } from "@/components/ui/cx";
import { indexLabel } from "@/components/ui/index-mark";
import { Num } from "@/components/ui/num";
import { Owner } from "@/components/ui/panel";
import { TimeWithAge } from "@/components/ui/time";
import type { Alert } from "@/lib/alerting/alerts/contract";
import { AlertHints } from "./alert-hints";
import { AlertBadge, AlertState, Place } from "./alert-parts";
import type { Evidence } from "./evidence-parts";
import { EvidenceSpark } from "./evidence-parts";
import { PlaceButton } from "./place-editor";
import { RecoveryLine } from "./recovery-line";
import type { Selection } from "./use-selection";

/** Alerts on a phone: three lines each, the whole of it a link; while they are being selected, a box to tick. */
export function AlertCards({
  alerts,
  evidence,
  selection,
  goneIds,
}: {
  alerts: Alert[];
  evidence: Map<string, Evidence>;
  /** Null while nothing is being selected. */
  selection: Selection | null;
  goneIds: ReadonlySet<string>;
}) {
  return (
    <ul className="sm:hidden">
      {alerts.map((alert) => (
        <Card
          key={alert.alertId}
          alert={alert}
          evidence={evidence.get(alert.alertId)}
          selection={selection}
          isGone={goneIds.has(alert.alertId)}
        />
      ))}
    </ul>
  );
}

function Card({
  alert,
  evidence,
  selection,
  isGone,
}: {
  alert: Alert;
  evidence?: Evidence;
  selection: Selection | null;
  isGone: boolean;
}) {
  const isHigh = levelOf(alert) === "high" && alert.status === "open";
  return (
    <li
      data-alert={alert.alertId}
      data-selected={selection?.isSelected(alert.alertId) || undefined}
      className={cx(
        "relative border-b border-hairline bg-surface px-4 py-3 data-selected:bg-selected",
        isHigh && "shadow-[inset_0.25rem_0_0_var(--high)]",
      )}
    >
      <div className="flex items-center gap-2">
        {selection && (
          <Checkbox
            hideLabel
            label={`Select ${placeOf(alert).title}, ${kindOf(alert)}`}
            checked={selection.isSelected(alert.alertId)}
            onChange={() => selection.toggle(alert.alertId)}
            className="z-1 -my-2 -ml-3"
          />
        )}
        <AlertBadge alert={alert} />
        <TimeWithAge at={beganAt(alert)} className="ml-auto text-xs text-ink-3" />
      </div>
      <div className="mt-2 flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <Place alert={alert} covers />
          <AlertHints alert={alert} />
        </div>
        {alert.areas.length === 0 && alert.status === "open" ? (
          <PlaceButton alert={alert} />
        ) : (
          alert.status === "open" && <EvidenceSpark alert={alert} evidence={evidence} />
        )}
      </div>
      <RecoveryLine alert={alert} className="mt-1 text-xs" />
      <div className="mt-2 flex items-center gap-2 text-sm">
        <span className="min-w-0 truncate">
          {titleOf(alert, evidence)}{" "}
          {alert.status === "open" && evidence?.last && (
            <Num value={evidence.last.value} index={evidence.index} />
          )}
        </span>
        <span className="ml-auto shrink-0 text-right">
          {isGone && <span className="text-ink-3">left this list</span>}
          {!isGone && alert.status === "closed" && <AlertState alert={alert} />}
          {!isGone && alert.status === "open" && <Owner name={alert.owner} />}
        </span>
      </div>
    </li>
  );
}

function titleOf(alert: Alert, evidence: Evidence | undefined): string {
  const kind = kindOf(alert);
  if (!evidence) return kind;
  const index = indexLabel(evidence.index);
  return kind === index ? kind : `${kind}, ${index}`;
}
