import type { WallSnapshot } from "@/lib/display/wall/contract";

/** What a screen keeps over a reload, so that it can show the last state without a server. */
export type Memory = {
  snapshot: WallSnapshot;
  /** When the snapshot was last valid, by the server's clock. */
  seenAt: number;
  /** The HIGH alerts that have had the screen. */
  known: readonly string[];
};

const storageKey = (screenId: number) => `leafwatch-wall-${screenId}`;

/** Reads what {@link remember} stored; null where storage is forbidden, or written by an older version. */
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

/** Stores the last state; storage that is full is cleared. */
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
    // Storage is forbidden, so that it is empty.
  }
}
