import { levelOf } from "@/components/alerts/words";
import type { AreaState } from "@/lib/display/freshness/judge";
import { judgeArea, judgeNotifications, judgeReadings } from "@/lib/display/freshness/judge";
import type { Board } from "@/lib/display/screens/boards";
import type { WallAlert, WallArea, WallSnapshot } from "@/lib/display/wall/contract";
import { type Page, pagesOf, showsAlert } from "@/lib/display/wall/pages";
import { inTurn } from "@/lib/display/wall/turning";

/** Both sources of a snapshot as they stand at an instant. */
export type Sources = {
  notifications: ReturnType<typeof judgeNotifications>;
  readings: ReturnType<typeof judgeReadings>;
};

export function sourcesOf({ freshness }: WallSnapshot, now: Date): Sources {
  return {
    notifications: judgeNotifications(freshness.notifications, now),
    readings: judgeReadings(freshness.readings, now),
  };
}

/** What an area may claim, by the rules that the whole product judges by. */
export function stateOf(
  area: Pick<WallArea, "severities" | "lastReadingAt">,
  snapshot: WallSnapshot,
  sources: Sources,
  now: Date,
): AreaState {
  return judgeArea(area, sources, snapshot.freshness.readings, now);
}

const ORDER: readonly AreaState[] = ["high", "medium", "low", "plain", "no-data", "unknown", "healthy"];

/** The pages of a screen in their turn: those with a HIGH that nobody has come first. */
export function pagesInTurn(
  boards: readonly Board[],
  snapshot: WallSnapshot,
  portrait: boolean,
  now: Date,
): Page[] {
  const sources = sourcesOf(snapshot, now);
  const rank = (area: WallArea) => ORDER.indexOf(stateOf(area, snapshot, sources, now));
  const pages = pagesOf(boards, snapshot, {
    portrait,
    worst: (one, other) => rank(one) - rank(other) || compareCounts(one, other),
    isHigh,
  });
  const waiting = waitingHigh(snapshot);
  return inTurn(pages, (page) => waiting.some((alert) => showsAlert(page, alert)));
}

function compareCounts({ severities: mine }: WallArea, { severities: theirs }: WallArea): number {
  return theirs.high - mine.high || theirs.medium - mine.medium || theirs.low - mine.low;
}

const isHigh = (alert: WallAlert) => levelOf(alert) === "high";

/** The open HIGH alerts of the tenancy, those that a plant's category makes so too. */
export function openHigh(snapshot: WallSnapshot): WallAlert[] {
  return (snapshot.alerts.find(({ path }) => path === null)?.items ?? []).filter(isHigh);
}

/** Those of them that nobody has acknowledged, and that nobody put off. */
export function waitingHigh(snapshot: WallSnapshot): WallAlert[] {
  return openHigh(snapshot).filter((alert) => alert.acknowledgedAt === null && alert.snoozed === null);
}

/** What boards draw from: a snapshot at an instant, with its sources judged. */
export type View = { snapshot: WallSnapshot; sources: Sources; now: Date };
