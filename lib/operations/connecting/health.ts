import type { SyncType } from "@/lib/farm/tenancies/contract";

/** The state of fetching one type. */
export type SyncLine = {
  type: SyncType;
  paused: boolean;
  /** The newest instant that any reading carries. */
  lastReadingAt: Date | null;
  /** History is complete from here to there. */
  completeFrom: Date | null;
  completeUntil: Date | null;
  /** The instant back to which history is wanted. */
  wantedFrom: Date;
  lastSuccessAt: Date | null;
  lastTryAt: Date | null;
  nextTryAt: Date | null;
  failures: number;
  lastError: string | null;
};

/** An unknown index name, as results spell it. */
export type UnknownIndexLine = { name: string; rows: bigint; firstSeen: Date; lastSeen: Date };

/** Rows of results that could not be stored, by reason; `queryId` is the last query that brought some. */
export type RejectedLine = { reason: string; rows: number; lastAt: Date; example: string; queryId: string };

/** A query of the automatic fetching. */
export type SyncQueryLine = {
  id: string;
  type: string;
  purpose: string;
  status: string;
  from: string | null;
  to: string | null;
  stored: number;
  /** The effect of the stored rows on earlier values; null if it was not counted. */
  added: number | null;
  improved: number | null;
  changed: number | null;
  unchanged: number | null;
  empty: number;
  rejected: number;
  createdAt: Date;
  error: string | null;
};

/** The state of the history of a tenancy, for admins. */
export type TenancyHealth = {
  tenantId: string;
  name: string;
  timeZone: string;
  connected: boolean;
  syncEnabled: boolean;
  syncEveryMinutes: number;
  /** Areas with readings of their own. */
  areas: number;
  hasReadings: boolean;
  sync: SyncLine[];
  unknownIndices: UnknownIndexLine[];
  rejected: RejectedLine[];
  queries: SyncQueryLine[];
};

/** The complete share of the wanted history, 0 to 1; null before anything is complete. */
export function coverage({
  completeFrom,
  completeUntil,
  wantedFrom,
}: Pick<SyncLine, "completeFrom" | "completeUntil" | "wantedFrom">): number | null {
  if (!completeFrom || !completeUntil) return null;
  const until = completeUntil.getTime();
  const wanted = until - wantedFrom.getTime();
  const have = until - Math.max(completeFrom.getTime(), wantedFrom.getTime());
  return wanted <= 0 ? 1 : Math.min(1, Math.max(0, have / wanted));
}
