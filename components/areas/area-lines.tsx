"use client";

import { cx } from "@/components/ui/cx";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { Num } from "@/components/ui/num";
import { SeverityCounts } from "@/components/ui/severity";
import { SiteTime } from "@/components/ui/time";
import { displayPath } from "@/lib/base/core/paths";
import type { AreaState } from "@/lib/display/freshness/judge";
import { addressOf } from "@/lib/farm/areas/address";
import type { AreaOverview } from "@/lib/farm/areas/contract";
import { StateBadge, useAreaStates, useIsSilent } from "./area-state";
import { worstFirst } from "./worst-first";

/** Areas as lines of a phone: name, last Health and its time, state and open alerts. Worst first, as every list. */
export function AreaLines({
  items,
  withPlace = false,
  className,
}: {
  items: readonly AreaOverview[];
  /** Whether each says what it lies in: where they come from everywhere. */
  withPlace?: boolean;
  className?: string;
}) {
  const stateOf = useAreaStates();
  return (
    <ul className={cx("overflow-hidden rounded-3 border border-hairline bg-surface", className)}>
      {worstFirst(items, stateOf).map((item) => (
        <Line key={item.path} item={item} state={stateOf(item)} withPlace={withPlace} />
      ))}
    </ul>
  );
}

function Line({ item, state, withPlace }: { item: AreaOverview; state: AreaState; withPlace: boolean }) {
  const isSilent = useIsSilent()(item);
  return (
    <li className="border-b border-hairline last:border-b-0">
      <Link
        href={addressOf(item.path)}
        className="flex min-h-target items-center gap-3 px-4 py-2 -outline-offset-2"
      >
        <span className="min-w-0 flex-1">
          <span className="line-clamp-2 font-strong wrap-anywhere">
            <bdi>{item.name || "(no name)"}</bdi>
          </span>
          <span className="block truncate text-sm text-ink-3">
            {withPlace && item.parent !== null && `${displayPath(item.parent)}; `}
            <LastSeen item={item} state={isSilent ? "no-data" : state} />
          </span>
        </span>
        <span className="flex shrink-0 flex-col items-end gap-1">
          <StateBadge state={state} item={item} />
          {item.openAlerts > 1 && <SeverityCounts counts={item.severities} className="gap-2!" />}
        </span>
        <Icon name="chevron-right" className="size-4 shrink-0 text-ink-3" />
      </Link>
    </li>
  );
}

/** The last Health with its time; of an area without data only when it last said anything. */
function LastSeen({ item, state }: { item: AreaOverview; state: AreaState }) {
  if (item.lastReadingAt === null) return "never any reading";
  if (state === "no-data")
    return (
      <>
        no data, last <SiteTime at={item.lastReadingAt} />
      </>
    );
  if (!item.health) return "no Health yet";
  return (
    <>
      Health <Num value={item.health.value} index="HEALTH" className="text-ink-1" />,{" "}
      <SiteTime at={item.health.at} />
    </>
  );
}
