"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { acknowledgeAlerts, undoAcknowledge } from "@/app/(site)/alerts/actions";
import { isTouched } from "@/components/live/stream-plan";
import { useTenant } from "@/components/shell/site-context";
import { useToast } from "@/components/ui/toast";

const counted = (ids: string[]) => (ids.length === 1 ? "the alert" : `${ids.length} alerts`);

/** Takes alerts in hand and gives them back; the outcome is told with Undo. */
export function useHandling() {
  const tenant = useTenant();
  const client = useQueryClient();
  const tell = useToast();
  const [pending, setPending] = useState<string[]>([]);

  const run = async (action: typeof acknowledgeAlerts, alertIds: string[]): Promise<string[] | null> => {
    setPending(alertIds);
    const result = await action({ tenant, alertIds }).catch(() => null);
    await client.invalidateQueries({
      predicate: ({ queryKey: [path] }) => typeof path === "string" && isTouched(path, "alert"),
    });
    setPending([]);
    if (result?.ok) return result.value.alertIds;
    tell({ text: result?.error.message ?? "Leafwatch did not answer. Nothing was changed; try again." });
    return null;
  };

  const giveBack = async (alertIds: string[]) => {
    const changed = await run(undoAcknowledge, alertIds);
    if (changed)
      tell({ text: `Gave back ${counted(changed)}: nobody has ${changed.length === 1 ? "it" : "them"} now` });
  };

  const acknowledge = async (alertIds: string[]) => {
    const changed = await run(acknowledgeAlerts, alertIds);
    if (!changed) return;
    if (changed.length === 0) tell({ text: "Somebody had it already" });
    else tell({ text: `You have ${counted(changed)}`, undo: () => void giveBack(changed) });
  };

  return { acknowledge, giveBack, isPending: (alertId: string) => pending.includes(alertId) };
}
