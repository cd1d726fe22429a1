"use client";
import { readsTouchedBy } from "@/components/live/stream-plan";
import { useServerAction } from "@/components/live/use-server-action";
import { type Toast, useToast } from "@/components/ui/toast";
import type { ActionResult } from "@/lib/web/http/action-result";

/** Runs acts on alerts: reads again what an act changes, then shows a toast with its outcome or fault. */
export function useAlertAct() {
  const toast = useToast();
  const { run, pending } = useServerAction<string[]>({ rereads: readsTouchedBy("alert"), reports: true });
  /**
   * @param toastOf the toast for what the call returned; none by default
   * @returns true if the call succeeded
   */
  async function act<T>(
    alertIds: string[],
    call: () => Promise<ActionResult<T>>,
    toastOf?: (value: T) => Toast,
  ): Promise<boolean> {
    const result = await run(call, alertIds);
    if (result.ok && toastOf) toast(toastOf(result.value));
    return result.ok;
  }
  return { act, isPending: (alertId: string) => pending?.includes(alertId) ?? false };
}
