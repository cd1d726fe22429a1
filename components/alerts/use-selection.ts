"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useShortcuts } from "@/components/shell/shortcuts";
import type { Alert } from "@/lib/alerts/contract";
import { alertHref } from "./alert-parts";

/** The cursor and the ticks of a list, by alert id; j, k, x, a, Enter and Esc act on them. */
export function useSelection(alerts: Alert[], onAct: ((alertIds: string[]) => void) | null) {
  const router = useRouter();
  const [cursor, setCursor] = useState<string | null>(null);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const ids = alerts.map((alert) => alert.alertId);
  const selected = ids.filter((id) => ticked.has(id));
  const at = cursor === null ? -1 : ids.indexOf(cursor);

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
    document.querySelector(`[data-alert="${CSS.escape(id)}"]`)?.scrollIntoView({ block: "nearest" });
  };
  const isOnControl = (event: KeyboardEvent) =>
    event.target instanceof Element && event.target.closest("a, button, label") !== null;
  const openRow = (event: KeyboardEvent) => {
    if (cursor !== null && at >= 0 && !isOnControl(event)) router.push(alertHref(cursor));
  };
  const leave = () => (selected.length > 0 ? clear() : setCursor(null));

  useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    x: () => onAct && cursor !== null && at >= 0 && toggle(cursor),
    a: () => {
      const chosen = selected.length > 0 ? selected : cursor !== null && at >= 0 ? [cursor] : [];
      if (chosen.length > 0) onAct?.(chosen);
    },
    Enter: openRow,
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

export type Selection = ReturnType<typeof useSelection>;
