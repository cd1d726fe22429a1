import type { SyncType } from "@/lib/farm/tenancies/contract";

/** How the fetching of one type stands. Times are RFC 3339, UTC. */
export type SyncLine = {
  type: SyncType;
  paused: boolean;
  /** The newest instant that any reading carries. */
  lastReadingAt: string | null;
  /** History is complete from here to there. */
  completeFrom: string | null;
  completeUntil: string | null;
  /** How far back it is to reach. */
  wantedFrom: string;
  lastSuccessAt: string | null;
  lastTryAt: string | null;
  nextTryAt: string | null;
  failures: number;
  lastError: string | null;
};

/** An index name that we do not know, as results spell it. */
export type UnknownIndexLine = { name: string; rows: number; firstSeen: string; lastSeen: string };

/** Rows of results that could not be stored, by reason; `queryId` is the last query that brought some. */
export type RejectedLine = {
  reason: string;
  rows: number;
  lastAt: string;
  example: string;
  queryId: string;
};

/** A query that the fetching made by itself. */
export type SyncQueryLine = {
  id: string;
  type: string;
  purpose: string;
  status: string;
  from: string | null;
  to: string | null;
  stored: number;
  /** What the stored rows did to the values that were there; null where it was not counted. */
  added: number | null;
  improved: number | null;
  changed: number | null;
  unchanged: number | null;
  empty: number;
  rejected: number;
  createdAt: string;
  finishedAt: string | null;
  error: string | null;
};

/** What an admin has to know of the history of a tenancy. */
export type TenancyHealth = {
  tenantId: string;
  name: string;
  timeZone: string;
  connected: boolean;
  syncEnabled: boolean;
  everyMinutes: number;
  dataDelayHours: number;
  areas: number;
  readings: { oldest: string | null; newest: string | null };
  sync: SyncLine[];
  unknownIndices: UnknownIndexLine[];
  rejected: RejectedLine[];
  queries: SyncQueryLine[];
};

/** The share of the wanted history that is complete, 0 to 1; null before anything is. */
export function coverage(
  line: Pick<SyncLine, "completeFrom" | "completeUntil" | "wantedFrom">,
): number | null {
  if (!line.completeFrom || !line.completeUntil) return null;
  const wanted = Date.parse(line.completeUntil) - Date.parse(line.wantedFrom);
  const have =
    Date.parse(line.completeUntil) - Math.max(Date.parse(line.completeFrom), Date.parse(line.wantedFrom));
  return wanted <= 0 ? 1 : Math.min(1, Math.max(0, have / wanted));
}
