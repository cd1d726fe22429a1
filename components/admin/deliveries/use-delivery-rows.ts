"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useShortcuts } from "@/components/shell/shortcuts";
import { isReplayable, type LogFilter, type LogLine } from "@/lib/alerting/deliveries/log";
import { logAddress } from "./delivery-parts";

/** The cursor and the ticks of the log; j, k, x, r, Enter and Esc act on them. */
export function useDeliveryRows(lines: LogLine[], filter: LogFilter, onReplay: (ids: string[]) => void) {
  const router = useRouter();
  const [cursor, setCursor] = useState<string | null>(null);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const open = lines.filter(({ outcome }) => isReplayable(outcome)).map(({ id }) => id);
  const selected = open.filter((id) => ticked.has(id));
  const at = lines.findIndex(({ id }) => id === cursor);
  const current = lines[at];

  const toggle = (id: string) =>
    setTicked((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const clear = () => setTicked(new Set());
  const move = (step: 1 | -1) => {
    const id = lines[Math.min(Math.max(at + step, 0), lines.length - 1)]?.id;
    if (id === undefined) return;
    setCursor(id);
    document.querySelector(`[data-delivery="${id}"]`)?.scrollIntoView({ block: "nearest" });
  };
  const go = (id: string | undefined) => router.push(logAddress(filter, { id }), { scroll: false });
  const openCurrent = (event: KeyboardEvent) => {
    const onControl = event.target instanceof Element && event.target.closest("a, button, label");
    if (current && !onControl) go(current.id);
  };
  const leave = () => {
    if (selected.length > 0) clear();
    else if (filter.id) go(undefined);
    else setCursor(null);
  };
  const replay = () => {
    const ids = selected.length > 0 ? selected : open.filter((id) => id === cursor);
    if (ids.length > 0) onReplay(ids);
  };

  useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    x: () => current && open.includes(current.id) && toggle(current.id),
    r: replay,
    Enter: openCurrent,
    Escape: leave,
  });

  return {
    cursor,
    selected,
    open,
    isSelected: (id: string) => ticked.has(id),
    toggle,
    toggleAll: () => setTicked(selected.length === open.length ? new Set() : new Set(open)),
    clear,
  };
}

export type DeliveryRows = ReturnType<typeof useDeliveryRows>;
