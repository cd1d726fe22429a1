"use client";
import { confirmRecovered, denyRecovered, undoRecovered } from "@/app/(site)/alerts/[id]/actions";
import { indexOfAlert } from "@/components/areas/alert-spans-of";
import { useMayAct, useTenant } from "@/components/shell/site-context";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Icon } from "@/components/ui/icon";
import { SiteTime } from "@/components/ui/time";
import type { Alert } from "@/lib/alerts/contract";
import { recoveryWords } from "./recovery-words";
import { useAlertAct } from "./use-alert-act";

type Facts = Pick<
  Alert,
  "alertId" | "type" | "category" | "recovery" | "recoveryConfirmedAt" | "recoveryConfirmedBy"
>;

/** Confirms that an alert has recovered, or says that it has not; with Undo. */
export function useRecovery(alertId: string) {
  const tenant = useTenant();
  const { run, tell, pending } = useAlertAct();
  const undo = () => void run(() => undoRecovered({ tenant, alertId }));
  const confirm = async () => {
    if (await run(() => confirmRecovered({ tenant, alertId })))
      tell({ text: "Confirmed as recovered. It stays open until the service closes it", undo });
  };
  const deny = async () => {
    if (await run(() => denyRecovered({ tenant, alertId })))
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
  alert: Facts;
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

function Confirmed({ alert, className }: { alert: Facts; className?: string }) {
  if (!alert.recoveryConfirmedAt) return null;
  return (
    <span className={cx("block text-ink-3", className)}>
      Recovered, {alert.recoveryConfirmedBy} at <SiteTime at={alert.recoveryConfirmedAt} />
    </span>
  );
}

/** The same on the page of the alert, with both answers. */
export function RecoveryBar({ alert }: { alert: Facts }) {
  const mayAct = useMayAct();
  const { confirm, deny, pending } = useRecovery(alert.alertId);
  if (alert.recoveryConfirmedAt)
    return (
      <p className="flex items-center gap-2 rounded-3 border border-hairline bg-surface px-4 py-3">
        <Icon name="ok" className="size-4.5 shrink-0 text-healthy" />
        <span>
          {alert.recoveryConfirmedBy} confirmed at <SiteTime at={alert.recoveryConfirmedAt} /> that the plants
          have recovered. It stays open until the service closes it, and comes back if it rises.
        </span>
      </p>
    );
  if (!alert.recovery) return null;
  return (
    <section
      aria-label="Probably recovered"
      className="flex flex-wrap items-center gap-x-4 gap-y-2.5 rounded-3 border border-stale-text bg-surface px-4 py-3"
    >
      <p className="flex min-w-0 flex-1 basis-80 gap-2">
        <Icon name="clock" className="mt-0.5 size-4.5 shrink-0 text-stale-text" />
        <span>
          <b className="font-strong text-stale-text">{recoveryWords(alert.recovery, indexOfAlert(alert))}.</b>{" "}
          All measured readings from <SiteTime at={alert.recovery.since} /> until{" "}
          <SiteTime at={alert.recovery.until} /> lie where they lay before the alert; the service has not
          closed it.
        </span>
      </p>
      {mayAct && (
        <span className="no-print flex gap-2 max-sm:w-full max-sm:[&>*]:flex-1">
          <Button pending={pending} onClick={deny}>
            Not recovered
          </Button>
          <Button pending={pending} onClick={confirm}>
            Confirm
          </Button>
        </span>
      )}
    </section>
  );
}
