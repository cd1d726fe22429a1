"use client";
import { NameLine, PathLine } from "@/components/ui/area-name";
import { cx } from "@/components/ui/cx";
import { saidAtOnce } from "@/components/ui/live-region";
import { useWords } from "@/components/words/words";
import type { Finding } from "./search-results";
import type { useSearch } from "./use-search";

/** Alerts of one place are told apart by their times alone, which stand whole on a line of their own. */
const isTall = ({ group }: Finding) => group === "alerts";

const GROUP_WORDS = {
  sites: "shell.search.sites",
  areas: "shell.search.areas",
  alerts: "shell.search.alerts",
  jobs: "shell.search.jobs",
} as const;

/** The findings of a search in groups: the list box that its field controls. */
export function Findings({
  findings,
  busy,
  typed,
  at,
  setAt,
  idOf,
  listId,
  choose,
  isOfAll,
}: ReturnType<typeof useSearch> & { isOfAll: boolean }) {
  const { t } = useWords();
  const none = isOfAll ? "shell.search.noneOfAll" : "shell.search.none";
  if (findings.length === 0)
    return (
      <p ref={saidAtOnce} className="px-2.5 py-2 text-sm text-ink-3">
        {busy ? t("shell.search.busy") : t(none, { typed: typed.trim() })}
      </p>
    );
  return (
    <div role="listbox" id={listId} aria-label={t("shell.search.found")}>
      {findings.map((finding, index) => (
        <div key={finding.id}>
          {finding.group !== findings[index - 1]?.group && (
            <div role="presentation" className="px-2.5 pt-2 pb-1 text-xs font-medium text-ink-3">
              {t(GROUP_WORDS[finding.group])}
            </div>
          )}
          <div
            role="option"
            tabIndex={-1}
            id={idOf(index)}
            aria-selected={index === at}
            className={cx(
              "flex min-h-9 cursor-pointer rounded-1 px-2.5 py-1.5 touch:min-h-target",
              isTall(finding) ? "flex-col justify-center" : "items-baseline gap-2 touch:items-center",
              index === at && "bg-selected",
            )}
            onPointerMove={() => setAt(index)}
            onMouseDown={(event) => {
              event.preventDefault();
              choose(finding);
            }}
          >
            <span className={cx("flex min-w-0", !isTall(finding) && "flex-1")}>
              <NameLine name={finding.title} />
              {finding.tail && <span className="shrink-0 whitespace-pre">{finding.tail}</span>}
            </span>
            {isTall(finding) ? (
              <span className="text-sm text-ink-3">{finding.detail}</span>
            ) : (
              <PathLine path={finding.detail} className="max-w-[55%] text-sm text-ink-3" />
            )}
          </div>
        </div>
      ))}
    </div>
  );
}
