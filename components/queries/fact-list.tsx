import type { ReactNode } from "react";
import { cx } from "@/components/ui/cx";

/** Names with their values, side by side. */
export function FactList({
  facts,
  className,
}: {
  facts: readonly (readonly [name: string, value: ReactNode])[];
  className: string;
}) {
  return (
    <dl className={cx("grid grid-cols-[auto_minmax(0,1fr)] gap-y-1 text-sm", className)}>
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-3">{name}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
