/** Which reads an event makes old. Pure. */

/** The type of an event; `note` is a `sync` of notes alone. */
export type ChangeType = "alert" | "sync" | "query" | "note";

/** Written by people: alerts change none. */
const NOTES = "/api/v1/areas/notes";
/** Made of readings, or by one person: alerts change none. */
const WITHOUT_ALERTS = ["/api/v1/alerts/evidence", "/api/v1/areas/sparks", "/api/v1/areas/favourites"];

const READERS: Record<ChangeType, string[]> = {
  alert: [
    "/api/v1/alerts",
    "/api/v1/areas",
    "/api/v1/freshness",
    "/api/v1/deliveries",
    "/api/v1/handover",
    "/api/v1/sites",
  ],
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
    "/api/v1/sites",
  ],
  query: ["/api/v1/queries", "/api/v1/sync"],
  note: [NOTES],
};

/** Changed ids by event type; null: it may be any. */
export type Changes = ReadonlyMap<ChangeType, ReadonlySet<string> | null>;
export type GatheredChanges = Map<ChangeType, Set<string> | null>;

/** Adds the change of an event. @param id null: it may be any */
export function addChange(changes: GatheredChanges, type: ChangeType, id: string | null): void {
  const ids = changes.get(type);
  if (id === null || ids === null) changes.set(type, null);
  else if (ids) ids.add(id);
  else changes.set(type, new Set([id]));
}

/** A read of a page: its endpoint's pattern, and the alert's id if it reads one open alert. */
export type Standing = { path: string; openAlert?: string | undefined };

/** Returns true if a read may be old. An open alert has only its own events; a closed one may get a successor. */
export function isOld({ path, openAlert }: Standing, changes: Changes): boolean {
  return [...changes].some(([type, ids]) => {
    if (type === "alert" && ids && openAlert !== undefined && !ids.has(openAlert)) return false;
    return isTouched(path, type);
  });
}

/** A react-query filter for the reads that an event may have made old. */
export const readsTouchedBy = (change: ChangeType) => ({
  predicate: ({ queryKey: [path] }: { queryKey: readonly unknown[] }) =>
    typeof path === "string" && isTouched(path, change),
});

/** Returns true if an event may change the endpoint's answer. @param path the endpoint's pattern */
export function isTouched(path: string, change: ChangeType): boolean {
  if (change === "alert" && WITHOUT_ALERTS.includes(path)) return false;
  if (path === NOTES) return change === "note" || change === "sync";
  return READERS[change].some((prefix) => path.startsWith(prefix));
}
