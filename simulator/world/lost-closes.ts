// Lost notifications: the CLOSED of alerts whose plants recovered long ago.

import { HOUR } from "../time";
import type { Alert, Episodes } from "./episodes";
import type { Farm } from "./farm";

/** Long enough ago that the plants have recovered, recent enough that the alert is still of interest. */
const CLOSED_BEFORE = 30 * HOUR;
const CLOSED_AFTER = 240 * HOUR;
/** Least age of a job, so that its plants have a past to return to. */
const PAST = 7 * 24 * HOUR;
/** The stress of this time before now counts. */
const LOOK_BACK = 24 * HOUR;

/** The ids of alerts of the past days that closed with a recovery, those with the least stress since. */
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

/** Only Health keeps its level, so that a recovery shows at any time of the day. */
function isOver(farm: Farm, alert: Alert, now: number): boolean {
  const { plot, jobId, type, category, closeReason, closedAt, steps } = alert;
  if (type !== "HEALTH" || category !== undefined || closeReason !== "RECOVERY_DETECTED") return false;
  const job = plot && farm.jobAt(plot, now);
  const inTime = closedAt < now - CLOSED_BEFORE && closedAt > now - CLOSED_AFTER;
  return inTime && job?.id === jobId && steps[0].at - job.start > PAST;
}

/** The worst stress of the last day. */
function lateStress(episodes: Episodes, { plot }: Alert, now: number): number {
  if (!plot) return Number.POSITIVE_INFINITY;
  let worst = 0;
  for (let at = now - LOOK_BACK; at <= now; at += HOUR) {
    const { health, productivity } = episodes.stressAt(plot, at);
    worst = Math.max(worst, Math.abs(health) + productivity / 8);
  }
  return worst;
}
