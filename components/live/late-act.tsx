"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import { Icon } from "@/components/ui/icon";

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

/**
 * Requests by which somebody does something: each has a limit, since a way that holds bytes back would let it wait for
 * minutes, and Next sends no other before it. Reads have theirs where they are made (lib/web/api/client.ts).
 */

/** After so long without an answer the page says so. */
export const SAID_AFTER_MS = 3_000;

/** The longest that the server takes: a test by e-mail has 20 s. */
export const ACT_MS = 30_000;

type Act = { readonly startedAt: number };

const underWay = new Set<Act>();

const listeners = new Set<() => void>();

const tellAll = () => {
  for (const listener of listeners) listener();
};

/** Calls back when an act begins or ends; answers how to stop listening. */
export function onActs(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** When the oldest act began that has no answer, in milliseconds of the clock that only runs on; null without any. */
export function oldestAct(): number | null {
  const [oldest] = underWay;
  return oldest?.startedAt ?? null;
}

/**
 * Puts the limit around every request that changes something, Next's own included, which take no limit from us. One
 * that brings a signal has its own.
 */
export function limitActs(): void {
  const plain = window.fetch.bind(window);
  window.fetch = (input, init) =>
    init?.signal || (init?.method ?? "GET").toUpperCase() === "GET"
      ? plain(input, init)
      : limited((signal) => plain(input, { ...init, signal }));
}

async function limited(send: (signal: AbortSignal) => Promise<Response>): Promise<Response> {
  const limit = new AbortController();
  const act = { startedAt: performance.now() };
  underWay.add(act);
  tellAll();
  const timer = setTimeout(() => limit.abort(), ACT_MS);
  const end = () => {
    clearTimeout(timer);
    underWay.delete(act);
    tellAll();
  };
  try {
    const response = await send(limit.signal);
    // Its head may have come and the rest be held back.
    const rest = response.clone().arrayBuffer();
    void rest.catch(() => undefined).then(end);
    return response;
  } catch (error) {
    end();
    throw error;
  }
}
