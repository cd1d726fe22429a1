import type { WallSnapshot } from "@/lib/display/wall/contract";

/** What a screen remembers over a reload, so that it shows the last state while nobody answers. */
export type Memory = {
  snapshot: WallSnapshot;
  /** When it last held, by the server's clock. */
  seenAt: number;
  /** The HIGH alerts that are no news. */
  known: readonly string[];
};

const keyOf = (screenId: number) => `leafwatch-wall-${screenId}`;

/** Storage may be full, forbidden or of an older version: then nothing is remembered. */
export function recall(screenId: number, tenantId: string): Memory | null {
  try {
    const memory = JSON.parse(localStorage.getItem(keyOf(screenId)) ?? "null") as Memory | null;
    const { snapshot } = memory ?? {};
    const isOurs = snapshot?.tenantId === tenantId && Array.isArray(snapshot.boards) && !!snapshot.plants;
    return memory && isOurs && Number.isFinite(memory.seenAt) && Array.isArray(memory.known) ? memory : null;
  } catch {
    return null;
  }
}

export function remember(screenId: number, memory: Memory): void {
  try {
    localStorage.setItem(keyOf(screenId), JSON.stringify(memory));
  } catch {
    forget(screenId);
  }
}

export function forget(screenId: number): void {
  try {
    localStorage.removeItem(keyOf(screenId));
  } catch {
    // Nothing can be kept there, so that nothing is.
  }
}
