import { useSyncExternalStore } from "react";

type OwnActs = {
  /** Ids of the alerts of acts that run: until their answer, and what the page read again after it. */
  running: ReadonlySet<string>;
  /** How many acts are over. */
  ended: number;
};

/** The acts of this window. */
let acts: readonly (readonly string[])[] = [];
let state: OwnActs = { running: new Set(), ended: 0 };
const listeners = new Set<() => void>();

function update(next: typeof acts, ended: number): void {
  acts = next;
  state = { running: new Set(acts.flat()), ended };
  for (const listener of listeners) listener();
}

/** Marks alerts as changed by the person while an act on them runs, so that lists show its outcome at once. */
export async function asOwnAct<T>(alertIds: readonly string[], run: () => Promise<T>): Promise<T> {
  const act = [...alertIds];
  update([...acts, act], state.ended);
  try {
    return await run();
  } finally {
    update(
      acts.filter((one) => one !== act),
      state.ended + 1,
    );
  }
}

type Latest = { what: string; outcome: Promise<boolean> };

/** The latest act that runs, by its alerts. */
const latest = new Map<string, Latest>();

/** Runs an act, unless it is the one that runs already, as after a second tap: then the outcome is that of the first. */
export function once(
  alertIds: readonly string[],
  what: object,
  run: () => Promise<boolean>,
): Promise<boolean> {
  const [of, key] = [alertIds.join(), JSON.stringify(what)];
  const before = latest.get(of);
  if (before?.what === key) return before.outcome;
  const act: Latest = { what: key, outcome: run() };
  latest.set(of, act);
  const end = () => {
    if (latest.get(of) === act) latest.delete(of);
  };
  void act.outcome.then(end, end);
  return act.outcome;
}

/** What the person is doing to alerts in this window. */
export function useOwnActs(): OwnActs {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
    () => state,
  );
}

/** The draft of a note on an alert, the same on its page and in a list. */
export const noteDraft = (alertId: string) => `note ${alertId}`;
