"use client";

import { useCallback, useEffect, useState } from "react";
import { withAncestors } from "@/lib/base/core/paths";
import { TREE_ORDERS, type TreeOrder } from "@/lib/farm/areas/order";

const OPEN_KEPT_AS = "leafwatch-open-areas:";
const ORDER_KEPT_AS = "leafwatch-tree-order:";

/**
 * Which areas of the tree are open: kept in this browser for each tenancy; ancestors of the chosen one are always
 * open. Only for what is drawn in the browser alone: the server does not know what was kept.
 */
export function useOpenAreas(tenantId: string, current: string | null) {
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () => new Set([...readOpen(tenantId), ...(current === null ? [] : withAncestors(current))]),
  );
  useEffect(() => {
    if (current === null) return;
    setOpen((now) => {
      const missing = withAncestors(current).filter((path) => !now.has(path));
      return missing.length === 0 ? now : new Set([...now, ...missing]);
    });
  }, [current]);
  useEffect(() => keep(OPEN_KEPT_AS + tenantId, JSON.stringify([...open])), [open, tenantId]);
  const set = useCallback(
    (path: string, opened: boolean) =>
      setOpen((now) => {
        const next = new Set(now);
        if (opened) next.add(path);
        else next.delete(path);
        return next;
      }),
    [],
  );
  return { open, set };
}

/** In which order areas of one level stand; kept in the same way. */
export function useTreeOrder(tenantId: string) {
  const [order, setOrder] = useState<TreeOrder>(() => {
    const kept = readKept(ORDER_KEPT_AS + tenantId);
    return TREE_ORDERS.find((one) => one === kept) ?? "name";
  });
  const choose = useCallback(
    (next: TreeOrder) => {
      setOrder(next);
      keep(ORDER_KEPT_AS + tenantId, next);
    },
    [tenantId],
  );
  return { order, choose };
}

function readOpen(tenantId: string): string[] {
  try {
    const kept: unknown = JSON.parse(readKept(OPEN_KEPT_AS + tenantId) ?? "[]");
    return Array.isArray(kept) ? kept.filter((path) => typeof path === "string") : [];
  } catch {
    return [];
  }
}

/** A browser may refuse to keep anything: then the tree is as it is at first. */
function readKept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // As above.
  }
}
