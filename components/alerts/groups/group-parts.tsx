"use client";
import { PathLine } from "@/components/ui/area-name";
import { cx } from "@/components/ui/cx";
import { Icon } from "@/components/ui/icon";
import { indexLabel } from "@/components/ui/index-mark";
import { Link } from "@/components/ui/link";
import { Owner } from "@/components/ui/panel";
import { countsByBadge } from "@/components/ui/severity";
import { SiteTime, useClock } from "@/components/ui/time";
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
import { type GroupedAlert, MAX_SHOWN, placeOfGroup, standingWords } from "./group-rows";

type Opening = { alert: GroupedAlert; isOpen: boolean; onToggle: () => void };

/**
 * The place of a group as the button that opens it, which covers its row; below it what the group holds.
 * @param wordsClass where what it holds is shown
 */
export function GroupPlace({ alert, isOpen, onToggle, wordsClass }: Opening & { wordsClass?: string }) {
  const words = useWords();
  const { t } = words;
  const { group } = alert;
  const { name, tail, detail } = placeOfGroup(words, group);
  return (
    <div className="flex min-w-0 gap-1.5">
      <Icon
        name="chevron-right"
        className={cx("mt-0.5 size-4 shrink-0 text-ink-3 transition-transform", isOpen && "rotate-90")}
      />
      <div className="min-w-0 flex-1">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onToggle}
          className="covers max-w-full text-left font-strong wrap-anywhere hover:text-accent max-sm:text-lg"
        >
          <bdi>{name}</bdi>
          {tail}
        </button>
        <PathLine path={detail} className="text-xs text-ink-3 max-sm:text-sm max-sm:text-ink-2" />
        <p className={cx(WORDS, wordsClass)}>
          {rich(words, "alerts.group.holds", {
            count: group.alerts,
            b: <b className="font-strong text-ink-1" />,
            indices: indexWords(group),
          })}
        </p>
        {isOpen && group.alerts > MAX_SHOWN && (
          <p className={WORDS}>
            {t("alerts.group.first", { count: MAX_SHOWN })}{" "}
            <Link
              href={`/alerts?${new URLSearchParams({ job: group.jobId, group: "none" })}`}
              className="font-medium text-accent hover:text-accent-hover"
            >
              {t("alerts.group.allOfJob")}
            </Link>
          </p>
        )}
      </div>
    </div>
  );
}

const WORDS = "mt-0.5 text-xs text-ink-2 max-sm:text-sm";

const indexWords = ({ indices }: GroupedAlert["group"]) => indices.map(indexLabel).join(", ");

/** What the alerts of a group are of, on a line: "Health, Productivity". */
export function GroupIndices({ alert: { group } }: { alert: GroupedAlert }) {
  return <div className="text-xs text-ink-3">{indexWords(group)}</div>;
}

/** How many alerts of a group have each badge: "1 HIGH, 1 CRITICAL, 2 LOW". */
export function GroupSeverities({ alert: { group } }: { alert: GroupedAlert }) {
  const counts = countsByBadge(group.bySeverity, group.plants);
  return <span className="text-sm">{counts.map(({ word, count }) => `${count} ${word}`).join(", ")}</span>;
}

/** When the newest event of a group came. */
export function GroupNews({ alert: { group }, className }: { alert: GroupedAlert; className: string }) {
  return (
    <span className={className}>
      {rich(useWords(), "alerts.group.lastNews", { time: <SiteTime at={group.lastEventAt} /> })}
    </span>
  );
}

/** Who has the group: how much of it is acknowledged, assigned and snoozed, and by whom or to whom. */
export function GroupOwner({ alert: { group } }: { alert: GroupedAlert }) {
  const words = standingWords(useWords(), group, useClock());
  if (words === null) return <Owner name={null} />;
  return <span className="text-sm">{words}</span>;
}
