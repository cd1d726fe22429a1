"use client";
import { Link } from "@/components/ui/link";
import { SeverityCounts } from "@/components/ui/severity";
import { addressOf } from "@/lib/farm/areas/address";
import type { AreaOverview } from "@/lib/farm/areas/contract";
import { AreaLines } from "./area-lines";
import { AreaTiles } from "./area-tiles";

/** The first level of several sites, and the page of a path that no area has. */
export function Roots({ items, total, path }: { items: AreaOverview[]; total: number; path: string | null }) {
  const roots = items.filter((item) => item.parent === null);
  return (
    <div className="flex flex-col gap-4 p-4 lg:p-6">
      <header>
        <h1 className="max-sm:sr-only">Areas</h1>
        {path === null ? (
          <p className="text-ink-2">
            {total.toLocaleString("en")} control areas.
            <span className="max-sm:hidden"> Choose one in the tree, or a site below.</span>
          </p>
        ) : (
          <p className="text-ink-2">
            No area has the path <span className="font-medium">{path.split("#").join(" › ")}</span>. It may
            have been renamed; all sites are below.
          </p>
        )}
      </header>
      <AreaLines items={roots} className="sm:hidden" />
      {roots.map((root) => (
        <div key={root.path} className="flex flex-col gap-2 max-sm:hidden">
          <h2 className="flex items-center gap-3">
            <Link
              href={addressOf(root.path)}
              className="inline-flex items-center text-accent hover:underline touch:-my-2 touch:min-h-target"
            >
              {root.name || "(no name)"}
            </Link>
            <SeverityCounts counts={root.severities} />
          </h2>
          <AreaTiles titled={false} path={root.path} items={items} />
        </div>
      ))}
    </div>
  );
}
