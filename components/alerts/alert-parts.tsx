"use client";

import { badgeSince, badgeWordOf, beganAt, kindKey, levelOf, placeOf } from "@/components/ui/alert-words";
import { PathLine } from "@/components/ui/area-name";
import { cx } from "@/components/ui/cx";
import { Link } from "@/components/ui/link";
import { SeverityBadge } from "@/components/ui/severity";
import { Since, SiteTime } from "@/components/ui/time";
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
import type { Alert } from "@/lib/alerting/alerts/contract";
import { comparePaths } from "@/lib/base/core/natural-order";
import { displayPath } from "@/lib/base/core/paths";

/** The badge of an alert; muted once it is closed. */
export function AlertBadge({ alert, large = false }: { alert: Alert; large?: boolean }) {
  const muted = alert.status === "closed";
  return <SeverityBadge level={levelOf(alert)} word={badgeWordOf(alert)} muted={muted} large={large} />;
}

/** The address of an alert's page. */
export function alertHref(alertId: string): string {
  return `/alerts/${encodeURIComponent(alertId)}`;
}

/** The name of the place, which links to the alert, and what it lies in. */
export function Place({ alert, covers = false }: { alert: Alert; covers?: boolean }) {
  const words = useWords();
  const paths = alert.areas.map(({ path }) => path).sort(comparePaths);
  return (
    <div className="min-w-0">
      <Link
        href={alertHref(alert.alertId)}
        title={paths.map(displayPath).join("\n") || undefined}
        className={cx("block font-strong hover:text-accent", covers && "covers max-sm:text-lg")}
      >
        <PlaceName alert={alert} />
      </Link>
      <PathLine
        path={placeOf(words, alert).detail}
        className="text-xs text-ink-3 max-sm:text-sm max-sm:text-ink-2"
      />
    </div>
  );
}

/** The certainty of the place: "Inferred until 13:00", explained on hover. */
export function Certainty({ alert, long = false }: { alert: Alert; long?: boolean }) {
  const words = useWords();
  const { t } = words;
  const [first] = alert.areas;
  if (!first)
    return (
      <span className="text-sm text-ink-3" title={t("alerts.certainty.fromJob")}>
        {t("alerts.certainty.none")}
      </span>
    );
  const { certainty, until } = first;
  return (
    <span
      title={t(CERTAINTY_REASONS[certainty])}
      className="relative z-1 border-b border-dotted border-control text-sm text-ink-3"
    >
      {certainty === "inferred" && until
        ? rich(words, long ? "alerts.certainty.inferredUntilInFull" : "alerts.certainty.inferredUntil", {
            time: <SiteTime at={until} />,
          })
        : t(CERTAINTY_WORDS[certainty])}
    </span>
  );
}

const CERTAINTY_WORDS = {
  reported: "alerts.certainty.reported",
  inferred: "alerts.certainty.inferred",
  corrected: "alerts.certainty.corrected",
} as const;

const CERTAINTY_REASONS = {
  reported: "alerts.certainty.reportedWhy",
  inferred: "alerts.certainty.inferredWhy",
  corrected: "alerts.certainty.correctedWhy",
} as const;

/** The duration of the present severity, "HIGH 30 min"; of a closed alert, when and why it closed. */
export function AlertState({ alert }: { alert: Alert }) {
  const words = useWords();
  const { t } = words;
  if (alert.status === "closed")
    return (
      <span className="text-sm">
        {t("alerts.state.closed", { reason: alert.closeReason ?? "other" })}
        {alert.closedAt && (
          <span className="block text-xs text-ink-3">
            <SiteTime at={alert.closedAt} among={[beganAt(alert)]} />
          </span>
        )}
      </span>
    );
  return (
    <span className="text-sm">
      {rich(words, "alerts.state.since", {
        severity: badgeWordOf(alert),
        length: <Since at={badgeSince(alert)} />,
      })}
      {alert.incomplete && (
        <span className="block text-xs text-stale-text" title={t("alerts.state.incompleteWhy")}>
          {t("alerts.state.incomplete")}
        </span>
      )}
    </span>
  );
}

/** The name of an alert's place, whole: a long one wraps. */
export function PlaceName({
  alert,
  className,
}: {
  alert: Pick<Alert, "areas" | "jobId">;
  className?: string;
}) {
  const { name, tail } = placeOf(useWords(), alert);
  return (
    <span className={cx("min-w-0 whitespace-normal wrap-anywhere", className)}>
      <bdi>{name}</bdi>
      {tail}
    </span>
  );
}

/** What an alert is about: "Health", "Plant stress". */
export function KindName({ alert }: { alert: Pick<Alert, "type" | "category"> }) {
  const { t } = useWords();
  return t(kindKey(alert));
}
