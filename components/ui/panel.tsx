import type { ReactNode } from "react";
import { cx } from "./cx";

/** A number beside a title. */
export function Count({ children }: { children: ReactNode }) {
  return (
    <span className="min-w-4.5 rounded-full bg-sunken px-1.5 text-center text-xs leading-4.5 font-medium text-ink-2">
      {children}
    </span>
  );
}

/** A flat panel: hairline, radius 10, no shadow. Its content decides on its padding: tables run to the edge. */
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
  /** The name of a panel without a title. */
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
