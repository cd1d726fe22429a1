"use client";
import { useMayAct, useTenant } from "@/components/live/site-context";
import { cx } from "@/components/ui/cx";
import { Icon } from "@/components/ui/icon";
import { SiteTime } from "@/components/ui/time";
import { confirmRecovered, denyRecovered, withdrawRecoveryAnswer } from "@/lib/alerting/alerts/actions";
import type { Alert } from "@/lib/alerting/alerts/contract";
import { indexOfAlert } from "./alert-spans";
import { useAlertAct } from "./handling/use-alert-act";
import { recoveryWords } from "./recovery-words";

export type RecoveryFacts = Pick<
  Alert,
  "alertId" | "type" | "category" | "recovery" | "recoveryConfirmedAt" | "recoveryConfirmedBy"
>;

/** Confirms that an alert has recovered, or says that it has not; with Undo. */
export function useRecovery(alertId: string) {
  const tenant = useTenant();
  const { run, tell, pending } = useAlertAct();
  const undo = () => void run(() => withdrawRecoveryAnswer({ tenant, alertId }));
  const confirm = async () => {
    if ((await run(() => confirmRecovered({ tenant, alertId }))).ok)
      tell({ text: "Confirmed as recovered. It stays open until the service closes it", undo });
  };
  const deny = async () => {
    if ((await run(() => denyRecovered({ tenant, alertId }))).ok)
      tell({ text: "Not recovered. You are asked again when it leaves its band and comes back", undo });
  };
  return { confirm, deny, pending };
}

/**
 * The line below the badge of an alert: probably recovered, or confirmed as such. Nothing for all others.
 * @param asks whether it can be confirmed here
 */
export function RecoveryLine({
  alert,
  asks = true,
  className = "text-xs",
}: {
  alert: RecoveryFacts;
  asks?: boolean;
  className?: string;
}) {
  const mayAct = useMayAct() && asks;
  const { confirm, pending } = useRecovery(alert.alertId);
  if (alert.recoveryConfirmedAt) return <Confirmed alert={alert} className={className} />;
  if (!alert.recovery) return null;
  return (
    <span
      className={cx("relative block text-stale-text touch:flex touch:items-center touch:gap-2", className)}
    >
      <span className="min-w-0 touch:flex-1">
        <Icon name="clock" className="mr-1 inline size-3.5 align-[-0.15rem]" />
        {recoveryWords(alert.recovery, indexOfAlert(alert))}.
      </span>{" "}
      {mayAct && (
        <button
          type="button"
          disabled={pending}
          onClick={confirm}
          className="no-print rounded-1 font-medium text-accent hover:text-accent-hover touch:-mr-2 touch:min-h-target touch:px-2 touch:text-sm"
        >
          Confirm
        </button>
      )}
    </span>
  );
}

function Confirmed({ alert, className }: { alert: RecoveryFacts; className?: string }) {
  if (!alert.recoveryConfirmedAt) return null;
  return (
    <span className={cx("block text-ink-3", className)}>
      Recovered, {alert.recoveryConfirmedBy} at <SiteTime at={alert.recoveryConfirmedAt} />
    </span>
  );
}
