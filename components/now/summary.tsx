"use client";
import { type Hold, useHeld } from "@/components/alerts/use-held-list";
import { cx } from "@/components/ui/cx";
import { Icon } from "@/components/ui/icon";
import { SummaryCell } from "@/components/ui/panel";
import { levelWords, SEVERITY_LEVELS, SeverityIcon, type SeverityLevel } from "@/components/ui/severity";
import { Since, SiteTime } from "@/components/ui/time";
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
import type { AlertCounts } from "@/lib/alerting/alerts/contract";
import { changeWords } from "./headline";

/** The open alerts by severity, compared with yesterday, and how many are not acknowledged. */
export function Summary({ hold, counts }: { hold: Hold; counts: AlertCounts }) {
  const words = useWords();
  const { t } = words;
  // Numbers change in place; another cell or a longer label would move the others.
  const hasPlain = useHeld(hold, counts.bySeverity.plain > 0);
  const labelOf = (level: SeverityLevel) => levelWords(level, counts.bySeverity, counts.plants).join(", ");
  const labels = useHeld(hold, SEVERITY_LEVELS.map(labelOf).join("\n"))?.split("\n");
  return (
    <section
      aria-label={t("now.summary.label")}
      className={cx(
        "flex overflow-hidden rounded-3 border border-hairline bg-surface [&>*]:flex-1 [&>*+*]:border-l [&>*+*]:border-hairline",
        // Six cells are too narrow for some of the notes: then all of them stand below their number.
        hasPlain ? "[&>div>div:last-child]:flex-col" : "max-xl:[&>div>div:last-child]:flex-col",
      )}
    >
      {SEVERITY_LEVELS.map((level, index) => ({ level, label: labels?.[index] }))
        .filter(({ level }) => level !== "plain" || hasPlain)
        .map(({ level, label }) => (
          <SummaryCell
            key={level}
            icon={<SeverityIcon level={level} />}
            label={label}
            value={counts.bySeverity[level]}
            note={<ChangeWords now={counts.bySeverity[level]} before={counts.dayAgo?.[level] ?? null} />}
            className={cx(
              "max-sm:px-2 max-sm:py-2.5 max-sm:text-center max-sm:[&>div]:justify-center max-sm:[&>div:last-child]:flex-col max-sm:[&>div:last-child]:items-center",
              level === "plain" && "max-sm:hidden",
            )}
          />
        ))}
      <SummaryCell
        className="max-sm:hidden"
        icon={<Icon name="user" />}
        label={t("now.summary.unacknowledged")}
        value={counts.nobody}
        note={
          counts.oldestNobodyAt
            ? rich(words, "now.summary.oldest", { length: <Since at={counts.oldestNobodyAt} /> })
            : t("now.summary.allAcknowledged")
        }
      />
      <SummaryCell
        className="max-md:hidden"
        icon={<Icon name="ok" />}
        label={t("now.summary.closed")}
        value={counts.closed30Days}
        note={
          counts.lastClosed
            ? rich(words, "now.summary.lastClosed", { time: <SiteTime at={counts.lastClosed.at} /> })
            : t("now.summary.none")
        }
      />
    </section>
  );
}

function ChangeWords({ now, before }: { now: number; before: number | null }) {
  const words = changeWords(useWords(), now, before);
  if (!words) return null;
  const { long, short } = words;
  return (
    <>
      <span className="max-sm:hidden">{long}</span>
      <span className="text-xs sm:hidden">{short}</span>
    </>
  );
}
