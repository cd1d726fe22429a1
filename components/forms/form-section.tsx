import type { ReactNode } from "react";

/** A part of a long form, parted from the one before by a hairline. */
export function FormSection({
  title,
  first = false,
  children,
}: {
  title: string;
  first?: boolean;
  children: ReactNode;
}) {
  return (
    <section aria-label={title} className="grid gap-4">
      <h2 className={first ? undefined : "mt-1 border-t border-hairline pt-4.5"}>{title}</h2>
      {children}
    </section>
  );
}

/** Two fields side by side where there is room. */
export function Pair({ children }: { children: ReactNode }) {
  return <div className="grid items-start gap-4 sm:grid-cols-2">{children}</div>;
}
