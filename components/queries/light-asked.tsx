import type { Light } from "@/components/charts/column-series";
import { cx } from "@/components/ui/cx";
import type { Query } from "@/lib/queries/contract";

/** The light that a query asked measurements of. */
export function lightAsked({ type, filters }: Query): Light {
  if (type !== "chf" || filters.isDaytime === undefined) return "any";
  return filters.isDaytime ? "day" : "night";
}

/**
 * Why measurements of the other light may stand among those that were asked for; nothing where any were.
 * @param isTold whether what is shown was parted by the light that the plants had
 */
export function LightAsked({
  query,
  isTold = false,
  className,
}: {
  query: Query;
  isTold?: boolean;
  className?: string;
}) {
  const light = lightAsked(query);
  if (light === "any") return null;
  return (
    <p className={cx("text-sm text-ink-2", className)}>
      Only captures of the plants’ {light} were asked for, and the service does not say which those are.{" "}
      {isTold
        ? `Shown are the hours of the plants’ ${light}, told by their light.`
        : "Others of this time and area, stored before, are shown too."}
    </p>
  );
}
