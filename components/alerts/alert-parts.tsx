"use client";

import { badgeWordOf, beganAt, CLOSE_WORDS, levelOf, moreWords, placeOf } from "@/components/ui/alert-words";
import { NameLine, PathLine } from "@/components/ui/area-name";
import { cx } from "@/components/ui/cx";
import { Link } from "@/components/ui/link";
import { SeverityBadge } from "@/components/ui/severity";
import { Since, SiteTime } from "@/components/ui/time";
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

/** The name of the place as the row's link, and what it lies in. */
export function Place({ alert, covers = false }: { alert: Alert; covers?: boolean }) {
  return (
    <div className="min-w-0">
      <Link
        href={alertHref(alert.alertId)}
        title={pathsOf(alert).map(displayPath).join("\n") || undefined}
        className={cx("block font-strong hover:text-accent", covers && "covers max-sm:text-lg")}
      >
        <PlaceName alert={alert} />
      </Link>
      <PathLine
        path={placeOf(alert).detail}
        className="text-xs text-ink-3 max-sm:text-sm max-sm:text-ink-2"
      />
    </div>
  );
}

const pathsOf = ({ areas }: Alert) => areas.map(({ path }) => path).sort(comparePaths);

/** How the place is known: "Inferred until 13:00", with what that means on hover. */
export function Certainty({ alert, long = false }: { alert: Alert; long?: boolean }) {
  const [first] = alert.areas;
  if (!first)
    return (
      <span className="text-sm text-ink-3" title="The place is taken from the readings of the alert's job">
        No reading carries its job
      </span>
    );
  const words = {
    reported: {
      word: "Reported",
      why: "The notification names this area by an id that earlier alerts have shown to be its own",
    },
    inferred: { word: long ? "Inferred from readings" : "Inferred", why: "Where the job had readings" },
    corrected: { word: "Corrected", why: "Somebody here set the place" },
  }[first.certainty];
  return (
    <span
      title={words.why}
      className="border-b border-dotted border-control text-sm whitespace-nowrap text-ink-3"
    >
      {words.word}
      {first.certainty === "inferred" && first.until && (
        <>
          {" until "}
          <SiteTime at={first.until} />
        </>
      )}
    </span>
  );
}

/** How long it has been as it is: "HIGH 30 min"; or when and why it closed. */
export function AlertState({ alert }: { alert: Alert }) {
  if (alert.status === "closed")
    return (
      <span className="text-sm whitespace-nowrap">
        {alert.closeReason ? `Closed, ${CLOSE_WORDS[alert.closeReason]}` : "Closed"}
        {alert.closedAt && (
          <span className="block text-xs text-ink-3">
            <SiteTime at={alert.closedAt} among={[beganAt(alert)]} />
          </span>
        )}
      </span>
    );
  return (
    <span className="text-sm whitespace-nowrap">
      {badgeWordOf(alert)} <Since at={alert.severitySince ?? beganAt(alert)} />
      {alert.incomplete && (
        <span
          className="block text-xs text-stale-text"
          title="A notification that should stand before these never came"
        >
          history incomplete
        </span>
      )}
    </span>
  );
}

/**
 * The name of an alert's place on one line. A long name is cut at its own end, whichever way it is written; how many
 * more there are stays whole.
 */
export function PlaceName({
  alert,
  className,
}: {
  alert: Pick<Alert, "areas" | "jobId">;
  className?: string;
}) {
  const { name, more } = placeOf(alert);
  return (
    <span className={cx("flex min-w-0", className)}>
      <NameLine name={name} />
      {more > 0 && <span className="shrink-0 whitespace-pre">{moreWords(more)}</span>}
    </span>
  );
}
