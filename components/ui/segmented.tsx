"use client";
import { type ReactNode, useId } from "react";
import { cx } from "./cx";

/** One of a few, side by side: radio buttons to keyboard and screen reader. */
export function Segmented<T extends string>({
  label,
  options,
  value,
  onChange,
  name,
  fill = false,
  className,
}: {
  label: string;
  options: { value: T; label: ReactNode; disabled?: boolean }[];
  /** Null: none of them is so. */
  value: T | null;
  onChange: (value: T) => void;
  /** For a form; else a name of its own. */
  name?: string;
  fill?: boolean;
  className?: string;
}) {
  const own = useId();
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
            name={name ?? own}
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
