import { badgeSince, beganAt, placeOf } from "@/components/ui/alert-words";
import type { AlertGroup, ListedAlert } from "@/lib/alerting/alerts/contract";
import { problemKey } from "@/lib/alerting/alerts/groups";
import { MINUTE_MS } from "@/lib/base/core/time";
import type { Words } from "@/lib/base/words/words";

/** Rows of lists in which an alert may stand for a group. */

export type GroupedAlert = ListedAlert & { group: AlertGroup };

/** Returns true if the row is a group; a group of one is shown as its alert. */
export function isGroup(alert: ListedAlert): alert is GroupedAlert {
  return alert.group !== undefined && alert.group.alerts > 1;
}

/** The beginning of the keys of an alert's site in a list of all sites, where ids alone are not unique. */
const siteOf = ({ site }: Pick<ListedAlert, "site">) => (site ? `${site.slug}/` : "");

/** The key of an alert among those of its list: its id, in a list of all sites behind its site. */
export function alertKey(alert: Pick<ListedAlert, "site" | "alertId">): string {
  return siteOf(alert) + alert.alertId;
}

/**
 * The time beside the badge of a row: since when the alert, or the worst of a group, has that severity; of a closed alert
 * when it began. `began` is when the alert, or the first of the group, began, where that was before. RFC 3339 UTC.
 */
export function rowTimes(alert: ListedAlert): { since: string; began: string | null } {
  const since = alert.status === "open" ? badgeSince(alert) : beganAt(alert);
  const began = isGroup(alert) ? alert.group.since : beganAt(alert);
  return { since, began: Date.parse(since) - Date.parse(began) < MINUTE_MS ? null : began };
}

/** The site and the id in a key of a list of all sites. */
export function splitAlertKey(key: string): { slug: string; alertId: string } {
  const end = key.indexOf("/");
  return { slug: key.slice(0, end), alertId: key.slice(end + 1) };
}

/** The key of a row, which stays while its group gets and loses alerts. */
export function rowKey(alert: ListedAlert): string {
  return alert.group ? siteOf(alert) + problemKey(alert.group) : alertKey(alert);
}

/** The keys of the alerts that an act on the row changes. */
export function rowAlertIds(alert: ListedAlert): string[] {
  const ids = alert.group?.alertIds ?? [alert.alertId];
  return ids.map((id) => siteOf(alert) + id);
}

/** Those of them that need attention. */
export function waitingAlertIds({ group, alertId, attention }: ListedAlert): string[] {
  return group?.attentionIds ?? (attention ? [alertId] : []);
}

/** An open group shows this many of its alerts. */
export const MAX_SHOWN = 50;

/**
 * The rows of a list: behind each open group its alerts, worst first.
 * @param members the alerts of open groups by their keys, as far as they are read
 */
export function listRows(
  alerts: readonly ListedAlert[],
  open: ReadonlySet<string>,
  members: ReadonlyMap<string, ListedAlert>,
): { rows: ListedAlert[]; groupOf: ReadonlyMap<string, GroupedAlert> } {
  const groupOf = new Map<string, GroupedAlert>();
  const rows = alerts.flatMap((alert): ListedAlert[] => {
    if (!isGroup(alert) || !open.has(rowKey(alert))) return [alert];
    const inside = rowAlertIds(alert)
      .slice(0, MAX_SHOWN)
      .flatMap((key) => members.get(key) ?? []);
    for (const one of inside) groupOf.set(alertKey(one), alert);
    return [alert, ...inside];
  });
  return { rows, groupOf };
}

/** The place of a group in words, as that of a single alert (`placeOf`). */
export function placeOfGroup(
  words: Words,
  { areas, place, jobId }: Pick<AlertGroup, "areas" | "place" | "jobId">,
) {
  const paths = areas.length > 0 || place === null ? areas : [place];
  return placeOf(words, { jobId, areas: paths.map((path) => ({ path })) });
}

/**
 * Who has a group: "2 of 3 acknowledged by R. Bakker, 1 snoozed until 16:00"; null while nobody has any of it. All open alerts
 * count, also those in another tab.
 */
export function standingWords(
  { t, listed, siteTime }: Words,
  group: AlertGroup,
  { zone, now }: { zone: string; now: Date },
): string | null {
  const { snoozedUntil, open } = group;
  const said = [
    [group.acknowledged, "alerts.group.acknowledged", listed(group.acknowledgedBy)],
    [group.assigned, "alerts.group.assigned", listed(group.assignedTo)],
    [
      group.snoozed,
      "alerts.group.snoozed",
      snoozedUntil === null ? "" : siteTime(new Date(snoozedUntil), zone, now),
    ],
  ] as const;
  const words = said
    .filter(([count]) => count > 0)
    .map(([count, key, more], at) =>
      t(key, {
        ...{ count, open, more },
        share: at > 0 ? "more" : count === open ? "all" : "other",
        known: more === "" ? "no" : "other",
      }),
    );
  return words.length === 0 ? null : words.join(", ");
}
