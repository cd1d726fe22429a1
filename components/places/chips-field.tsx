"use client";
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { cx } from "@/components/ui/cx";
import { Field } from "@/components/ui/field";
import { OVERLAY } from "@/components/ui/overlay";
import { Chip } from "@/components/ui/panel";
import { useWords } from "@/components/words/words";

/** Matches for a typed text; `more` is the last line where the list is cut. */
export type Suggestions = { offered: { id: string; label: string; hint?: string }[]; more?: string };

/** Several values as chips, typed or picked from suggestions. Backspace removes the last. */
export function ChipsField({
  chosen,
  onChange,
  show = (value) => value,
  placeholder,
  suggest,
  ...field
}: {
  label: ReactNode;
  help?: ReactNode;
  error?: string;
  chosen: string[];
  onChange: (chosen: string[]) => void;
  /** Formats a chosen value. */
  show?: (value: string) => string;
  placeholder: string;
  suggest: (typed: string) => Suggestions;
}) {
  const { t } = useWords();
  const [typed, setTyped] = useState("");
  const add = (value: string) => {
    if (!chosen.includes(value)) onChange([...chosen, value]);
    setTyped("");
  };
  return (
    <Field {...field}>
      {(ids) => (
        <Combobox
          {...ids}
          listLabel={placeholder}
          suggestions={suggest(typed)}
          value={typed}
          onType={setTyped}
          onTake={add}
          onEmptyBackspace={chosen.length > 0 ? () => onChange(chosen.slice(0, -1)) : undefined}
          placeholder={placeholder}
          className="h-6.5 min-w-28 flex-1 bg-transparent px-1.5 text-base outline-none [box-shadow:none] touch:-my-1 touch:h-target touch:text-lg"
        >
          {(input) => (
            <div
              className={cx(
                "flex w-full flex-wrap items-center gap-1.5 rounded-2 border bg-surface p-1 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-focus",
                field.error ? "border-ink-1" : "border-control",
              )}
            >
              {chosen.map((value) => (
                <Chip
                  key={value}
                  removeLabel={t("places.field.remove", { name: show(value) })}
                  onRemove={() => onChange(chosen.filter((one) => one !== value))}
                >
                  <span className="min-w-0 py-0.5 wrap-anywhere">{show(value)}</span>
                </Chip>
              ))}
              {input}
            </div>
          )}
        </Combobox>
      )}
    </Field>
  );
}

/**
 * A text input with suggestions below it: arrows move, Enter picks, Escape closes; the input keeps the focus. The first
 * suggestion is active from the start, so that Enter takes it.
 */
export function Combobox({
  listLabel,
  suggestions: { offered, more },
  value,
  onType,
  onTake,
  onEmptyBackspace,
  children = (input) => input,
  ...input
}: {
  listLabel: string;
  suggestions: Suggestions;
  value: string;
  onType: (typed: string) => void;
  onTake: (id: string) => void;
  onEmptyBackspace?: () => void;
  /** Frames the input; the list stands below the frame. */
  children?: (input: ReactNode) => ReactNode;
} & Omit<ComponentProps<"input">, "children">) {
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  const [wanted, setWanted] = useState(0);
  const active = Math.min(wanted, offered.length - 1);
  const isShown = isOpen && offered.length > 0;
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the active option has to come into view
  useEffect(() => {
    if (!isShown) return;
    list.current?.scrollIntoView({ block: "nearest" });
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [isShown, active]);
  const take = (index: number) => {
    const one = offered[index];
    if (one) onTake(one.id);
    setWanted(0);
    // Stays closed until the next letter, because it covers what is below the field.
    setOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (key === "ArrowDown" || key === "ArrowUp") {
      const by = key === "ArrowDown" ? 1 : -1;
      const next = isShown ? active + by : Math.min(0, by);
      setWanted((next + offered.length) % Math.max(1, offered.length));
      setOpen(true);
    } else if (key === "Enter") {
      if (isShown) take(active);
    } else if (key === "Escape" && isShown) setOpen(false);
    else {
      if (key === "Backspace" && value === "") onEmptyBackspace?.();
      return;
    }
    event.preventDefault();
  };
  return (
    <div className="relative">
      {children(
        <input
          {...input}
          type="text"
          role="combobox"
          aria-expanded={isShown}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={isShown ? `${listId}-${active}` : undefined}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={value}
          onChange={(event) => {
            onType(event.target.value);
            setWanted(0);
            setOpen(true);
          }}
          onClick={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onKeyDown={onKeyDown}
        />,
      )}
      {isShown && (
        <div
          ref={list}
          // In a dialog it is part of the flow: the footer would cut off an overlay.
          className={cx(
            OVERLAY,
            "absolute inset-x-0 top-full z-20 mt-1.5 max-h-80 overflow-auto p-1 in-[[role=dialog]]:static in-[[role=dialog]]:max-h-60 in-[[role=dialog]]:shadow-none",
          )}
        >
          <div role="listbox" id={listId} aria-label={listLabel}>
            {offered.map(({ id, label, hint }, index) => (
              <div
                key={id}
                role="option"
                tabIndex={-1}
                id={`${listId}-${index}`}
                aria-selected={index === active}
                className={cx(
                  "flex min-h-8 cursor-pointer items-center gap-2 rounded-1 px-2.5 py-1 text-sm touch:min-h-target",
                  index === active && "bg-selected",
                )}
                onPointerMove={() => setWanted(index)}
                onMouseDown={(event) => {
                  event.preventDefault();
                  take(index);
                }}
              >
                <span className="min-w-0 flex-1 wrap-anywhere">{label}</span>
                {hint && <span className="shrink-0 text-ink-3">{hint}</span>}
              </div>
            ))}
          </div>
          {more && <p className="px-2.5 py-1.5 text-xs text-ink-3">{more}</p>}
        </div>
      )}
    </div>
  );
}
