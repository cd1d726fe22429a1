"use client";
import { useMayAct } from "@/components/live/site-context";
import { recoveryWords } from "@/components/ui/alert-words";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { SiteTime } from "@/components/ui/time";
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
import { evidenceIndex } from "@/lib/alerting/alerts/evidence";
import { type RecoveryFacts, useRecovery } from "./recovery-line";

/** The question on an alert's page if it has recovered, with both answers; then who confirmed it. */
export function RecoveryBar({ alert }: { alert: RecoveryFacts }) {
  const words = useWords();
  const { t } = words;
  const mayAct = useMayAct();
  const { confirm, deny, pending } = useRecovery(alert);
  if (alert.recoveryConfirmedAt)
    return (
      <p className="flex items-center gap-2 rounded-3 border border-hairline bg-surface px-4 py-3">
        <Icon name="ok" className="size-4.5 shrink-0 text-healthy" />
        <span>
          {rich(words, "alerts.recovery.confirmedInFull", {
            name: alert.recoveryConfirmedBy,
            time: <SiteTime at={alert.recoveryConfirmedAt} />,
          })}
        </span>
      </p>
    );
  if (!alert.recovery) return null;
  return (
    <section
      aria-label={t("alerts.recovery.label")}
      className="flex flex-wrap items-center gap-x-4 gap-y-2.5 rounded-3 border border-stale-text bg-surface px-4 py-3"
    >
      <p className="flex min-w-0 flex-1 basis-80 gap-2">
        <Icon name="clock" className="mt-0.5 size-4.5 shrink-0 text-stale-text" />
        <span>
          <b className="font-strong text-stale-text">
            {recoveryWords(words, alert.recovery, evidenceIndex(alert))}.
          </b>{" "}
          {rich(words, "alerts.recovery.why", {
            from: <SiteTime at={alert.recovery.since} among={[alert.recovery.until]} />,
            until: <SiteTime at={alert.recovery.until} among={[alert.recovery.since]} />,
          })}
        </span>
      </p>
      {mayAct && (
        <span className="no-print flex gap-2 max-sm:w-full max-sm:[&>*]:flex-1">
          <Button pending={pending} onClick={deny}>
            {t("alerts.recovery.deny")}
          </Button>
          <Button pending={pending} onClick={confirm}>
            {t("alerts.recovery.confirm")}
          </Button>
        </span>
      )}
    </section>
  );
}
