"use client";
import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";
import { cx } from "./cx";
import { Icon } from "./icon";

/** A box to tick; `label` may be said only, where the row tells the rest. */
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
