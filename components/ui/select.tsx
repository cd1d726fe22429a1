"use client";
import { type KeyboardEvent, lazy, type ReactNode, useId, useRef, useState } from "react";
import { useWords } from "@/components/words/words";
import { cx } from "./cx";
import { Opened } from "./dialog";
import { Icon } from "./icon";
import type { SelectFacts } from "./select-popover";

const popover = () => import("./select-popover");
const SelectPopover = lazy(async () => ({ default: (await popover()).SelectPopover }));

const FRAME =
  "flex max-w-full items-center gap-2 rounded-2 border text-left transition-colors disabled:border-line disabled:text-ink-off touch:h-target touch:text-base";

/**
 * A choice from a list, whose popover is fetched on hover or focus. `asFilter` draws it as "Severity: any", tinted
 * unless the first option, which filters nothing, is chosen.
 */
export function Select({
  label,
  options,
  value,
  onChange,
  disabled,
  help,
  error,
  asFilter = false,
  className,
}: SelectFacts & {
  disabled?: boolean;
  help?: ReactNode;
  error?: string;
  asFilter?: boolean;
  className?: string;
}) {
  const { t } = useWords();
  const id = useId();
  const ref = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const chosen = options.find((option) => option.id === value);
  const narrows = asFilter && value !== options[0]?.id;
  const onKeyDown = (event: KeyboardEvent) => {
    const next = valueAtKey(event.key, options, value);
    if (event.key === "ArrowDown" || event.key === "ArrowUp") setOpen(true);
    else if (next !== null) onChange(next);
    else return;
    event.preventDefault();
  };
  return (
    <div className={cx("min-w-0", className)}>
      {!asFilter && (
        <span id={`${id}-label`} className="mb-1.5 block text-sm font-medium">
          {label}
        </span>
      )}
      <button
        ref={ref}
        type="button"
        disabled={disabled}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-describedby={error ? `${id}-error` : undefined}
        data-fault={error ? true : undefined}
        aria-labelledby={asFilter ? undefined : `${id}-value ${id}-label`}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={onKeyDown}
        onPointerEnter={() => void popover()}
        onFocus={() => void popover()}
        className={cx(
          FRAME,
          asFilter ? "h-control px-2.5 text-sm" : "h-9 w-full px-2.5 text-base",
          narrows ? "border-accent bg-accent-tint font-medium" : "border-control bg-surface hover:bg-hover",
        )}
      >
        <span id={`${id}-value`} className="min-w-0 flex-1 truncate">
          {asFilter && `${label}: `}
          {chosen?.label ?? t("ui.choose")}
        </span>
        <Icon name="chevron-down" className="size-3.5 shrink-0 text-ink-3" />
      </button>
      {help && <p className="mt-1.5 text-sm text-ink-3">{help}</p>}
      {error && (
        <p id={`${id}-error`} className="mt-1.5 flex gap-1.5 text-sm font-medium">
          <Icon name="failed" className="mt-px size-4 shrink-0" />
          {error}
        </p>
      )}
      <Opened isOpen={isOpen} onClose={() => setOpen(false)}>
        <SelectPopover
          {...{ label, options, value, onChange, isOpen }}
          triggerRef={ref}
          onOpenChange={setOpen}
        />
      </Opened>
    </div>
  );
}

/** The value that a key chooses while the list is closed: previous, next, or the next with that first letter. */
function valueAtKey(key: string, options: SelectFacts["options"], value: string): string | null {
  const at = options.findIndex((option) => option.id === value);
  if (key === "ArrowLeft") return options[Math.max(0, at - 1)]?.id ?? null;
  if (key === "ArrowRight") return options[Math.min(options.length - 1, at + 1)]?.id ?? null;
  if (key.length !== 1 || key === " ") return null;
  const inTurn = [...options.slice(at + 1), ...options.slice(0, at + 1)];
  const begins = (text: string) => text.toLocaleLowerCase().startsWith(key.toLocaleLowerCase());
  return inTurn.find((option) => begins(option.label))?.id ?? null;
}
