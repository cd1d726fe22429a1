"use client";
import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from "react";
import { cx } from "./cx";
import { Icon } from "./icon";

/** A checkbox; `hideLabel` leaves the label to screen readers. */
export function Checkbox({
  label,
  hideLabel = false,
  indeterminate = false,
  className,
  ...input
}: {
  label: ReactNode;
  hideLabel?: boolean;
  indeterminate?: boolean;
} & Omit<ComponentProps<"input">, "type" | "ref">) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return (
    <label
      className={cx(
        "inline-flex cursor-pointer items-center gap-2 text-sm has-disabled:cursor-default has-disabled:text-ink-off touch:min-h-target",
        hideLabel && "min-h-7 min-w-7 justify-center touch:min-w-target",
        className,
      )}
    >
      <span className="relative inline-grid size-4 shrink-0 place-items-center">
        <input
          ref={box}
          type="checkbox"
          {...input}
          className="peer size-4 appearance-none rounded-1 border-[1.5px] border-control bg-surface checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent disabled:border-line disabled:checked:border-ink-off disabled:checked:bg-ink-off"
        />
        <span className="pointer-events-none absolute text-on-accent opacity-0 peer-checked:opacity-100 peer-indeterminate:opacity-100">
          <Icon name={indeterminate ? "minus" : "check"} className="size-3 stroke-3" />
        </span>
      </span>
      <span className={hideLabel ? "sr-only" : undefined}>{label}</span>
    </label>
  );
}

/** One of a few, side by side: a group of radio buttons. */
export function Segmented<T extends string>({
  label,
  options,
  value,
  onChange,
  fill = false,
  className,
}: {
  label: string;
  options: { value: T; label: ReactNode; disabled?: boolean }[];
  /** Null: none is chosen. */
  value: T | null;
  onChange: (value: T) => void;
  fill?: boolean;
  className?: string;
}) {
  const name = useId();
  return (
    <fieldset
      className={cx(
        "inline-flex overflow-hidden rounded-2 border border-control bg-surface has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus touch:h-[calc(var(--target)+2px)]",
        fill ? "h-9 w-full" : "h-control",
        className,
      )}
    >
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={cx(
            "flex cursor-pointer items-center justify-center gap-1.5 border-l border-hairline px-3 text-sm whitespace-nowrap text-ink-2 transition-colors first-of-type:border-l-0 hover:bg-hover touch:text-base",
            "has-checked:bg-accent-tint has-checked:font-strong has-checked:text-ink-1 has-checked:shadow-[inset_0_-2px_0_var(--accent)] has-disabled:text-ink-off",
            fill && "flex-1",
          )}
        >
          <input
            type="radio"
            className="sr-only"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
