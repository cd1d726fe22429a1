"use client";

import { useCallback, useEffect, useState } from "react";
import { withAncestors } from "@/lib/core/paths";

const KEPT_AS = "leafwatch-open-areas:";

/** Which areas of the tree are open: kept in this browser for each tenancy; ancestors of the chosen one are always open. */
export function useOpenAreas(tenantId: string, current: string | null) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(current ? withAncestors(current) : []));
  useEffect(() => {
    setOpen((now) => new Set([...now, ...read(tenantId), ...(current ? withAncestors(current) : [])]));
  }, [tenantId, current]);
  const set = useCallback(
    (path: string, opened: boolean) =>
      setOpen((now) => {
        const next = new Set(now);
        if (opened) next.add(path);
        else next.delete(path);
        localStorage.setItem(KEPT_AS + tenantId, JSON.stringify([...next]));
        return next;
      }),
    [tenantId],
  );
  return { open, set };
}

function read(tenantId: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT_AS + tenantId) ?? "[]");
    return Array.isArray(kept) ? kept.filter((path) => typeof path === "string") : [];
  } catch {
    return [];
  }
}
