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
