import { levelOf } from "@/components/ui/alert-words";
import { SEVERITY_LEVELS } from "@/components/ui/severity";
import type { ListedAlert } from "@/lib/alerting/alerts/contract";
import { rowKey } from "./groups/group-rows";

/** What an alert asks for: nobody has it, it waits for whom it is assigned to, or it is in hand. */
const needOf = ({ attention, owner, roseSinceAcknowledged }: ListedAlert): number =>
  attention ? (owner === null || roseSinceAcknowledged ? 0 : 1) : 2;

/** The needs of rows when they were last shown anew, by their keys. */
export type Needs = ReadonlyMap<string, number>;

/** Adds the needs of rows that are not known yet; the same map if all are. */
export function learnNeeds(known: Needs, alerts: readonly ListedAlert[]): Needs {
  const more = alerts.filter((alert) => !known.has(rowKey(alert)));
  return more.length === 0 ? known : new Map([...known, ...more.map(needEntry)]);
}

const needEntry = (alert: ListedAlert) => [rowKey(alert), needOf(alert)] as const;

/**
 * Alerts, worst first, so that among those of one severity what nobody has comes first, and what is in hand last. An act
 * changes nothing of it until the rows are shown anew, so that no row moves under a finger.
 */
export function sortByNeed<T extends ListedAlert>(alerts: readonly T[], needs: Needs = new Map()): T[] {
  const keyOf = (alert: T) =>
    SEVERITY_LEVELS.indexOf(levelOf(alert)) * 3 + (needs.get(rowKey(alert)) ?? needOf(alert));
  return alerts.toSorted((one, other) => keyOf(one) - keyOf(other));
}
