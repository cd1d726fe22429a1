"use client";
import { type InvalidateQueryFilters, useMutation, useQueryClient } from "@tanstack/react-query";
import { useToast } from "@/components/ui/toast";
import type { ActionResult } from "@/lib/web/http/action-result";
import { readAgain } from "./read-again";
import { answered } from "./session";

type Run = { call: () => Promise<ActionResult<unknown>>; of: unknown };

/**
 * Runs server actions; every hook that calls one uses this. Nothing throws: no answer is a fault in one wording, and an
 * ended session is noticed by the whole page.
 * @param rereads the reads that the actions may change; they are read again before the action is over
 * @param reports shows faults as toasts; otherwise the caller shows them
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
    // Offline, an action fails at once: a delayed one may be out of date.
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
  /** @param of the subject among several, for `pending` */
  async function run<T>(call: () => Promise<ActionResult<T>>, of?: Of): Promise<ActionResult<T>> {
    return (await mutateAsync({ call, of: of ?? true })) as ActionResult<T>;
  }
  return {
    run,
    /** The subject of the running action; null when none runs. */
    pending: mutation.isPending ? (mutation.variables.of as Of) : null,
  };
}
