"use client";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { cx } from "@/components/ui/cx";
import { Field } from "@/components/ui/field";
import { OVERLAY } from "@/components/ui/overlay";
import { Chip } from "@/components/ui/panel";

type Props = {
  label: ReactNode;
  help?: ReactNode;
  error?: string;
  chosen: string[];
  onChange: (chosen: string[]) => void;
  /** How a chosen value is displayed. */
  show?: (value: string) => string;
  placeholder: string;
  /** Matches for the typed text; `more` says that the list is cut. */
  suggest: (typed: string) => { offered: Suggestion[]; more?: string };
};

/** Several values as chips, typed or picked from suggestions. Backspace removes the last. */
export function ChipsField({
  label,
  help,
  error,
  chosen,
  onChange,
  show = same,
  placeholder,
  suggest,
}: Props) {
  const [typed, setTyped] = useState("");
  const { offered, more } = suggest(typed);
  const add = (value: string) => {
    if (!chosen.includes(value)) onChange([...chosen, value]);
    setTyped("");
  };
  const list = useSuggestions(offered, add);
  return (
    <Field label={label} help={help} error={error}>
      {(ids) => (
        <div className="relative">
          <div
            className={cx(
              "flex w-full flex-wrap items-center gap-1.5 rounded-2 border bg-surface p-1 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-focus",
              error ? "border-ink-1" : "border-control",
            )}
          >
            {chosen.map((value) => (
              <Chip
                key={value}
                removeLabel={`Remove ${show(value)}`}
                onRemove={() => onChange(chosen.filter((one) => one !== value))}
              >
                <span className="min-w-0 py-0.5 wrap-anywhere">{show(value)}</span>
              </Chip>
            ))}
            <input
              {...list.inputProps}
              {...ids}
              type="text"
              value={typed}
              placeholder={placeholder}
              className="h-6.5 min-w-28 flex-1 bg-transparent px-1.5 text-base outline-none [box-shadow:none] touch:-my-1 touch:h-target touch:text-lg"
              onChange={(event) => {
                setTyped(event.target.value);
                list.setAt(0);
                list.open();
              }}
              onBlur={list.close}
              onClick={list.open}
              onKeyDown={(event) => {
                if (list.onKeyDown(event)) return;
                if (event.key === "Enter") event.preventDefault();
                if (event.key === "Backspace" && typed === "" && chosen.length > 0)
                  onChange(chosen.slice(0, -1));
              }}
            />
          </div>
          <SuggestionList label={placeholder} offered={offered} list={list} more={more} />
        </div>
      )}
    </Field>
  );
}

const same = (value: string) => value;

/** The suggestions below a field. */
export function SuggestionList({
  label,
  offered,
  list,
  more,
}: {
  label: string;
  offered: readonly Suggestion[];
  list: Suggestions;
  /** The last line, when the list is cut. */
  more?: string;
}) {
  const box = useRef<HTMLDivElement>(null);
  const activeId = list.idOf(list.at);
  useEffect(() => {
    if (list.isShown) box.current?.scrollIntoView({ block: "nearest" });
  }, [list.isShown]);
  useEffect(() => {
    if (list.isShown) box.current?.querySelector(`[id="${activeId}"]`)?.scrollIntoView({ block: "nearest" });
  }, [activeId, list.isShown]);
  if (!list.isShown) return null;
  return (
    <div
      ref={box}
      // In a dialog it is part of the flow: the footer would cut off an overlay.
      className={cx(
        OVERLAY,
        "absolute inset-x-0 top-full z-20 mt-1.5 max-h-80 overflow-auto p-1 in-[[role=dialog]]:static in-[[role=dialog]]:max-h-60 in-[[role=dialog]]:shadow-none",
      )}
    >
      <div role="listbox" id={list.listId} aria-label={label}>
        {offered.map((one, index) => (
          <div
            key={one.id}
            role="option"
            tabIndex={-1}
            id={list.idOf(index)}
            aria-selected={index === list.at}
            className={cx(
              "flex min-h-8 cursor-pointer items-center gap-2 rounded-1 px-2.5 py-1 text-sm touch:min-h-target",
              index === list.at && "bg-selected",
            )}
            onPointerMove={() => list.setAt(index)}
            onMouseDown={(event) => {
              event.preventDefault();
              list.choose(index);
            }}
          >
            <span className="min-w-0 flex-1 wrap-anywhere">{one.label}</span>
            {one.hint && <span className="shrink-0 text-ink-3">{one.hint}</span>}
          </div>
        ))}
      </div>
      {more && <p className="px-2.5 py-1.5 text-xs text-ink-3">{more}</p>}
    </div>
  );
}

export type Suggestion = { id: string; label: string; hint?: string };

/** A list below a field: arrows move, Enter picks, Escape closes; the field keeps the focus. */
export function useSuggestions(offered: readonly Suggestion[], take: (id: string) => void) {
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  const [wanted, setAt] = useState(0);
  const at = Math.min(wanted, offered.length - 1);
  const isShown = isOpen && offered.length > 0;
  const idOf = (index: number) => `${listId}-${index}`;
  const choose = (index: number) => {
    const one = offered[index];
    if (one) take(one.id);
    setAt(0);
    // Stays closed until the next letter, because it covers what is below the field.
    setOpen(false);
  };
  const move = (to: number) => {
    setOpen(true);
    setAt((to + offered.length) % Math.max(1, offered.length));
  };
  /** @returns true if the list handled the key */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (event.key === "ArrowDown") move(isShown ? at + 1 : 0);
    else if (event.key === "ArrowUp") move(isShown ? at - 1 : offered.length - 1);
    else if (event.key === "Enter" && isShown) choose(at);
    else if (event.key === "Escape" && isShown) setOpen(false);
    else return false;
    event.preventDefault();
    return true;
  };
  return {
    isShown,
    listId,
    at,
    setAt,
    idOf,
    choose,
    onKeyDown,
    open: () => setOpen(true),
    close: () => setOpen(false),
    /** Props that make the input a combobox. */
    inputProps: {
      role: "combobox",
      "aria-expanded": isShown,
      "aria-controls": listId,
      "aria-autocomplete": "list",
      "aria-activedescendant": isShown ? idOf(at) : undefined,
      autoComplete: "off",
      autoCapitalize: "off",
      spellCheck: false,
    } as const,
  };
}

type Suggestions = ReturnType<typeof useSuggestions>;
