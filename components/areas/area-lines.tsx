"use client";
import { useId, useMemo } from "react";
import type { RowKind } from "@/components/alerts/held-list";
import { type Hold, useHeldRows } from "@/components/alerts/use-held-list";
import { StateBadge, useAreaStates, useIsSilent } from "@/components/places/area-state";
import { useFavourites } from "@/components/places/use-favourites";
import { NameLine } from "@/components/ui/area-name";
import { cx } from "@/components/ui/cx";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { Num } from "@/components/ui/num";
import { SeverityCounts } from "@/components/ui/severity";
import { SiteTime } from "@/components/ui/time";
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
import { displayPath, nameOf, withAncestors } from "@/lib/base/core/paths";
import type { SeverityCounts as Counts } from "@/lib/base/core/severity";
import type { AreaState } from "@/lib/display/freshness/judge";
import { addressOf } from "@/lib/farm/areas/address";
import type { AreaOverview } from "@/lib/farm/areas/contract";
import { worstFirst } from "./rules";

/** Areas as lines on a phone: name, last Health and its time, state and open alerts; worst first. */
export function AreaLines({
  hold,
  items,
  withPlace = false,
  className,
}: {
  hold: Hold;
  items: readonly AreaOverview[];
  /** True to name the parent, for areas from different places. */
  withPlace?: boolean;
  className?: string;
}) {
  const stateOf = useAreaStates();
  const latest = useMemo(() => worstFirst(items, stateOf), [items, stateOf]);
  const { shown } = useHeldRows(hold, useId(), latest, AREA_ROWS, { scope: listedPaths(items) });
  return (
    <ul className={cx("overflow-hidden rounded-3 border border-hairline bg-surface", className)}>
      {shown.map((item) => (
        <Line key={item.path} item={item} state={stateOf(item)} withPlace={withPlace} />
      ))}
    </ul>
  );
}

/** Areas in a list that is held still while somebody reads. */
export const AREA_ROWS: RowKind<AreaOverview> = { words: "order", idOf: ({ path }) => path };

/** The areas of a list, whatever their order: others show at once. */
export const listedPaths = (items: readonly AreaOverview[]) =>
  items
    .map(({ path }) => path)
    .toSorted()
    .join("\n");

function Line({ item, state, withPlace }: { item: AreaOverview; state: AreaState; withPlace: boolean }) {
  const words = useWords();
  const isSilent = useIsSilent()(item);
  const seen = <LastSeen item={item} state={isSilent ? "no-data" : state} />;
  return (
    <li className="border-b border-hairline last:border-b-0">
      <Link
        href={addressOf(item.path)}
        // Room for a badge and counts: another alert makes no line higher.
        className="flex min-h-16 items-center gap-3 px-4 py-2 -outline-offset-2"
      >
        <span className="min-w-0 flex-1">
          <span className="line-clamp-2 font-strong wrap-anywhere">
            <bdi>{item.name || words.t("ui.noName")}</bdi>
          </span>
          <span className="block truncate text-sm text-ink-3">
            {withPlace && item.parent !== null
              ? rich(words, "areas.lines.in", { area: displayPath(item.parent), state: seen })
              : seen}
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

/** The last Health with its time; for an area without data only the time of its last reading. */
function LastSeen({ item, state }: { item: AreaOverview; state: AreaState }) {
  const words = useWords();
  if (item.lastReadingAt === null) return words.t("areas.lines.noReadings");
  if (state === "no-data")
    return rich(words, "areas.lines.noData", { time: <SiteTime at={item.lastReadingAt} /> });
  if (!item.health) return words.t("areas.lines.noHealth");
  return rich(words, "areas.lines.health", {
    value: <Num value={item.health.value} index="HEALTH" className="text-ink-1" />,
    time: <SiteTime at={item.health.at} />,
  });
}

/** The favourites, on a phone's first level. */
export function PhoneFavourites({ hold, items }: { hold: Hold; items: readonly AreaOverview[] }) {
  const { t } = useWords();
  const { paths } = useFavourites();
  const favourites = useMemo(() => items.filter((item) => paths.includes(item.path)), [items, paths]);
  if (favourites.length === 0) return null;
  return (
    <section aria-labelledby="favourites" className="px-4 pt-4 sm:hidden">
      <h2 id="favourites" className="mb-2.5">
        {t("areas.favourites.title")}
      </h2>
      <AreaLines hold={hold} items={favourites} withPlace />
    </section>
  );
}

/** Alerts whose place is not known, below a phone's first level. */
export function PhoneUnplaced({ counts }: { counts: Counts }) {
  const { t } = useWords();
  if (Object.values(counts).every((count) => count === 0)) return null;
  return (
    <div className="px-4 pb-4 sm:hidden">
      <Link
        href="/alerts?place=unknown"
        className="flex min-h-target items-center gap-3 rounded-3 border border-hairline bg-surface px-4 py-2 -outline-offset-2"
      >
        <span className="flex-1 font-strong">{t("alertFacts.unplaced")}</span>
        <SeverityCounts counts={counts} />
        <Icon name="chevron-right" className="size-4 shrink-0 text-ink-3" />
      </Link>
    </div>
  );
}

/** A level in the way up on a phone. */
const STEP = "inline-flex min-h-target max-w-44 shrink-0 items-center";

/** Scrolls to the nearest level, the most used one. */
function toEnd(element: HTMLElement | null) {
  if (element) element.scrollLeft = element.scrollWidth;
}

/** The way up on a phone, which has no tree. */
export function PhoneCrumbs({ path }: { path: string }) {
  const { t } = useWords();
  const above = withAncestors(path).slice(0, -1);
  return (
    <nav
      key={path}
      ref={toEnd}
      aria-label={t("areas.above")}
      className="-mx-4 flex items-center gap-1.5 overflow-x-auto mask-x-from-[calc(100%-1rem)] px-4 text-sm text-ink-2 sm:hidden"
    >
      <Link href="/areas" className={STEP}>
        {t("areas.title")}
      </Link>
      {above.map((one) => (
        <span key={one} className="contents">
          <span aria-hidden="true">›</span>
          <Link href={addressOf(one)} className={STEP}>
            <NameLine name={nameOf(one) || t("ui.noName")} />
          </Link>
        </span>
      ))}
    </nav>
  );
}
