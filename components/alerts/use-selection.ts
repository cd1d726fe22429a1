"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useShortcuts } from "@/components/shell/shortcuts";
import type { Alert } from "@/lib/alerting/alerts/contract";
import { alertHref } from "./alert-parts";

/** What a key does with alerts: those that are ticked, else the one under the cursor. */
export type SelectionKeys = Record<string, (alertIds: string[]) => void>;

/**
 * The cursor and the ticks of a list, by alert id; j, k, x, o, Enter and Esc act on them.
 * @param acts further keys; null where nothing may be done with the alerts
 */
export function useSelection(alerts: Alert[], acts: SelectionKeys | null) {
  const router = useRouter();
  const [cursor, setCursor] = useState<string | null>(null);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const ids = alerts.map((alert) => alert.alertId);
  const selected = ids.filter((id) => ticked.has(id));
  const at = cursor === null ? -1 : ids.indexOf(cursor);
  const chosen = selected.length > 0 ? selected : cursor !== null && at >= 0 ? [cursor] : [];

  const toggle = (id: string) =>
    setTicked((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const clear = () => setTicked(new Set());
  const move = (step: 1 | -1) => {
    const id = ids[Math.min(Math.max(at + step, 0), ids.length - 1)];
    if (id === undefined) return;
    setCursor(id);
    for (const row of document.querySelectorAll(`[data-alert="${CSS.escape(id)}"]`))
      row.scrollIntoView({ block: "nearest" });
  };
  const openRow = () => {
    if (cursor !== null && at >= 0) router.push(alertHref(cursor));
  };
  const openUnlessOnControl = (event: KeyboardEvent) => {
    if (!isOnControl(event)) openRow();
  };
  const leave = () => (selected.length > 0 ? clear() : setCursor(null));
  const actKeys = Object.entries(acts ?? {}).map(([key, act]) => [
    key,
    () => chosen.length > 0 && act(chosen),
  ]);

  useShortcuts({
    ...Object.fromEntries(actKeys),
    j: () => move(1),
    k: () => move(-1),
    x: () => acts && cursor !== null && at >= 0 && toggle(cursor),
    o: openRow,
    Enter: openUnlessOnControl,
    Escape: leave,
  });

  return {
    cursor,
    selected,
    isSelected: (id: string) => ticked.has(id),
    toggle,
    toggleAll: () => setTicked(selected.length === ids.length ? new Set() : new Set(ids)),
    clear,
  };
}

const isOnControl = (event: KeyboardEvent) =>
  event.target instanceof Element && event.target.closest("a, button, label") !== null;

export type Selection = ReturnType<typeof useSelection>;
