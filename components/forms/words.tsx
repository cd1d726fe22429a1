import type { ReactNode } from "react";
import { cx } from "@/components/ui/cx";
import { Icon } from "@/components/ui/icon";

/** A button that is a word among words. */
export function WordButton({
  children,
  onClick,
  disabled,
  label,
  className,
}: {
  children: ReactNode;
  onClick: () => void;
  disabled?: boolean;
  /** What a screen reader says where the word alone is not enough. */
  label?: string;
  className?: string;
}) {
  return (
    <button
      type="button"
      onClick={onClick}
      disabled={disabled}
      aria-label={label}
      className={cx(
        "shrink-0 rounded-1 px-1 text-sm font-medium text-accent hover:text-accent-hover disabled:text-ink-off touch:min-h-target",
        className,
      )}
    >
      {children}
    </button>
  );
}

/** "Set by file", with its lock. */
export function SetByFile() {
  return (
    <span className="inline-flex items-center gap-1 text-sm whitespace-nowrap text-ink-3">
      <Icon name="lock" className="size-3.5 shrink-0" />
      Set by file
    </span>
  );
}
