"use client";

import { NameLine } from "@/components/ui/area-name";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { SeverityCounts } from "@/components/ui/severity";
import { nameOf, withAncestors } from "@/lib/base/core/paths";
import type { SeverityCounts as Counts } from "@/lib/base/core/severity";
import { addressOf } from "@/lib/farm/areas/address";
import type { AreaOverview } from "@/lib/farm/areas/contract";
import { AreaLines } from "./area-lines";
import { useFavourites } from "./use-favourites";

const STEP = "inline-flex min-h-target max-w-44 shrink-0 items-center";

/** The nearest level is the one that most go to: it is in view where they have no room side by side. */
function toEnd(element: HTMLElement | null) {
  if (element) element.scrollLeft = element.scrollWidth;
}

/** A phone has no tree: the way up stands above each level. */
export function PhoneCrumbs({ path }: { path: string }) {
  const above = withAncestors(path).slice(0, -1);
  return (
    <nav
      key={path}
      ref={toEnd}
      aria-label="Levels above"
      className="-mx-4 -mt-3 flex items-center gap-1.5 overflow-x-auto mask-x-from-[calc(100%-1rem)] px-4 text-sm text-ink-2 sm:hidden"
    >
      <Link href="/areas" className={STEP}>
        Areas
      </Link>
      {above.map((one) => (
        <span key={one} className="contents">
          <span aria-hidden="true">›</span>
          <Link href={addressOf(one)} className={STEP}>
            <NameLine name={nameOf(one) || "(no name)"} />
          </Link>
        </span>
      ))}
    </nav>
  );
}

/** The favourites, on a phone's first level. */
export function PhoneFavourites({ tenant, items }: { tenant: string; items: readonly AreaOverview[] }) {
  const { paths } = useFavourites(tenant);
  const favourites = items.filter((item) => paths.includes(item.path));
  if (favourites.length === 0) return null;
  return (
    <section aria-labelledby="favourites" className="px-4 pt-4 sm:hidden">
      <h2 id="favourites" className="mb-2.5">
        Favourites
      </h2>
      <AreaLines items={favourites} withPlace />
    </section>
  );
}

/** The alerts that nobody can place, below a phone's first level. */
export function PhoneUnplaced({ counts }: { counts: Counts }) {
  if (Object.values(counts).every((count) => count === 0)) return null;
  return (
    <div className="px-4 pb-4 sm:hidden">
      <Link
        href="/alerts?place=unknown"
        className="flex min-h-target items-center gap-3 rounded-3 border border-hairline bg-surface px-4 py-2 -outline-offset-2"
      >
        <span className="flex-1 font-strong">Place not known</span>
        <SeverityCounts counts={counts} />
        <Icon name="chevron-right" className="size-4 shrink-0 text-ink-3" />
      </Link>
    </div>
  );
}
