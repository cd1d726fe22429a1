/** What a person asked for and has no answer yet: acts, and pages that are to open. */
export type Awaited = "act" | "page";

/** Monotonic start times, the oldest first. */
const started = { act: new Map<object, number>(), page: new Map<object, number>() };
const listeners = new Set<() => void>();

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

/** Begins to wait. @returns ends it */
export function beginWaiting(what: Awaited): () => void {
  const one = {};
  started[what].set(one, performance.now());
  notifyListeners();
  return () => {
    if (started[what].delete(one)) notifyListeners();
  };
}

/** Listens for the begin and end of waiting. @returns stops listening */
export function onWaiting(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Since when (monotonic) the oldest one waits; null for none. */
export const waitingSince = (what: Awaited): number | null => started[what].values().next().value ?? null;
