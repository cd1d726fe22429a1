"use client";
import { useEffect, useState, useSyncExternalStore } from "react";
import { Icon } from "@/components/ui/icon";
import { ACT_MS, oldestAct, onActs, SAID_AFTER_MS } from "./acts";

/** Says of what somebody did that no answer came yet, and how long it is waited for; whoever did it tells the outcome. */
export function LateAct() {
  const since = useSyncExternalStore(onActs, oldestAct, () => null);
  const waited = useWaited(since);
  const left = Math.max(0, Math.ceil((ACT_MS - waited) / 1_000));
  return (
    <div
      role="status"
      // A dialog that is open hides from readers of the screen what stands outside of it, but for this.
      data-react-aria-top-layer="true"
      className="no-print pointer-events-none fixed inset-x-4 top-24 z-60 flex justify-center"
    >
      {waited >= SAID_AFTER_MS && (
        <p className="flex items-center gap-2 rounded-3 border border-stale bg-raised px-4 py-2 shadow-overlay">
          <Icon name="clock" className="size-4 shrink-0 text-stale-text" />
          <span className="text-stale-text font-medium">No answer yet.</span>
          <span aria-hidden="true">Waiting {left} s more.</span>
          <span className="sr-only">Waiting half a minute at most.</span>
        </p>
      )}
    </div>
  );
}

/** How long an act has waited, by the second, in milliseconds. */
function useWaited(since: number | null): number {
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (since === null) return;
    const tick = () => setNow(performance.now());
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [since]);
  return since === null ? 0 : Math.max(0, now - since);
}
