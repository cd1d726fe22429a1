// Notifications that get lost on their way: the CLOSED of alerts whose plants have long been well again.
import type { Alert, Episodes } from "./episodes";
import type { Farm } from "./farm";
import { HOUR } from "./time";

/** Long enough ago that the plants are as before, soon enough that the alert is still of interest. */
const CLOSED_BEFORE = 30 * HOUR;
const CLOSED_AFTER = 240 * HOUR;
/** So long before now the plants are looked at. */
const LOOK_BACK = 24 * HOUR;

/** Alerts of the past days that closed with a recovery: those whose plants have been best since. */
export function chooseLostCloses(
  { farm, episodes }: { farm: Farm; episodes: Episodes },
  count: number,
  now: number,
): ReadonlySet<string> {
  const candidates = episodes
    .raisedIn(now - 2 * CLOSED_AFTER, now)
    .filter((alert) => isOver(farm, alert, now))
    .map((alert) => ({ alert, stress: lateStress(episodes, alert, now) }))
    .sort((a, b) => a.stress - b.stress || b.alert.closedAt - a.alert.closedAt);
  return new Set(candidates.slice(0, count).map(({ alert }) => alert.alertId));
}

function isOver(farm: Farm, { plot, jobId, category, closeReason, closedAt }: Alert, now: number): boolean {
  const inTime = closedAt < now - CLOSED_BEFORE && closedAt > now - CLOSED_AFTER;
  const stillGrows = plot !== undefined && farm.jobAt(plot, now)?.id === jobId;
  return category === undefined && closeReason === "RECOVERY_DETECTED" && inTime && stillGrows;
}

/** The worst of the last day in the index that the alert is about. */
function lateStress(episodes: Episodes, { plot, type }: Alert, now: number): number {
  if (!plot) return Number.POSITIVE_INFINITY;
  let worst = 0;
  for (let at = now - LOOK_BACK; at <= now; at += HOUR) {
    const { health, productivity, light } = episodes.stressAt(plot, at);
    const seen = type === "HEALTH" ? Math.abs(health) : productivity + light + Math.abs(health) / 3;
    worst = Math.max(worst, seen);
  }
  return worst;
}
