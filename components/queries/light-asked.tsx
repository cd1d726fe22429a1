import { cx } from "@/components/ui/cx";
import type { Query } from "@/lib/queries/contract";

/** Why measurements of the other light may stand among those that were asked for; nothing where any were. */
export function LightAsked({ query, className }: { query: Query; className?: string }) {
  const { isDaytime } = query.filters;
  if (query.type !== "chf" || isDaytime === undefined) return null;
  return (
    <p className={cx("text-sm text-ink-2", className)}>
      Only captures of the plants' {isDaytime ? "day" : "night"} were asked for. The service does not say
      which is which, so that others stored before are shown too.
    </p>
  );
}
