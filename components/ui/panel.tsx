"use client";
import type { ReactNode } from "react";
import { useWords } from "@/components/words/words";
import { initialsOf, shortName } from "@/lib/base/core/text";
import { cx } from "./cx";
import { Icon, type IconName } from "./icon";

/** A number beside a title. */
export function Count({ children }: { children: ReactNode }) {
  return (
    // Two digits wide, so that a tenth alert moves nothing beside it.
    <span className="min-w-7 rounded-full bg-sunken px-1.5 text-center text-xs leading-4.5 font-medium text-ink-2">
      {children}
    </span>
  );
}

/** A flat panel. Its content brings its own padding, since tables run to the edge. */
export function Panel({
  title,
  count,
  hint,
  end,
  footer,
  label,
  className,
  children,
}: {
  title?: ReactNode;
  count?: ReactNode;
  hint?: ReactNode;
  end?: ReactNode;
  footer?: ReactNode;
  /** The accessible name of a panel without a title. */
  label?: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section
      aria-label={label}
      className={cx("flex min-w-0 flex-col rounded-3 border border-hairline bg-surface", className)}
    >
      {title !== undefined && (
        <header className="flex min-h-11.5 flex-wrap items-center gap-2 border-b border-hairline px-4 py-2">
          <h2>{title}</h2>
          {count !== undefined && <Count>{count}</Count>}
          {hint && <span className="text-sm text-ink-3">{hint}</span>}
          {end && <div className="ml-auto flex items-center gap-2 text-sm text-ink-3">{end}</div>}
        </header>
      )}
      {children}
      {footer && (
        <footer className="mt-auto border-t border-hairline px-4 py-3 text-sm text-ink-3">{footer}</footer>
      )}
    </section>
  );
}

/** A keyboard key. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="rounded-1 border border-line bg-surface px-1.5 font-sans text-xs leading-4 text-ink-3">
      {children}
    </kbd>
  );
}

/** Initials in a circle: decoration beside a name. */
export function Avatar({ name, small = false }: { name: string; small?: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        "inline-grid shrink-0 place-items-center rounded-full border border-line bg-sunken text-xs font-strong text-ink-2",
        small ? "size-6" : "size-7",
      )}
    >
      {initialsOf(name)}
    </span>
  );
}

/** The owner of an alert: avatar and short name, the full one as tooltip; "Nobody yet" without one. */
export function Owner({ name, className = "max-w-full" }: { name: string | null; className?: string }) {
  const { t } = useWords();
  if (name === null) return <span className="text-sm font-medium">{t("ui.nobody")}</span>;
  return (
    <span title={name} className={cx("inline-flex min-w-0 items-center gap-1.5 text-sm", className)}>
      <Avatar name={name} small />
      <span className="truncate">{shortName(name)}</span>
    </span>
  );
}

/** A removable word in a box. */
export function Chip({
  icon,
  children,
  onRemove,
  removeLabel,
}: {
  icon?: IconName;
  children: ReactNode;
  onRemove: () => void;
  removeLabel: string;
}) {
  return (
    <span className="inline-flex min-h-6 items-center gap-1.5 rounded-1 bg-sunken px-2 text-sm">
      {icon && <Icon name={icon} className="size-3.5 shrink-0 text-ink-3" />}
      {children}
      <button
        type="button"
        aria-label={removeLabel}
        onClick={onRemove}
        className="-mr-1.5 inline-grid size-6 place-items-center rounded-1 text-ink-3 hover:text-ink-1 touch:size-target"
      >
        <Icon name="close" className="size-3.5" />
      </button>
    </span>
  );
}

/** A cell of a summary panel: label, number, note. */
export function SummaryCell({
  icon,
  label,
  value,
  note,
  className,
}: {
  icon?: ReactNode;
  label: ReactNode;
  value: ReactNode;
  note?: ReactNode;
  className?: string;
}) {
  return (
    <div className={cx("min-w-0 px-4 py-3.5", className)}>
      <div className="flex items-center gap-2 text-sm text-ink-2">
        {icon}
        {label}
      </div>
      <div className="mt-1 flex flex-wrap items-baseline gap-x-2.5">
        <span className="text-2xl font-strong tracking-tight">{value}</span>
        {note && <span className="text-sm text-ink-3">{note}</span>}
      </div>
    </div>
  );
}

/** A fact of a header strip: label, value, note. */
export function Fact({ label, value, note }: { label: ReactNode; value: ReactNode; note?: ReactNode }) {
  return (
    <div className="min-w-0 px-4.5 py-3 max-sm:px-3.5">
      <dt className="text-xs text-ink-3">{label}</dt>
      <dd className="text-lg font-strong wrap-anywhere max-sm:text-base">{value}</dd>
      {note && <dd className="text-xs text-ink-3">{note}</dd>}
    </div>
  );
}

/** A state in words with its icon: healthy, no data, unknown. */
export function StateWord({ state, children }: { state: "ok" | "silent" | "stale"; children: ReactNode }) {
  const ink = { ok: "text-ink-2", silent: "text-silent-text", stale: "text-stale-text" }[state];
  return (
    <span className={cx("inline-flex items-center gap-1.5 text-sm whitespace-nowrap", ink)}>
      <Icon
        name={state === "stale" ? "clock" : state}
        className={cx("size-4 shrink-0", state === "ok" && "text-healthy")}
      />
      {children}
    </span>
  );
}
