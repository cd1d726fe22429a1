import { kindKey, placeOf } from "@/components/ui/alert-words";
import type { Alert, AlertDetail, AlertGroup } from "@/lib/alerting/alerts/contract";
import type { Words } from "@/lib/base/words/words";
import type { DoneAct } from "./act-words";

/** The alerts of an act, by site: ids repeat from one tenancy to another. */
export type ActedOn = readonly { tenant: string; alertIds: readonly string[] }[];

/** Who acted, and when. */
type By = { name: string; at: Date };

const NOT_SNOOZED = { snoozed: null, snoozedUntil: null, snoozedBy: null } as const;
const NOT_ACKNOWLEDGED = { acknowledgedAt: null, acknowledgedBy: null, roseSinceAcknowledged: false };

/** What an act that succeeded makes of an alert, as the server will tell it. */
function afterAct<A extends Alert>(alert: A, done: DoneAct, by: By): A {
  const needs = alert.status === "open" && alert.recoveryConfirmedAt === null;
  switch (done.act) {
    case "acknowledged":
      return {
        ...{ ...alert, ...NOT_SNOOZED, ...NOT_ACKNOWLEDGED },
        ...{ acknowledgedAt: by.at.toISOString(), acknowledgedBy: by.name },
        ...{ owner: ownerAfter(alert, done.owner, by), attention: false },
      };
    case "assigned":
      return { ...alert, owner: done.owner };
    case "released":
      return { ...alert, ...NOT_ACKNOWLEDGED, owner: null, attention: needs && alert.snoozed === null };
    case "unsnoozed":
      return { ...alert, ...NOT_SNOOZED, attention: needs };
    case "snoozed":
      return {
        ...alert,
        snoozed: done.until === null ? "until-worse" : "until-time",
        snoozedUntil: done.until?.toISOString() ?? null,
        snoozedBy: by.name,
        attention: false,
      };
  }
}

/** An alert that is assigned to somebody stays theirs, unless it was acknowledged for another. */
function ownerAfter({ owner, acknowledgedBy }: Alert, chosen: string, by: By): string {
  const isAssigned = owner !== null && owner !== acknowledgedBy;
  return isAssigned && chosen === by.name ? owner : chosen;
}

/** The same for the group that an alert stands for. */
function groupAfterAct(group: AlertGroup, ids: ReadonlySet<string>, { act }: DoneAct, by: By): AlertGroup {
  const changed = group.alertIds.filter((id) => ids.has(id)).length;
  if (changed === 0 || (act !== "acknowledged" && act !== "snoozed")) return group;
  const attentionIds = group.attentionIds.filter((id) => !ids.has(id));
  if (act === "snoozed") return { ...group, attentionIds, snoozed: group.snoozed + changed };
  // Which of them were assigned to somebody is known only to the server.
  if (group.assigned > 0) return { ...group, attentionIds };
  const acknowledgedBy = [...new Set([...group.acknowledgedBy, by.name])];
  return { ...group, attentionIds, acknowledged: group.acknowledged + changed, acknowledgedBy };
}

/** Changes what was read of alerts. The same object is returned for an answer without them. */
export type Change = (read: unknown) => unknown;

/** Shows an act: what is read again after it may take long on a bad connection. */
export function actShown(on: ActedOn, done: DoneAct, by: By): Change {
  return (read) =>
    changeAlerts(read, (alert) => {
      const ids = idsAt(on, alert);
      const shown = ids.has(alert.alertId) ? afterAct(alert, done, by) : alert;
      const { group } = shown as { group?: AlertGroup };
      return group ? { ...shown, group: groupAfterAct(group, ids, done, by) } : shown;
    });
}

/** Shows a note that was saved on alerts. */
export function noteShown(on: ActedOn, text: string, by: By): Change {
  const note = { id: `new ${by.at.getTime()}`, author: by.name, text, createdAt: by.at.toISOString() };
  return (read) =>
    changeAlerts(read, (alert) => {
      const { notes } = alert as Partial<AlertDetail>;
      return notes && idsAt(on, alert).has(alert.alertId) ? { ...alert, notes: [...notes, note] } : alert;
    });
}

const idsAt = (on: ActedOn, { tenantId }: Alert): ReadonlySet<string> =>
  new Set(on.find(({ tenant }) => tenant === tenantId)?.alertIds);

/**
 * Names the alerts of an act by what was read of them: "Bench 14, Health", "3 alerts".
 * @param keys of alerts in a list
 */
export function subjectWords(words: Words, keys: readonly string[], reads: readonly unknown[]): string {
  const [key = ""] = keys;
  let found: Alert | undefined;
  if (keys.length === 1)
    changeAlerts(reads, (alert) => {
      if (key === alert.alertId || key.endsWith(`/${alert.alertId}`)) found ??= alert;
      return alert;
    });
  if (!found) return words.t("alerts.done.subject", { count: keys.length });
  return `${placeOf(words, found).title}, ${words.t(kindKey(found))}`;
}

/** Changes the alerts in an answer, however deep; what holds none stays the same object. */
function changeAlerts(data: unknown, change: (alert: Alert) => Alert): unknown {
  if (typeof data !== "object" || data === null) return data;
  if (isAlert(data)) return change(data);
  if (Array.isArray(data)) {
    const next = data.map((one) => changeAlerts(one, change));
    return next.some((one, at) => one !== data[at]) ? next : data;
  }
  const next = Object.entries(data).map(([key, value]) => [key, changeAlerts(value, change)] as const);
  return next.some(([key, value]) => value !== (data as Record<string, unknown>)[key])
    ? Object.fromEntries(next)
    : data;
}

const isAlert = (data: object): data is Alert =>
  "alertId" in data && "attention" in data && "acknowledgedAt" in data;
