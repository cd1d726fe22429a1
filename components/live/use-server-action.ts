"use client";
import { type InvalidateQueryFilters, useMutation, useQueryClient } from "@tanstack/react-query";
import { useToast } from "@/components/ui/toast";
import type { ActionResult } from "@/lib/web/http/action-result";
import { readAgain } from "./read-again";
import { answered } from "./session";

type Run = { call: () => Promise<ActionResult<unknown>>; of: unknown };

/**
 * Runs server actions: every hook that calls one is made of this. No answer is a fault like any other, in one wording, and
 * an ended session is reported to the whole page; nothing throws.
 * @param rereads what the actions may have changed: it is read again before they count as over
 * @param reports whether a fault is shown as a toast; otherwise the caller shows it
 */
export function useServerAction<Of = true>({
  rereads,
  reports = false,
}: {
  rereads?: InvalidateQueryFilters;
  reports?: boolean;
} = {}) {
  const client = useQueryClient();
  const toast = useToast();
  const mutation = useMutation({
    // Offline, an action fails at once instead of waiting: by then it may be out of date.
    networkMode: "always",
    // Inputs hold passwords and secrets.
    gcTime: 0,
    mutationFn: async ({ call }: Run) => {
      const result = await answered(call());
      if (!result.ok && reports) toast({ text: result.error.message });
      if (rereads) await readAgain(client, rereads);
      return result;
    },
  });
  const { mutateAsync } = mutation;
  /** @param of which of several things the action is about, for `pending` */
  async function run<T>(call: () => Promise<ActionResult<T>>, of?: Of): Promise<ActionResult<T>> {
    return (await mutateAsync({ call, of: of ?? true })) as ActionResult<T>;
  }
  return {
    run,
    /** What the action under way is about; null when none is. */
    pending: mutation.isPending ? (mutation.variables.of as Of) : null,
  };
}
