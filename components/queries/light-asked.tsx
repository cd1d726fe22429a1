import { cx } from "@/components/ui/cx";
import type { Query } from "@/lib/history/queries/contract";

/** Says of a query that asked by light, before it was kept what came, that its rows cannot be told from others. */
export function LightUnknown({ query, className }: { query: Query; className?: string }) {
  const { type, filters, unrequested } = query;
  if (type !== "chf" || filters.isDaytime === undefined || unrequested !== null) return null;
  return (
    <p className={cx("text-sm text-ink-2", className)}>
      When this query ran it was not kept which captures are of the plants’{" "}
      {filters.isDaytime ? "day" : "night"}. Run it again to see them all.
    </p>
  );
}
