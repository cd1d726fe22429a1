"use client";
import { useRouter } from "next/navigation";
import { type RowSelection, useRowSelection } from "@/components/shell/row-selection";
import { useShortcuts } from "@/components/shell/shortcuts";
import type { Alert } from "@/lib/alerting/alerts/contract";
import { alertHref } from "./alert-parts";
import type { HandlingKeys } from "./handling/use-handling-dialogs";

/**
 * The cursor and the selected rows of a list, by alert id, with the keys j, k, x, o, Enter and Esc.
 * @param acts keys that act on the selected alerts, else on the one under the cursor; null where none may
 */
export function useSelection(alerts: Alert[], acts: HandlingKeys | null): Selection {
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
