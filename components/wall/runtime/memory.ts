import type { WallSnapshot } from "@/lib/display/wall/contract";

/** The state that a screen stores in its browser, to show it after a reload without a server. */
export type Memory = {
  snapshot: WallSnapshot;
  /** When the snapshot was last valid, by the server's clock. */
  seenAt: number;
  /** The ids of the HIGH alerts that no longer count as new. */
  known: readonly string[];
};

const storageKey = (screenId: number) => `leafwatch-wall-${screenId}`;

/** Reads the stored state; null if there is none, or it is of another tenancy or an older version. */
export function recall(screenId: number, tenantId: string): Memory | null {
  try {
    const memory = JSON.parse(localStorage.getItem(storageKey(screenId)) ?? "null") as Memory | null;
    const { snapshot } = memory ?? {};
    const isOurs = snapshot?.tenantId === tenantId && Array.isArray(snapshot.boards) && !!snapshot.plants;
    return memory && isOurs && Number.isFinite(memory.seenAt) && Array.isArray(memory.known) ? memory : null;
  } catch {
    return null;
  }
}

/** Stores the last state; deletes the stored one if storage is full. */
export function remember(screenId: number, memory: Memory): void {
  try {
    localStorage.setItem(storageKey(screenId), JSON.stringify(memory));
  } catch {
    forget(screenId);
  }
}

/** Deletes the stored state. */
export function forget(screenId: number): void {
  try {
    localStorage.removeItem(storageKey(screenId));
  } catch {
    // Storage is forbidden, so there is nothing to delete.
  }
}
