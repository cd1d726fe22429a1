import type { SyncType } from "@/lib/tenancies/contract";

/** How far the history of one type is fetched; times are epoch milliseconds. */
export type SyncState = {
  /** End of the newest window that is complete. */
  completeUntil: number | null;
  /** Start of the oldest window that is complete. */
  completeFrom: number | null;
  nextTryAt: number | null;
  failures: number;
  lastError: string | null;
};

/** A period to fetch, both ends in it; epoch milliseconds, whole hours. */
export type SyncWindow = { purpose: "sync" | "backfill"; from: number; to: number };

export type { SyncType };
