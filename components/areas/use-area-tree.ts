"use client";

import { useQuery } from "@tanstack/react-query";
import type { SeverityCounts } from "@/lib/base/core/severity";
import { areasTree, type TreeArea } from "@/lib/farm/areas/contract";
import { unpackTree, withKept } from "@/lib/farm/areas/tree-columns";
import { type ApiError, callEndpoint, callKey } from "@/lib/web/api/client";

export type AreaTreeData = { items: readonly TreeArea[]; placeNotKnown: SeverityCounts };

/** All areas as the tree shows them; what has not changed stays the same object, so that its row is not drawn again. */
export function useAreaTree(tenant: string, enabled: boolean) {
  const input = { query: { tenant } };
  return useQuery<AreaTreeData, ApiError>({
    queryKey: callKey(areasTree, input),
    queryFn: async ({ signal }) => {
      const columns = await callEndpoint(areasTree, { ...input, signal });
      return { items: unpackTree(columns), placeNotKnown: columns.placeNotKnown };
    },
    structuralSharing: (before, now) => kept(before as AreaTreeData | undefined, now as AreaTreeData),
    enabled,
  });
}

function kept(before: AreaTreeData | undefined, now: AreaTreeData): AreaTreeData {
  return before ? { ...now, items: withKept(before.items, now.items) } : now;
}
