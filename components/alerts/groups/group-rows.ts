import { placeOf } from "@/components/ui/alert-words";
import type { AlertGroup, ListedAlert } from "@/lib/alerting/alerts/contract";
import { problemKey } from "@/lib/alerting/alerts/groups";
import { listed } from "@/lib/base/core/text";

/** Rows of lists in which an alert may stand for a group. */

export type GroupedAlert = ListedAlert & { group: AlertGroup };

/** Returns true if the row is a group; a group of one is shown as its alert. */
export function isGroup(alert: ListedAlert): alert is GroupedAlert {
  return alert.group !== undefined && alert.group.alerts > 1;
}

/** The key of a row, which stays while its group gets and loses alerts. */
export function rowKey({ group, alertId }: ListedAlert): string {
  return group ? problemKey(group) : alertId;
}

/** The alerts that an act on the row changes. */
export function rowAlertIds(alert: ListedAlert): string[] {
  return alert.group?.alertIds ?? [alert.alertId];
}

/** Those of them that need attention. */
export function waitingAlertIds({ group, alertId, attention }: ListedAlert): string[] {
  return group?.attentionIds ?? (attention ? [alertId] : []);
}

/** An open group shows this many of its alerts. */
export const MAX_SHOWN = 50;

/**
 * The rows of a list: behind each open group its alerts, worst first.
 * @param members the alerts of open groups, as far as they are read
 */
export function listRows(
  alerts: readonly ListedAlert[],
  open: ReadonlySet<string>,
  members: ReadonlyMap<string, ListedAlert>,
): { rows: ListedAlert[]; groupOf: ReadonlyMap<string, GroupedAlert> } {
  const groupOf = new Map<string, GroupedAlert>();
  const rows = alerts.flatMap((alert): ListedAlert[] => {
    if (!isGroup(alert) || !open.has(rowKey(alert))) return [alert];
    const inside = alert.group.alertIds.slice(0, MAX_SHOWN).flatMap((id) => members.get(id) ?? []);
    for (const { alertId } of inside) groupOf.set(alertId, alert);
    return [alert, ...inside];
  });
  return { rows, groupOf };
}

/** The place of a group in words, as that of a single alert (`placeOf`). */
export function placeOfGroup({ areas, place, jobId }: Pick<AlertGroup, "areas" | "place" | "jobId">) {
  const paths = areas.length > 0 || place === null ? areas : [place];
  return placeOf({ jobId, areas: paths.map((path) => ({ path })) });
}

/** "2 of 3 acknowledged by R. Bakker"; null while none is. All open alerts count, also those in another tab. */
export function acknowledgedWords({ open, acknowledged, acknowledgedBy }: AlertGroup): string | null {
  if (acknowledged === 0) return null;
  const count =
    acknowledged === open ? `All ${open} acknowledged` : `${acknowledged} of ${open} acknowledged`;
  return acknowledgedBy.length === 0 ? count : `${count} by ${listed(acknowledgedBy)}`;
}
