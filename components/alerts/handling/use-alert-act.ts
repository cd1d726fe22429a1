"use client";
import { useQueryClient } from "@tanstack/react-query";
import { readsTouchedBy } from "@/components/live/stream-plan";
import { useServerAction } from "@/components/live/use-server-action";
import { beginAct, type Toast, useToast } from "@/components/ui/toast";
import { useWords } from "@/components/words/words";
import type { ActionResult } from "@/lib/web/http/action-result";
import { asOwnAct } from "./own-acts";
import { type Change, subjectWords } from "./show-act";

/** Runs acts on alerts: reads again what an act changes, then shows a toast with its outcome or fault. */
export function useAlertAct() {
  const words = useWords();
  const toast = useToast();
  const client = useQueryClient();
  const { run, pending } = useServerAction<string[]>({
    rereads: readsTouchedBy("alert"),
    reports: true,
    nameOf: (keys) => subjectWords(words, keys, client.getQueriesData(readsTouchedBy("alert"))),
  });
  /**
   * @param toastOf the toast for what the call returned; none by default
   * @param shown what the call made of the reads before they are read again
   * @returns true if the call succeeded
   */
  async function act<T>(
    alertIds: string[],
    call: () => Promise<ActionResult<T>>,
    toastOf?: (value: T) => Toast,
    shown?: (value: T) => Change,
  ): Promise<boolean> {
    const undoable = beginAct();
    const result = await asOwnAct(alertIds, () => run(call, alertIds, shown));
    if (result.ok && toastOf) toast(toastOf(result.value), undoable);
    undoable.end();
    return result.ok;
  }
  return { act, isPending: (alertId: string) => pending?.includes(alertId) ?? false };
}
