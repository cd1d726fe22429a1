import type { ReactNode } from "react";
import { cx } from "@/components/ui/cx";

/** A panel beside a list or a form, which stays in view while the page scrolls. */
export function SidePanel({
  label,
  from,
  children,
}: {
  label: string;
  /** The breakpoint from which it is beside the content; on narrower windows it is below. */
  from: "lg" | "xl";
  children: ReactNode;
}) {
  return (
    <aside
      aria-label={label}
      className={cx(
        "min-w-0 border-hairline bg-surface",
        from === "lg" ? "lg:border-l" : "max-xl:border-t xl:border-l",
      )}
    >
      <div
        className={
          from === "lg"
            ? "lg:sticky lg:top-[calc(var(--bar)+var(--strip))] lg:max-h-[calc(100dvh-var(--bar)-var(--strip))] lg:overflow-y-auto"
            : "xl:sticky xl:top-[calc(var(--bar)+var(--strip))] xl:max-h-[calc(100dvh-var(--bar)-var(--strip))] xl:overflow-y-auto"
        }
      >
        {children}
      </div>
    </aside>
  );
}
