import { WordLink } from "@/components/admin/word-link";
import { cx } from "@/components/ui/cx";
import { Icon } from "@/components/ui/icon";
import type { SystemFinding } from "@/lib/operations/system/contract";

const MARKS = {
  ok: { icon: "ok", word: "Good" },
  warn: { icon: "attention", word: "Attention" },
  bad: { icon: "failed", word: "Error" },
} as const;

/** A state as an icon; its word is for screen readers, or shown. In ink, as no plant is in trouble. */
export function StateMark({ state, isShown = false }: { state: SystemFinding["state"]; isShown?: boolean }) {
  const { icon, word } = MARKS[state];
  return (
    <span className={cx("inline-flex shrink-0 items-center gap-1.5", state === "bad" && "font-strong")}>
      <Icon name={icon} className={cx("size-4.5 shrink-0", state === "ok" && "text-healthy")} />
      <span className={isShown ? "text-sm whitespace-nowrap" : "sr-only"}>{word}</span>
    </span>
  );
}

/** What was looked at, how it stands, and what to do about it. */
export function FindingLine({ finding: { state, is, do: what, page } }: { finding: SystemFinding }) {
  return (
    <div className="flex gap-2.5">
      <span className="mt-0.5">
        <StateMark state={state} />
      </span>
      <div className="min-w-0 wrap-anywhere">
        <p className={state === "ok" ? "text-sm text-ink-2" : "font-medium"}>{is}.</p>
        {what && (
          <p className="text-sm text-ink-2">
            {what}
            {page && (
              <>
                {" "}
                <WordLink href={page.href}>{page.name}</WordLink>
              </>
            )}
          </p>
        )}
      </div>
    </div>
  );
}
