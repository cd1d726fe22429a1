import type { ComponentProps, ReactNode } from "react";
import { cx } from "./cx";
import { Icon, type IconName } from "./icon";
import { Link } from "./link";

export type ButtonLook = {
  /** One primary per view; outline for the rest; quiet within text. */
  variant?: "primary" | "outline" | "quiet";
  size?: "md" | "sm";
  icon?: IconName;
};

const VARIANTS = {
  primary: "border-accent bg-accent text-on-accent hover:border-accent-hover hover:bg-accent-hover",
  outline: "border-control bg-surface text-ink-1 hover:bg-hover",
  quiet: "border-transparent text-accent hover:text-accent-hover",
};

/** The classes of a button, for native elements that trigger something. */
export function buttonClass({ variant = "outline", size = "md" }: ButtonLook, className?: string): string {
  return cx(
    "inline-flex shrink-0 items-center justify-center gap-1.5 rounded-2 border text-sm font-medium whitespace-nowrap no-underline transition-colors touch:h-target touch:text-base",
    "disabled:border-line disabled:bg-transparent disabled:text-ink-off",
    size === "sm" ? "h-7 px-2.5" : "h-control px-3",
    VARIANTS[variant],
    className,
  );
}

function Content({ icon, children }: { icon?: IconName; children: ReactNode }) {
  return (
    <>
      {icon && <Icon name={icon} className="size-4 shrink-0" />}
      {children}
    </>
  );
}

/** A button; disabled while `pending`. */
export function Button({
  variant,
  size,
  icon,
  pending = false,
  className,
  children,
  disabled,
  ...rest
}: ButtonLook & { pending?: boolean } & ComponentProps<"button">) {
  return (
    <button
      type="button"
      aria-busy={pending || undefined}
      disabled={disabled || pending}
      className={buttonClass({ variant, size }, className)}
      {...rest}
    >
      <Content icon={icon}>{children}</Content>
    </button>
  );
}

/** A link that looks like a button. */
export function LinkButton({
  variant,
  size,
  icon,
  className,
  children,
  ...rest
}: ButtonLook & ComponentProps<typeof Link>) {
  return (
    <Link className={buttonClass({ variant, size }, className)} {...rest}>
      <Content icon={icon}>{children}</Content>
    </Link>
  );
}

/** A button with an icon alone; the label is its accessible name and tooltip. */
export function IconButton({
  icon,
  label,
  className,
  ...rest
}: { icon: IconName; label: string } & Omit<ComponentProps<"button">, "children" | "aria-label">) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={cx(
        "inline-grid size-7 shrink-0 place-items-center rounded-2 text-ink-2 transition-colors hover:bg-hover hover:text-ink-1 disabled:text-ink-off touch:size-target",
        className,
      )}
      {...rest}
    >
      <Icon name={icon} className="size-4.5" />
    </button>
  );
}
