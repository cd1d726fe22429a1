"use client";
import { useMemo } from "react";
import { useListTenant } from "@/components/live/list-scope";
import { useEndpoint } from "@/components/live/use-endpoint";
import type { RowSelection } from "@/components/shell/row-selection";
import { useRemembered } from "@/components/shell/use-remembered";
import { type ListedAlert, listAlerts } from "@/lib/alerting/alerts/contract";
import { alertKey, isGroup, listRows, MAX_SHOWN, rowAlertIds, rowKey } from "./group-rows";

/** The most alerts of open groups that are read. */
const MAX_MEMBERS = 200;

const NONE: ReadonlySet<string> = new Set();

/**
 * The rows of a list of which groups can be opened; the alerts of open ones are read together.
 * @param list its name on the page, which has the same groups open on the way back
 */
export function useGroups(alerts: readonly ListedAlert[], list: string) {
  const [open, setOpen] = useRemembered(`groups of ${list}`, NONE);
  const ids = alerts
    .filter(isGroup)
    .filter((alert) => open.has(rowKey(alert)))
    .flatMap(({ group }) => group.alertIds.slice(0, MAX_SHOWN))
    .slice(0, MAX_MEMBERS);
  const tenant = useListTenant();
  const { data } = useEndpoint(
    listAlerts,
    {
      query: { tenant, alertId: ids, order: "worst", limit: MAX_MEMBERS, evidence: "true", jobNames: "true" },
    },
    { enabled: tenant !== undefined && ids.length > 0 },
  );
  const { rows, groupOf } = useMemo(
    () => listRows(alerts, open, new Map(data?.items.map((alert) => [alertKey(alert), alert]))),
    [alerts, open, data],
  );
  const byId = useMemo(() => new Map(rows.map((row) => [rowKey(row), row])), [rows]);
  const set = (id: string, isOpen: boolean) =>
    setOpen((before) => new Set(isOpen ? [...before, id] : [...before].filter((one) => one !== id)));
  return {
    rows,
    byId,
    /** The alerts that a row stands for. */
    membersOf: (id: string) => {
      const row = byId.get(id);
      return row ? rowAlertIds(row) : [id];
    },
    /** The group that an alert stands in. */
    groupOf,
    isOpen: (alert: ListedAlert) => open.has(rowKey(alert)),
    toggle: (alert: ListedAlert) => set(rowKey(alert), !open.has(rowKey(alert))),
    set,
  };
}

export type Groups = ReturnType<typeof useGroups>;

/** The keys of a list with groups: `→` opens the group under the cursor, `←` closes it, also from a row in it. */
export function groupKeys(
  { byId, groupOf, set }: Groups,
  cursor: string | null,
  setCursor: (id: string) => void,
): Record<string, () => void> {
  const row = byId.get(cursor ?? "");
  const group = row && (isGroup(row) ? row : groupOf.get(rowKey(row)));
  const open = () => {
    if (row && isGroup(row)) set(rowKey(row), true);
  };
  const close = () => {
    if (!group) return;
    set(rowKey(group), false);
    setCursor(rowKey(group));
  };
  return Object.fromEntries([
    ["ArrowRight", open],
    ["ArrowLeft", close],
  ]);
}

/** The attributes of a row: what it is, if the cursor is on it, and if it is selected. */
export function rowProps(alert: ListedAlert, groups: Groups, selection: RowSelection) {
  const id = rowKey(alert);
  return {
    "data-row": id,
    ...(isGroup(alert) ? { "data-group": alert.group.jobId } : { "data-alert": alert.alertId }),
    "data-inside": groups.groupOf.has(id) || undefined,
    "data-cursor": selection.cursor === id || undefined,
    "data-selected": selection.isSelected(id) || undefined,
  };
}
