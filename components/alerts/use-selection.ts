"use client";
import { useRouter } from "next/navigation";
import { type RowSelection, useRowSelection } from "@/components/shell/row-selection";
import { useShortcuts } from "@/components/shell/shortcuts";
import type { Alert } from "@/lib/alerting/alerts/contract";
import { alertHref } from "./alert-parts";

/** What a key does with alerts: those that are ticked, else the one under the cursor. */
export type SelectionKeys = Record<string, (alertIds: string[]) => void>;

/**
 * The cursor and the ticks of a list, by alert id; j, k, x, o, Enter and Esc act on them.
 * @param acts further keys; null where nothing may be done with the alerts
 */
export function useSelection(alerts: Alert[], acts: SelectionKeys | null): Selection {
  const router = useRouter();
  const ids = alerts.map((alert) => alert.alertId);
  const selection = useRowSelection({
    ids,
    selectable: acts ? ids : [],
    rowAttribute: "data-alert",
    keys: acts ?? {},
    onOpen: (id) => router.push(alertHref(id)),
  });
  useShortcuts({ o: selection.openCurrent });
  return selection;
}

export type Selection = RowSelection;
