/** Which reads an event makes old. Pure. */

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

/** What changed: by its type the ids that events named, or null where it may have been any. */
export type Changes = ReadonlyMap<ChangeType, ReadonlySet<string> | null>;
/** The same while they are gathered. */
export type GatheredChanges = Map<ChangeType, Set<string> | null>;

/** Adds what an event changed. `id` null: it may have been any. */
export function addChange(changes: GatheredChanges, type: ChangeType, id: string | null): void {
  const ids = changes.get(type);
  if (id === null || ids === null) changes.set(type, null);
  else if (ids) ids.add(id);
  else changes.set(type, new Set([id]));
}

/** What stands on a page: its endpoint's pattern, and of an alert's own page which alert it is while it is open. */
export type Standing = { path: string; openAlert?: string | undefined };

/**
 * Whether what stands on a page may have changed. An open alert changes by its own events alone; of a closed one
 * another may turn out to be its successor.
 */
export function isOld({ path, openAlert }: Standing, changes: Changes): boolean {
  return [...changes].some(([type, ids]) => {
    if (type === "alert" && ids && openAlert !== undefined && !ids.has(openAlert)) return false;
    return isTouched(path, type);
  });
}

/** The reads in the cache that an event may have made old. */
export const readsTouchedBy = (change: ChangeType) => ({
  predicate: ({ queryKey: [path] }: { queryKey: readonly unknown[] }) =>
    typeof path === "string" && isTouched(path, change),
});

/** Whether what an endpoint answers may have changed by an event. `path` is the endpoint's pattern. */
export function isTouched(path: string, change: ChangeType): boolean {
  if (change === "alert" && WITHOUT_ALERTS.includes(path)) return false;
  if (path === NOTES) return change === "note" || change === "sync";
  return READERS[change].some((prefix) => path.startsWith(prefix));
}
