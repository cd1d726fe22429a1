"use client";
import type { ReactNode } from "react";
import { WordButton } from "@/components/forms/word-button";
import { cx } from "@/components/ui/cx";
import { Icon } from "@/components/ui/icon";
import { useWords } from "@/components/words/words";

/** A stage of connecting a tenancy: state and name; closed, a summary of what is stored; open, its form. */
export function Stage({
  nth,
  title,
  done,
  summary,
  open,
  onOpen,
  children,
}: {
  nth: number;
  title: string;
  done: boolean;
  /** The stored or missing values, shown while the stage is closed. */
  summary: ReactNode;
  open: boolean;
  /** Missing if it cannot be opened yet. */
  onOpen?: (() => void) | undefined;
  children?: ReactNode;
}) {
  const { t } = useWords();
  return (
    <li aria-current={open ? "step" : undefined} className="border-b border-hairline last:border-b-0">
      <div className={cx("flex gap-3 px-4 sm:px-5", open ? "pt-4 pb-1" : "py-3.5")}>
        <Icon
          name={done ? "ok" : "waiting"}
          className={cx("mt-0.5 size-4.5 shrink-0", done ? "text-healthy" : "text-ink-3")}
        />
        <div className="min-w-0 flex-1">
          <h2 className={cx(!open && !done && "text-ink-2")}>
            {nth}. {title}
            <span className="sr-only">, {t(done ? "forms.step.done" : "admin.connect.notDone")}</span>
          </h2>
          {!open && <p className="mt-0.5 text-sm wrap-anywhere text-ink-2">{summary}</p>}
        </div>
        {!open && onOpen && (
          <WordButton
            label={t(done ? "admin.connect.changeStage" : "admin.connect.openStage", { stage: title })}
            onClick={onOpen}
            className="self-start"
          >
            {t(done ? "admin.connect.change" : "admin.connect.open")}
          </WordButton>
        )}
      </div>
      {open && <div className="grid max-w-175 gap-4 px-4 pt-2 pb-5 sm:pr-5 sm:pl-12.5">{children}</div>}
    </li>
  );
}
