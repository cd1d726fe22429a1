"use client";
import { AlertHints } from "@/components/alerts/alert-hints";
import { AlertBadge, Place } from "@/components/alerts/alert-parts";
import type { Evidence } from "@/components/alerts/evidence-parts";
import { EvidenceSpark } from "@/components/alerts/evidence-parts";
import type { useHandling } from "@/components/alerts/handling/use-handling";
import { RecoveryLine, useRecovery } from "@/components/alerts/recovery-line";
import { useMayAct } from "@/components/live/site-context";
import { beganAt, kindOf } from "@/components/ui/alert-words";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { indexLabel } from "@/components/ui/index-mark";
import { Change, Num } from "@/components/ui/num";
import { Owner } from "@/components/ui/panel";
import { OtherDay, TimeCell, useClock } from "@/components/ui/time";
import type { Alert } from "@/lib/alerting/alerts/contract";
import { isOfToday } from "./worse";

type Handling = ReturnType<typeof useHandling>;

/**
 * What gives way where the table is narrow, so that the place keeps its room: first the change, which the rail tells
 * too, then the small line, then what it is about goes below the badge, last the value. By the table's own width: the
 * rail stands beside it or below.
 */
const CHANGE = "@max-[62rem]:hidden";
const SPARK = "@max-[57.5rem]:hidden";
const KIND = "@max-[50rem]:hidden";
const KIND_BELOW = "@min-[50rem]:hidden";
const VALUE = "@max-[42rem]:hidden";

/** The open alerts as a table: what, where, how it runs, since when, who. */
export function OpenTable({
  alerts,
  evidence,
  handling,
  goneIds,
}: {
  alerts: Alert[];
  evidence: Map<string, Evidence>;
  handling: Handling;
  goneIds: ReadonlySet<string>;
}) {
  return (
    <div className="@container overflow-x-auto max-sm:hidden">
      <table className="data-table">
        <thead>
          <tr>
            <th>Severity</th>
            <th className="w-full min-w-36">Where</th>
            <th className={KIND}>Alert</th>
            <th className={SPARK}>Last 72 h</th>
            <th className={cx("num", VALUE)}>Last value</th>
            <th className={cx("num", CHANGE)}>Since yesterday</th>
            <th>Raised</th>
            <th>Who has it</th>
          </tr>
        </thead>
        <tbody>
          {alerts.map((alert) => (
            <Row
              key={alert.alertId}
              alert={alert}
              evidence={evidence.get(alert.alertId)}
              handling={handling}
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
  handling,
  isGone,
}: {
  alert: Alert;
  evidence?: Evidence;
  handling: Handling;
  isGone: boolean;
}) {
  const { now } = useClock();
  const last = evidence?.last;
  const isNew = last != null && isOfToday(last, now);
  return (
    <tr className="transition-colors hover:bg-hover">
      <td>
        <AlertBadge alert={alert} />
        <div className={cx("mt-0.5 text-xs text-ink-2", KIND_BELOW)}>{kindOf(alert)}</div>
      </td>
      <td className="max-w-0 min-w-36">
        <Place alert={alert} />
        <AlertHints alert={alert} />
        <RecoveryLine alert={alert} asks={false} />
      </td>
      <td className={cx("whitespace-nowrap", KIND)}>
        {kindOf(alert)}
        <div className="text-xs text-ink-3">{subOf(alert, evidence)}</div>
      </td>
      <td className={SPARK}>
        <EvidenceSpark alert={alert} evidence={evidence} />
      </td>
      <td className={cx("num", VALUE)}>
        <Num value={last?.value} index={evidence?.index} />
        {last && <OtherDay at={last.at} className="block text-xs whitespace-nowrap text-ink-3" />}
      </td>
      <td className={cx("num", CHANGE)}>
        <Change from={isNew ? evidence?.dayBefore : null} to={last?.value} />
      </td>
      <td>
        <TimeCell at={beganAt(alert)} />
      </td>
      <td className="max-w-36 min-w-32">
        {isGone ? (
          <span className="text-sm text-ink-3">closed since</span>
        ) : (
          <InHand alert={alert} handling={handling} />
        )}
      </td>
    </tr>
  );
}

function subOf(alert: Alert, evidence: Evidence | undefined): string {
  if (!evidence) return "";
  if (!alert.category) return evidence.unit;
  const label = indexLabel(evidence.index);
  return evidence.unit === "index" ? label : `${label}, ${evidence.unit}`;
}

/** Who has it, or the next step: to take it, or to confirm that it has recovered. */
export function InHand({ alert, handling }: { alert: Alert; handling: Handling }) {
  const mayAct = useMayAct();
  const recovery = useRecovery(alert.alertId);
  if (!alert.attention || !mayAct) return <Owner name={alert.owner} className="max-w-28" />;
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
