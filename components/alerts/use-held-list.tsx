"use client";
import { useEffect, useRef, useState } from "react";
import { type HeldList, holdStill, newsWords } from "./held-list";

/** A resting pointer counts as reading for this long, so that a page left alone stays current. */
const RESTING_MS = 15_000;

/**
 * Keeps a list still while somebody reads it, that is while the pointer moves in it. Spread `handlers` on its element.
 * @param scope what the list shows; another scope shows everything at once
 * @param hold true: keep it still without a pointer too; false: never
 */
export function useHeldList<T extends { alertId: string }>(latest: T[], scope: string, hold?: boolean) {
  const [isPointed, setPointed] = useState(false);
  const [held, setHeld] = useState<{ scope: string; rows: T[] } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const stop = () => {
    clearTimeout(timer.current);
    setPointed(false);
  };
  const move = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(stop, RESTING_MS);
    setPointed(true);
  };
  const isRead = hold ?? isPointed;
  if (isRead && latest.length > 0 && held?.scope !== scope) setHeld({ scope, rows: latest });
  const still = holdStill(held?.scope === scope ? held.rows : null, latest);
  const isWaiting = still.news + still.goneIds.size > 0;
  if (!isRead && held && !isWaiting) setHeld(null);
  return { ...still, show: () => setHeld(null), handlers: { onPointerMove: move, onPointerLeave: stop } };
}

/** "3 new, show" above a list that is being read. */
export function NewsBar({ list }: { list: HeldList<{ alertId: string }> & { show: () => void } }) {
  const words = newsWords({ news: list.news, gone: list.goneIds.size });
  return (
    <div role="status" className="empty:hidden">
      {words && (
        <button
          type="button"
          onClick={list.show}
          className="flex min-h-9 w-full items-center justify-center gap-1.5 border-b border-hairline bg-accent-tint text-sm -outline-offset-2 touch:min-h-target"
        >
          {words}, <span className="font-medium text-accent">show</span>
        </button>
      )}
    </div>
  );
}
