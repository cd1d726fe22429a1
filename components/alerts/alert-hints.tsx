"use client";
import type { ReactNode } from "react";
import { badgeWordOf, shortId } from "@/components/ui/alert-words";
import { Icon, type IconName } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { SiteTime } from "@/components/ui/time";
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
import type { Alert } from "@/lib/alerting/alerts/contract";
import { shortName } from "@/lib/base/core/text";
import { alertHref } from "./alert-parts";

/** Hints below the place: a rise after an acknowledgement, a snooze, and links within an episode. */
export function AlertHints({ alert }: { alert: Alert }) {
  const words = useWords();
  const { t } = words;
  return (
    <>
      {alert.roseSinceAcknowledged && alert.status === "open" && (
        <Hint icon="rises">
          <b className="font-strong text-ink-1">
            {t("alerts.hints.rose", {
              severity: badgeWordOf(alert),
              name: shortName(alert.acknowledgedBy ?? t("alerts.somebody")),
            })}
          </b>
        </Hint>
      )}
      <SnoozeHint alert={alert} />
      {alert.continues && (
        <Hint icon="again">
          {rich(words, "alerts.hints.continues", {
            alert: <Other alertId={alert.continues.alertId} />,
            time: <SiteTime at={alert.continues.since} />,
          })}
        </Hint>
      )}
      {alert.replacedBy && (
        <Hint icon="again">
          {rich(words, "alerts.hints.replacedBy", { alert: <Other alertId={alert.replacedBy} /> })}
        </Hint>
      )}
    </>
  );
}

/** "Snoozed by R. Bakker until 14:00"; nothing for an alert that is not. */
export function SnoozeHint({ alert }: { alert: Alert }) {
  const words = useWords();
  const { t } = words;
  if (!alert.snoozed) return null;
  const name = shortName(alert.snoozedBy ?? t("alerts.somebody"));
  return (
    <Hint icon="clock">
      {alert.snoozedUntil
        ? rich(words, "alerts.hints.snoozed", { name, time: <SiteTime at={alert.snoozedUntil} /> })
        : t("alerts.hints.snoozedUntilWorse", { name })}
    </Hint>
  );
}

function Hint({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <span className="mt-0.5 flex items-start gap-1 text-xs text-ink-2 max-sm:text-sm">
      <Icon name={icon} className="mt-px size-3.5 shrink-0 text-ink-3" />
      <span className="min-w-0 wrap-break-word">{children}</span>
    </span>
  );
}

function Other({ alertId }: { alertId: string }) {
  return (
    <Link
      href={alertHref(alertId)}
      title={alertId}
      className="relative z-1 font-medium whitespace-nowrap text-accent hover:text-accent-hover"
    >
      {shortId(alertId)}
    </Link>
  );
}
