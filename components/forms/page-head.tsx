import type { ComponentProps, ReactNode } from "react";
import { cx } from "@/components/ui/cx";

/** The title of a page, a line on its purpose, and its primary action. */
export function PageHead({
  title,
  hint,
  trail,
  action,
}: {
  title: string;
  hint?: ReactNode;
  trail?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="mb-4 flex flex-wrap items-start gap-x-4 gap-y-3">
      <div className={cx("min-w-0 flex-1", hint ? "max-sm:basis-full" : undefined)}>
        {trail && <p className="mb-0.5 text-sm text-ink-3">{trail}</p>}
        <h1 className="truncate">{title}</h1>
        {hint && <p className="mt-1 max-w-160 text-sm text-pretty text-ink-2">{hint}</p>}
      </div>
      {action}
    </div>
  );
}

/** An admin page without a side panel. */
export function AdminPage({ children, ...head }: ComponentProps<typeof PageHead> & { children: ReactNode }) {
  return (
    <main className="max-w-360 px-4 py-5 lg:px-6">
      <PageHead {...head} />
      {children}
    </main>
  );
}
