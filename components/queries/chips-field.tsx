"use client";
import { type ReactNode, useState } from "react";
import { Chip } from "@/components/ui/bits";
import { cx } from "@/components/ui/cx";
import { Field } from "@/components/ui/field";
import { SuggestionList } from "./suggestion-list";
import { type Suggestion, useSuggestions } from "./use-suggestions";

type Props = {
  label: ReactNode;
  help?: ReactNode;
  error?: string;
  chosen: string[];
  onChange: (chosen: string[]) => void;
  /** How a chosen value reads. */
  show?: (value: string) => string;
  placeholder: string;
  /** What fits what is typed; `more` says that there are others. */
  suggest: (typed: string) => { offered: Suggestion[]; more?: string };
};

/** Several values as chips: typed, or taken from what is offered. Backspace takes the last one away. */
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
