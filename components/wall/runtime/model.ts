import { levelOf } from "@/components/ui/alert-words";
import type { AreaState } from "@/lib/display/freshness/judge";
import { judgeArea, judgeNotifications, judgeReadings } from "@/lib/display/freshness/judge";
import type { Board } from "@/lib/display/screens/boards";
import type { WallAlert, WallArea, WallSnapshot } from "@/lib/display/wall/contract";
import { buildPages, type Page, showsAlert } from "@/lib/display/wall/pages";
import { prioritize } from "@/lib/display/wall/turning";

/** The freshness of both sources at an instant. */
export type Sources = {
  notifications: ReturnType<typeof judgeNotifications>;
  readings: ReturnType<typeof judgeReadings>;
};

export function judgeSources({ freshness }: WallSnapshot, now: Date): Sources {
  return {
    notifications: judgeNotifications(freshness.notifications, now),
    readings: judgeReadings(freshness.readings, now),
  };
}

/** The state of an area, by the same rules as on all other pages. */
export function areaState(
  area: Pick<WallArea, "severities" | "lastReadingAt">,
  { snapshot, sources, now }: View,
): AreaState {
  return judgeArea(area, sources, snapshot.freshness.readings, now);
}

const ORDER: readonly AreaState[] = ["high", "medium", "low", "plain", "no-data", "unknown", "healthy"];

/** The pages of a screen in order; those with an unhandled HIGH alert come first. */
export function pagesInTurn(
  boards: readonly Board[],
  snapshot: WallSnapshot,
  portrait: boolean,
  now: Date,
): Page[] {
  const view: View = { snapshot, sources: judgeSources(snapshot, now), now };
  const rank = (area: WallArea) => ORDER.indexOf(areaState(area, view));
  const pages = buildPages(boards, snapshot, {
    portrait,
    worst: (one, other) => rank(one) - rank(other) || compareCounts(one, other),
    isHigh,
  });
  const waiting = unhandledHighAlerts(snapshot);
  return prioritize(pages, (page) => waiting.some((alert) => showsAlert(page, alert)));
}

function compareCounts({ severities: mine }: WallArea, { severities: theirs }: WallArea): number {
  return theirs.high - mine.high || theirs.medium - mine.medium || theirs.low - mine.low;
}

const isHigh = (alert: WallAlert) => levelOf(alert) === "high";

/** The open HIGH alerts of the tenancy, including plant alerts of that rank. */
export function openHighAlerts(snapshot: WallSnapshot): WallAlert[] {
  return (snapshot.alerts.find(({ path }) => path === null)?.items ?? []).filter(isHigh);
}

/** Open HIGH alerts that are neither acknowledged nor snoozed. */
export function unhandledHighAlerts(snapshot: WallSnapshot): WallAlert[] {
  return openHighAlerts(snapshot).filter((alert) => alert.acknowledgedAt === null && alert.snoozed === null);
}

/** The input of every board: a snapshot with the freshness of its sources at an instant. */
export type View = { snapshot: WallSnapshot; sources: Sources; now: Date };
