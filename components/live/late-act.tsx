"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import { Icon } from "@/components/ui/icon";

/** An act without an answer is shown after this time. */
const SHOWN_AFTER_MS = 3_000;

/** The limit of an act. The server's longest, a test by e-mail, takes 20 s. */
const LIMIT_MS = 30_000;

/** Monotonic start times of the acts without an answer, the oldest first. */
const started = new Map<object, number>();
const listeners = new Set<() => void>();

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const oldestStart = (): number | null => started.values().next().value ?? null;

/** Says that an act has no answer yet, and how long the page goes on waiting. The caller reports the outcome. */
export function LateAct() {
  const since = useSyncExternalStore(subscribe, oldestStart, () => null);
  const waited = useWaited(since);
  const left = Math.max(0, Math.ceil((LIMIT_MS - waited) / 1_000));
  return (
    <div className="no-print pointer-events-none fixed inset-x-4 top-24 z-60 flex justify-center">
      {waited >= SHOWN_AFTER_MS && (
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

/** Milliseconds since a monotonic time, updated every 500 ms; 0 for null. */
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
 * Limits every request that changes something: Next sends one action at a time and takes no signal, so one that hangs
 * would block the rest. Requests with a signal have their own limit, as reads do (lib/web/api/client.ts).
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
  const act = {};
  started.set(act, performance.now());
  notifyListeners();
  const timer = setTimeout(() => limit.abort(), LIMIT_MS);
  const end = () => {
    clearTimeout(timer);
    started.delete(act);
    notifyListeners();
  };
  try {
    const response = await send(limit.signal);
    // The act ends with the body: a proxy may hold it back after the headers.
    const rest = response.clone().arrayBuffer();
    void rest.catch(() => undefined).then(end);
    return response;
  } catch (error) {
    end();
    throw error;
  }
}
