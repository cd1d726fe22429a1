"use client";
import { useMayActOnListed } from "@/components/live/list-scope";
import { recoveryWords } from "@/components/ui/alert-words";
import { cx } from "@/components/ui/cx";
import { Icon } from "@/components/ui/icon";
import { SiteTime } from "@/components/ui/time";
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
import { confirmRecovered, denyRecovered, withdrawRecoveryAnswer } from "@/lib/alerting/alerts/actions";
import type { ListedAlert } from "@/lib/alerting/alerts/contract";
import { evidenceIndex } from "@/lib/alerting/alerts/evidence";
import { alertKey } from "./groups/group-rows";
import { useAlertAct } from "./handling/use-alert-act";

export type RecoveryFacts = Pick<
  ListedAlert,
  | "alertId"
  | "tenantId"
  | "site"
  | "type"
  | "category"
  | "recovery"
  | "recoveryConfirmedAt"
  | "recoveryConfirmedBy"
>;

/** The two answers about a probable recovery, with Undo. */
export function useRecovery(alert: Pick<RecoveryFacts, "alertId" | "tenantId" | "site">) {
  const { t } = useWords();
  const input = { tenant: alert.tenantId, alertId: alert.alertId };
  const key = alertKey(alert);
  const { act, isPending } = useAlertAct();
  const undo = () => void act([key], () => withdrawRecoveryAnswer(input));
  const answer = (call: typeof confirmRecovered, text: string) =>
    act(
      [key],
      () => call(input),
      () => ({ text, undo }),
    );
  return {
    confirm: () => answer(confirmRecovered, t("alerts.recovery.confirmed")),
    deny: () => answer(denyRecovered, t("alerts.recovery.denied")),
    pending: isPending(key),
  };
}

/**
 * Says in a list that an alert has probably recovered, or that this is confirmed; nothing otherwise.
 * @param asks whether the recovery can be confirmed here
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
  const words = useWords();
  const { t } = words;
  const mayAct = useMayActOnListed()(alert) && asks;
  const { confirm, pending } = useRecovery(alert);
  if (alert.recoveryConfirmedAt)
    return (
      <span className={cx("block text-ink-3", className)}>
        {rich(words, "alerts.recovery.confirmedBy", {
          name: alert.recoveryConfirmedBy,
          time: <SiteTime at={alert.recoveryConfirmedAt} />,
        })}
      </span>
    );
  if (!alert.recovery) return null;
  return (
    <span
      className={cx("relative block text-stale-text touch:flex touch:items-center touch:gap-2", className)}
    >
      <span className="min-w-0 touch:flex-1">
        <Icon name="clock" className="mr-1 inline size-3.5 align-[-0.15rem]" />
        {recoveryWords(words, alert.recovery, evidenceIndex(alert))}.
      </span>{" "}
      {mayAct && (
        <button
          type="button"
          disabled={pending}
          onClick={confirm}
          className="no-print rounded-1 font-medium text-accent hover:text-accent-hover touch:-mr-2 touch:min-h-target touch:px-2 touch:text-sm"
        >
          {t("alerts.recovery.confirm")}
        </button>
      )}
    </span>
  );
}
