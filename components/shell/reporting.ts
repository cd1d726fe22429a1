import { formatDuration, HOUR_MS } from "@/lib/base/core/time";
import { judgeArea } from "@/lib/display/freshness/judge";
import type { AreaOverview } from "@/lib/farm/areas/contract";
import type { Judged } from "./freshness-lines";

const SILENT_AFTER_MS = 6 * HOUR_MS;

/** Areas that measure: with readings of their own, or a last level that never had any. */
function measuring(areas: AreaOverview[]): AreaOverview[] {
  const parents = new Set(areas.map((area) => area.parent));
  return areas.filter((area) => area.hasReadings || !parents.has(area.path));
}

/**
 * How many areas report, and which do not.
 * @param now judges what is silent: no reading for six hours behind the newest one of all
 */
export function reportingWords(
  areas: AreaOverview[],
  now: Date,
): { count: string; silent: string; reporting: number; total: number; silentAreas: AreaOverview[] } {
  const all = measuring(areas);
  if (all.length === 0)
    return {
      count: "none yet",
      silent: "They come with the first readings",
      reporting: 0,
      total: 0,
      silentAreas: [],
    };
  const newest = Math.max(0, ...all.map((area) => (area.lastReadingAt ? Date.parse(area.lastReadingAt) : 0)));
  const silentAreas = all.filter(
    (area) => area.lastReadingAt === null || newest - Date.parse(area.lastReadingAt) >= SILENT_AFTER_MS,
  );
  const names = silentAreas
    .slice(0, 3)
    .map((area) =>
      area.lastReadingAt === null
        ? `${area.name}: never any`
        : `${area.name}: no data for ${formatDuration(now.getTime() - Date.parse(area.lastReadingAt))}`,
    );
  const more = silentAreas.length - names.length;
  const reporting = all.length - silentAreas.length;
  return {
    count: `${reporting} of ${all.length} report`,
    silent:
      silentAreas.length === 0 ? "None is silent" : names.join("; ") + (more > 0 ? `; ${more} more` : ""),
    reporting,
    total: all.length,
    silentAreas,
  };
}

const CLAIMS = {
  healthy: "healthy",
  alert: "with an open alert",
  "no-data": "silent without one",
  unknown: "unknown",
} as const;

/** What the areas that measure may claim: "4 healthy, 2 with an open alert, 1 silent without one". */
export function areaWords(areas: AreaOverview[], fresh: Judged, now: Date): string {
  const claims = measuring(areas).map((area) => {
    const state = judgeArea(area, fresh, fresh.facts.readings, now);
    return state in CLAIMS ? (state as keyof typeof CLAIMS) : "alert";
  });
  const counted = (Object.keys(CLAIMS) as (keyof typeof CLAIMS)[])
    .map((claim) => ({ claim, count: claims.filter((one) => one === claim).length }))
    .filter(({ count }) => count > 0);
  if (counted.length === 0) return "";
  return `${counted.map(({ claim, count }) => `${count} ${CLAIMS[claim]}`).join(", ")}.`;
}
