"use client";
import { useRouter } from "next/navigation";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { Kbd } from "@/components/ui/bits";
import { cx } from "@/components/ui/cx";
import { SearchField } from "@/components/ui/field";
import { NameLine } from "@/components/ui/name-line";
import { OVERLAY } from "@/components/ui/overlay";
import { PathLine } from "@/components/ui/path-line";
import type { Finding } from "./search-results";
import { useShortcuts } from "./shortcuts";
import { useFindings } from "./use-findings";

/** Finds areas, alerts and jobs; `/` goes there, arrows move, Enter opens, Esc leaves. */
export function Search({ className, onDone }: { className?: string; onDone?: () => void }) {
  const inDialog = onDone !== undefined;
  const input = useRef<HTMLInputElement>(null);
  const search = useSearch(input, onDone);
  useShortcuts(inDialog ? {} : { "/": (event) => focusInstead(event, input.current) });
  return (
    <search
      className={cx("relative", className)}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && search.close()}
    >
      <SearchField
        ref={input}
        label="Area, alert or job"
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
          className={cx(
            inDialog
              ? "mt-2"
              : cx(OVERLAY, "absolute top-full right-0 z-30 mt-1 max-h-[70vh] w-96 overflow-auto p-1"),
          )}
        >
          <Findings {...search} />
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

function useSearch(input: React.RefObject<HTMLInputElement | null>, onDone?: () => void) {
  const router = useRouter();
  const listId = useId();
  const [typed, setTyped] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const { findings, busy } = useFindings(typed, isOpen);
  const isShown = isOpen && typed.trim() !== "";
  const idOf = (index: number) => `${listId}-${index}`;
  const close = () => setOpen(false);
  const choose = (finding: Finding | undefined) => {
    if (!finding) return;
    router.push(finding.href);
    setTyped("");
    close();
    input.current?.blur();
    onDone?.();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const last = findings.length - 1;
    if (event.key === "ArrowDown") setAt(at >= last ? 0 : at + 1);
    else if (event.key === "ArrowUp") setAt(at <= 0 ? last : at - 1);
    else if (event.key === "Enter") choose(findings[at]);
    else if (event.key === "Escape" && typed !== "") setTyped("");
    else if (event.key === "Escape") input.current?.blur();
    else return;
    event.preventDefault();
  };
  return {
    typed,
    type: (text: string) => {
      setTyped(text);
      setAt(0);
      setOpen(true);
    },
    open: () => setOpen(true),
    close,
    isShown,
    listId,
    activeId: isShown && findings[at] ? idOf(at) : undefined,
    at,
    setAt,
    idOf,
    findings,
    busy,
    choose,
    onKeyDown,
  };
}

function Findings({ findings, busy, typed, at, setAt, idOf, listId, choose }: ReturnType<typeof useSearch>) {
  if (findings.length === 0)
    return (
      <p role="status" className="px-2.5 py-2 text-sm text-ink-3">
        {busy ? "Searching" : `No area, alert or job has "${typed.trim()}"`}
      </p>
    );
  return (
    <div role="listbox" id={listId} aria-label="Found">
      {findings.map((finding, index) => (
        <div key={finding.id}>
          {finding.group !== findings[index - 1]?.group && (
            <div role="presentation" className="px-2.5 pt-2 pb-1 text-xs font-medium text-ink-3">
              {finding.group}
            </div>
          )}
          <div
            role="option"
            tabIndex={-1}
            id={idOf(index)}
            aria-selected={index === at}
            className={cx(
              "flex min-h-9 cursor-pointer items-baseline gap-2 rounded-1 px-2.5 py-1.5 touch:min-h-target touch:items-center",
              index === at && "bg-selected",
            )}
            onPointerMove={() => setAt(index)}
            onMouseDown={(event) => {
              event.preventDefault();
              choose(finding);
            }}
          >
            <span className="flex min-w-0 flex-1">
              <NameLine name={finding.title} />
              {finding.tail && <span className="shrink-0 whitespace-pre">{finding.tail}</span>}
            </span>
            <PathLine path={finding.detail} className="max-w-[55%] text-sm text-ink-3" />
          </div>
        </div>
      ))}
    </div>
  );
}
