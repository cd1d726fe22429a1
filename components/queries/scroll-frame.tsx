import type { ReactNode } from "react";

/** A frame that a wide table scrolls in, so that the page never does. */
export function ScrollFrame({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
      tabIndex={0}
      className={`overflow-x-auto -outline-offset-2 ${className ?? ""}`}
    >
      {children}
    </section>
  );
}
