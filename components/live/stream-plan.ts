/** The rules of the event stream: pure, with time as a parameter. */

/** The server sends a heartbeat every 15 s: two missed ones mean that we hear nothing. */
export const SILENT_AFTER_MS = 35_000;

const WAITS_MS = [1_000, 2_000, 5_000, 10_000, 15_000];

/** How long to wait before the next try, after so many failed ones in a row. */
export function retryWait(failures: number): number {
  return WAITS_MS[Math.min(failures, WAITS_MS.length) - 1] ?? 0;
}

/** What an event says that it changed: `note` is a `sync` of notes alone. */
export type ChangeType = "alert" | "sync" | "query" | "note";

/** Made by people alone: an alert changes none. */
const NOTES = "/api/v1/areas/notes";
/** Made of readings, or by one person: an alert's news leave them as they are. */
const WITHOUT_ALERTS = ["/api/v1/alerts/evidence", "/api/v1/areas/sparks", "/api/v1/areas/favourites"];

const READERS: Record<ChangeType, string[]> = {
  alert: ["/api/v1/alerts", "/api/v1/areas", "/api/v1/freshness", "/api/v1/deliveries", "/api/v1/handover"],
  sync: [
    "/api/v1/areas",
    "/api/v1/series",
    "/api/v1/jobs",
    "/api/v1/measurements",
    "/api/v1/freshness",
    "/api/v1/alerts",
    "/api/v1/outages",
    "/api/v1/handover",
    "/api/v1/sync",
    "/api/v1/coverage",
  ],
  query: ["/api/v1/queries", "/api/v1/sync"],
  note: [NOTES],
};

/** Whether what an endpoint answers may have changed by an event. `path` is the endpoint's pattern. */
export function isTouched(path: string, change: ChangeType): boolean {
  if (change === "alert" && WITHOUT_ALERTS.includes(path)) return false;
  if (path === NOTES) return change === "note" || change === "sync";
  return READERS[change].some((prefix) => path.startsWith(prefix));
}
