"use client";
import { useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { ReadError } from "@/components/live/read-error";
import { onlyRoot } from "@/components/places/page-inputs";
import { useIsWide } from "@/components/places/use-media";
import { usePath } from "@/components/shell/use-path";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Dialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/states";
import { useWords } from "@/components/words/words";
import type { SeverityCounts } from "@/lib/base/core/severity";
import { pathOfAddress } from "@/lib/farm/areas/address";
import { areasTree, type TreeArea } from "@/lib/farm/areas/contract";
import { unpackTree } from "@/lib/farm/areas/tree-columns";
import { type ApiError, callEndpoint, callKey } from "@/lib/web/api/client";

/** Widths of the tree's rows in pixels: column or drawer, less its padding. */
const BESIDE = 251;
const IN_DRAWER = 303;

type AreaTreeData = { items: readonly TreeArea[]; placeNotKnown: SeverityCounts };

/** Not fetched on a phone, which has no tree. */
const AreaTree = lazy(async () => ({ default: (await import("./area-tree")).AreaTree }));

/**
 * The tree around the pages of areas. It stays mounted from area to area, with its scroll position, search and
 * focus. Beside the content where there is room, else in a drawer; on a phone one navigates level by level
 * instead.
 */
export function AreasFrame({
  tenant,
  hasTree,
  children,
}: {
  tenant: string;
  /** True if there was any area when the page was rendered. */
  hasTree: boolean;
  children: ReactNode;
}) {
  const { t } = useWords();
  const isWide = useIsWide();
  const here = usePath();
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const isDrawn = isWide === false && openedAt === here;
  // Thousands of areas are read only after the page has loaded, and only if the tree shows.
  const input = { query: { tenant } };
  const read = useQuery<AreaTreeData, ApiError>({
    queryKey: callKey(areasTree, input),
    queryFn: async ({ signal }) => {
      const columns = await callEndpoint(areasTree, { ...input, signal });
      return { items: unpackTree(columns), placeNotKnown: columns.placeNotKnown };
    },
    enabled: isWide === true || isDrawn || !hasTree,
  });
  const { data, error } = read;
  if (data ? data.items.length === 0 : !hasTree) return children;
  const treeOf = (width: number) =>
    data ? (
      <Suspense fallback={<TreeSkeleton />}>
        <AreaTree
          key={tenant}
          tenantId={tenant}
          items={data.items}
          placeNotKnown={data.placeNotKnown}
          current={pathOfAddress(here) ?? onlyRoot(data.items)}
          width={width}
        />
      </Suspense>
    ) : error ? (
      <ReadError of={read} />
    ) : (
      <TreeSkeleton />
    );
  return (
    <div
      data-wide
      className="-m-6 grid grid-cols-1 max-lg:-m-4 lg:grid-cols-[16.75rem_minmax(0,1fr)] min-[90rem]:grid-cols-[21rem_minmax(0,1fr)]"
    >
      <div className="hidden border-hairline bg-surface px-2 py-3 lg:sticky lg:top-[calc(var(--bar)+var(--strip))] lg:flex lg:h-[calc(100dvh-var(--bar)-var(--strip))] lg:flex-col lg:border-r">
        {isWide === false ? null : treeOf(BESIDE)}
      </div>
      <div className="min-w-0">
        <div className="px-4 pt-3 max-sm:hidden lg:hidden">
          <Button icon="areas" aria-haspopup="dialog" onClick={() => setOpenedAt(here)}>
            {t("areas.all")}
          </Button>
          {/* Closes on navigation. */}
          <Dialog title={t("areas.title")} side="left" isOpen={isDrawn} onClose={() => setOpenedAt(null)}>
            <div className="-m-2 flex h-[calc(100dvh-5rem)] flex-col">{treeOf(IN_DRAWER)}</div>
          </Dialog>
        </div>
        {children}
      </div>
    </div>
  );
}

const ROWS = ["w-36", "w-28", "w-24", "w-32", "w-24", "w-28", "w-20", "w-32"];

/** Placeholder of the tree: search field, order, rows. */
function TreeSkeleton() {
  const { t } = useWords();
  return (
    <div aria-busy="true" className="flex flex-col gap-2">
      <span className="sr-only">{t("areas.loading")}</span>
      <Skeleton className="h-8 w-full" />
      <Skeleton className="h-7 w-32" />
      {ROWS.map((width, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have nothing but their place
        <div key={row} className="flex h-5.5 items-center pl-7">
          <Skeleton className={cx("h-3.5", width)} />
        </div>
      ))}
    </div>
  );
}
