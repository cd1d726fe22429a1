"use client";

import { lazy, type ReactNode, Suspense, useState } from "react";
import { useEndpoint } from "@/components/live/use-endpoint";
import { usePath } from "@/components/shell/use-path";
import { Button } from "@/components/ui/button";
import { Drawer } from "@/components/ui/dialog";
import { pathOfAddress } from "@/lib/areas/address";
import { areasOverview } from "@/lib/areas/contract";
import { onlyRoot } from "./only-root";
import { useIsWide } from "./use-media";

/** A phone has no tree, and does not fetch one. */
const AreaTree = lazy(async () => ({ default: (await import("./area-tree")).AreaTree }));

/** Of a row of the tree, in pixels: the column less its paddings; the drawer less its own. */
const BESIDE = 251;
const IN_DRAWER = 303;

/**
 * The tree around the pages of areas. It stays while one goes from area to area: where it is scrolled to, what is
 * looked for in it and which row has the focus. Beside the content where there is room, else a drawer; on a phone
 * one goes level by level instead.
 */
export function AreasFrame({ tenant, children }: { tenant: string; children: ReactNode }) {
  const { data } = useEndpoint(areasOverview, { query: { tenant } });
  const isWide = useIsWide();
  const here = usePath();
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  if (!data || data.items.length === 0) return children;
  const current = pathOfAddress(here) ?? onlyRoot(data.items);
  const tree = { tenantId: tenant, items: data.items, placeNotKnown: data.placeNotKnown, current };
  return (
    <div data-wide className="-m-6 grid grid-cols-1 max-lg:-m-4 lg:grid-cols-[16.75rem_minmax(0,1fr)]">
      <div className="hidden border-hairline bg-surface px-2 py-3 lg:sticky lg:top-[calc(var(--bar)+var(--strip))] lg:flex lg:h-[calc(100dvh-var(--bar)-var(--strip))] lg:flex-col lg:border-r">
        {isWide && (
          <Suspense fallback={null}>
            <AreaTree key={tenant} {...tree} width={BESIDE} />
          </Suspense>
        )}
      </div>
      <div className="min-w-0">
        <div className="px-4 pt-3 max-sm:hidden lg:hidden">
          <Button icon="areas" aria-haspopup="dialog" onClick={() => setOpenedAt(here)}>
            All areas
          </Button>
          {/* Whoever goes to another area has found it. */}
          <Drawer
            title="Areas"
            isOpen={openedAt === here && isWide === false}
            onClose={() => setOpenedAt(null)}
          >
            <div className="-m-2 flex h-[calc(100dvh-5rem)] flex-col">
              <Suspense fallback={null}>
                <AreaTree key={tenant} {...tree} width={IN_DRAWER} />
              </Suspense>
            </div>
          </Drawer>
        </div>
        {children}
      </div>
    </div>
  );
}
