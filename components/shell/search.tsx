"use client";
import { lazy, Suspense, useRef } from "react";
import { cx } from "@/components/ui/cx";
import { SearchField } from "@/components/ui/field";
import { OVERLAY } from "@/components/ui/overlay";
import { Kbd } from "@/components/ui/panel";
import { useWords } from "@/components/words/words";
import { useShortcuts } from "./shortcuts";
import { useIsMenuOfAll } from "./use-path";
import { useSearch } from "./use-search";

const Findings = lazy(async () => ({ default: (await import("./search-findings")).Findings }));

/**
 * Searches areas, alerts and jobs, on the pages of all sites these and their alerts: `/` focuses it, arrows move, Enter opens,
 * Esc leaves.
 */
export function Search({ className, onDone }: { className?: string; onDone?: () => void }) {
  const { t } = useWords();
  const inDialog = onDone !== undefined;
  const input = useRef<HTMLInputElement>(null);
  const isOfAll = useIsMenuOfAll();
  const search = useSearch(input, onDone);
  useShortcuts(inDialog ? {} : { "/": (event) => focusInstead(event, input.current) });
  return (
    <search
      className={cx("relative", className)}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && search.close()}
    >
      <SearchField
        ref={input}
        label={isOfAll ? t("shell.search.labelOfAll") : t("shell.search.label")}
        value={search.typed}
        autoFocus={inDialog}
        onChange={(event) => search.type(event.target.value)}
        onFocus={search.open}
        onKeyDown={search.onKeyDown}
        role="combobox"
        aria-expanded={search.isShown}
        aria-controls={search.listId}
        aria-activedescendant={search.activeId}
        aria-autocomplete="list"
        end={
          inDialog || search.typed ? undefined : (
            <span className="max-md:hidden [body:has([data-takes-slash])_&]:hidden">
              <Kbd>/</Kbd>
            </span>
          )
        }
      />
      {search.isShown && (
        <div
          className={
            inDialog
              ? "mt-2"
              : cx(OVERLAY, "absolute top-full right-0 z-30 mt-1 max-h-[70vh] w-96 overflow-auto p-1")
          }
        >
          <Suspense fallback={<p className="px-2.5 py-2 text-sm text-ink-3">{t("shell.search.busy")}</p>}>
            <Findings {...search} isOfAll={isOfAll} />
          </Suspense>
        </div>
      )}
    </search>
  );
}

function focusInstead(event: Event, input: HTMLInputElement | null): void {
  event.preventDefault();
  input?.focus();
  input?.select();
}
