"use client";
import { useSite, useTenant } from "@/components/live/site-context";
import { useClock } from "@/components/ui/time";
import {
  acknowledgeAlerts,
  addNotes,
  assignAlerts,
  releaseAlerts,
  snoozeAlerts,
  undoLast,
  unsnoozeAlerts,
} from "@/lib/alerting/alerts/actions";
import type { ActionResult } from "@/lib/web/http/action-result";
import { actWords, type DoneAct } from "./act-words";
import { useAlertAct } from "./use-alert-act";

/** The acts of handling, each with Undo. */
export function useHandling() {
  const tenant = useTenant();
  const { user } = useSite();
  const { now, zone } = useClock();
  const { act, isPending } = useAlertAct();

  const undo = (alertIds: string[]) =>
    act(
      alertIds,
      () => undoLast({ tenant, alertIds }),
      ({ alertIds: undone }) => ({
        text: undone.length > 0 ? "As it was before" : "Not undone: somebody acted since",
      }),
    );
  const perform = (
    alertIds: string[],
    done: DoneAct,
    call: () => Promise<ActionResult<{ alertIds: string[]; kept?: string[] }>>,
  ) =>
    act(alertIds, call, ({ alertIds: changed, kept }) => ({
      text: actWords(done, changed.length, alertIds.length, { me: user.name, now, zone }, kept),
      ...(changed.length > 0 && { undo: () => void undo(changed) }),
    }));

  return {
    acknowledge: (alertIds: string[], more: { owner?: string; note?: string } = {}) =>
      perform(alertIds, { act: "acknowledged", owner: more.owner ?? user.name }, () =>
        acknowledgeAlerts({ tenant, alertIds, ...more }),
      ),
    release: (alertIds: string[]) =>
      perform(alertIds, { act: "released" }, () => releaseAlerts({ tenant, alertIds })),
    assign: (alertIds: string[], owner: string) =>
      perform(alertIds, { act: "assigned", owner }, () => assignAlerts({ tenant, alertIds, owner })),
    /** @param until null: until the alert gets worse */
    snooze: (alertIds: string[], until: Date | null) =>
      perform(alertIds, { act: "snoozed", until }, () =>
        snoozeAlerts({ tenant, alertIds, until: until?.toISOString() ?? null }),
      ),
    unsnooze: (alertIds: string[]) =>
      perform(alertIds, { act: "unsnoozed" }, () => unsnoozeAlerts({ tenant, alertIds })),
    /** Adds a note to each of the alerts. */
    note: (alertIds: string[], text: string) =>
      act(
        alertIds,
        () => addNotes({ tenant, alertIds, text }),
        () => ({ text: `Saved the note${alertIds.length > 1 ? ` on ${alertIds.length} alerts` : ""}` }),
      ),
    isPending,
  };
}

export type HandlingActs = ReturnType<typeof useHandling>;
