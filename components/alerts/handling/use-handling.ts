"use client";
import { useSite, useTenant } from "@/components/live/site-context";
import { readsTouchedBy } from "@/components/live/stream-plan";
import { useServerAction } from "@/components/live/use-server-action";
import { useClock } from "@/components/ui/time";
import { useToast } from "@/components/ui/toast";
import {
  acknowledgeAlerts,
  addNote,
  assignAlerts,
  releaseAlerts,
  snoozeAlerts,
  undoLast,
  unsnoozeAlerts,
} from "@/lib/alerting/alerts/actions";
import type { ActionResult } from "@/lib/web/http/action-result";
import { actWords, type DoneAct } from "./act-words";

/**
 * Takes alerts in hand, hands them on, puts them away; the outcome is told with Undo.
 * @param onChange once the page has read what an act changed: a list that keeps still can let it in
 */
export function useHandling(onChange: () => void = () => undefined) {
  const tenant = useTenant();
  const { user } = useSite();
  const { now, zone } = useClock();
  const tell = useToast();
  const action = useServerAction<string[]>({ rereads: readsTouchedBy("alert"), reports: true });

  const run = async <T>(alertIds: string[], act: () => Promise<ActionResult<T>>): Promise<T | null> => {
    const result = await action.run(act, alertIds);
    onChange();
    return result.ok ? result.value : null;
  };

  const undo = async (alertIds: string[]) => {
    const done = await run(alertIds, () => undoLast({ tenant, alertIds }));
    if (done)
      tell({ text: done.alertIds.length > 0 ? "As it was before" : "Not undone: somebody acted since" });
  };

  const perform = async (
    alertIds: string[],
    done: DoneAct,
    act: () => Promise<ActionResult<{ alertIds: string[] }>>,
  ) => {
    const changed = (await run(alertIds, act))?.alertIds;
    if (!changed) return false;
    const text = actWords(done, changed.length, alertIds.length, { me: user.name, now, zone });
    tell({ text, ...(changed.length > 0 ? { undo: () => void undo(changed) } : {}) });
    return true;
  };

  return {
    acknowledge: (alertIds: string[], more: { owner?: string; note?: string } = {}) =>
      perform(alertIds, { act: "acknowledged", owner: more.owner ?? user.name }, () =>
        acknowledgeAlerts({ tenant, alertIds, ...more }),
      ),
    giveBack: (alertIds: string[]) =>
      perform(alertIds, { act: "given-back" }, () => releaseAlerts({ tenant, alertIds })),
    handOver: (alertIds: string[], owner: string) =>
      perform(alertIds, { act: "handed-over", owner }, () => assignAlerts({ tenant, alertIds, owner })),
    /** @param until null: until it gets worse */
    snooze: (alertIds: string[], until: Date | null) =>
      perform(alertIds, { act: "snoozed", until }, () =>
        snoozeAlerts({ tenant, alertIds, until: until?.toISOString() ?? null }),
      ),
    wake: (alertIds: string[]) =>
      perform(alertIds, { act: "woken" }, () => unsnoozeAlerts({ tenant, alertIds })),
    /** @returns whether it is saved */
    note: async (alertId: string, text: string) => {
      const result = await run([alertId], async () => {
        const saved = await addNote({ tenant, alertId, text });
        return saved.ok ? { ok: true as const, value: true } : saved;
      });
      if (result) tell({ text: "Saved the note" });
      return result !== null;
    },
    isPending: (alertId: string) => action.pending?.includes(alertId) ?? false,
  };
}

export type HandlingActs = ReturnType<typeof useHandling>;
