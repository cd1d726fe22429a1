"use client";
import { useState } from "react";
import { holdStill } from "./held-list";

/**
 * Keeps a list still while somebody reads it (the pointer moves in it, or rows are selected).
 * @param scope what the list shows; a change of it lets everything in at once
 */
export function useHeldList<T extends { alertId: string }>(latest: T[], isRead: boolean, scope: string) {
  const [held, setHeld] = useState<{ scope: string; rows: T[] } | null>(null);
  if (isRead && latest.length > 0 && held?.scope !== scope) setHeld({ scope, rows: latest });
  const still = holdStill(held?.scope === scope ? held.rows : null, latest);
  const isWaiting = still.news + still.goneIds.size > 0;
  if (!isRead && held && !isWaiting) setHeld(null);
  return { ...still, show: () => setHeld(null) };
}
