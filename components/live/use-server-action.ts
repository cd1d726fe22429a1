"use client";
import {
  type InvalidateQueryFilters,
  type QueryClient,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { useRef } from "react";
import { useToast } from "@/components/ui/toast";
import { type ActionResult, isAnswered } from "@/lib/web/http/action-result";
import { readAgain } from "./read-again";
import { answered } from "./session";

/** Changes the answer of a read; the same object where it changes nothing. */
type Change = (read: unknown) => unknown;

type Run = {
  call: () => Promise<ActionResult<unknown>>;
  of: unknown;
  shown: ((value: unknown) => Change) | undefined;
};

/**
 * Runs server actions; every hook that calls one uses this. Nothing throws: no answer is a fault in one wording, and an
 * ended session is noticed by the whole page.
 * @param rereads the reads that the actions may change; they are read again before the action is over
 * @param reports shows faults as toasts; otherwise the caller shows them
 * @param nameOf names the subject in the toast of an action that was not answered, which stays while others come
 */
export function useServerAction<Of = true>({
  rereads,
  reports = false,
  nameOf,
}: {
  rereads?: InvalidateQueryFilters;
  reports?: boolean;
  nameOf?: (subject: Of) => string;
} = {}) {
  const client = useQueryClient();
  const toast = useToast();
  const unsettled = useRef<() => void>(undefined);
  const mutation = useMutation({
    // Offline, an action fails at once: a delayed one may be out of date.
    networkMode: "always",
    // Inputs hold passwords and secrets.
    gcTime: 0,
    mutationFn: async ({ call, of, shown }: Run) => {
      const result = await answered(call());
      if (isAnswered(result)) unsettled.current?.();
      if (result.ok && shown && rereads) showChange(client, rereads, shown(result.value));
      if (!result.ok && reports) report(result, of as Of);
      if (rereads) await readAgain(client, rereads);
      return result;
    },
  });
  const report = (fault: ActionResult<unknown> & { ok: false }, of: Of) => {
    const name = nameOf && !isAnswered(fault) ? `${nameOf(of)}: ` : "";
    const takeAway = toast({ text: name + fault.error.message, stays: !isAnswered(fault) });
    if (!isAnswered(fault)) unsettled.current = takeAway;
  };
  const { mutateAsync } = mutation;
  /**
   * @param of the subject among several, for `pending`
   * @param shown what the action made of the reads, shown before they are read again
   */
  async function run<T>(
    call: () => Promise<ActionResult<T>>,
    of?: Of,
    shown?: (value: T) => Change,
  ): Promise<ActionResult<T>> {
    const asked = { call, of: of ?? true, shown: shown as Run["shown"] };
    return (await mutateAsync(asked)) as ActionResult<T>;
  }
  return {
    run,
    /** The subject of the running action; null when none runs. */
    pending: mutation.isPending ? (mutation.variables.of as Of) : null,
  };
}

/** Changes reads that were answered; their age stays, since nothing was read. */
function showChange(client: QueryClient, filters: InvalidateQueryFilters, change: Change): void {
  for (const { queryKey, state } of client.getQueryCache().findAll(filters)) {
    const next = change(state.data);
    if (next !== state.data) client.setQueryData(queryKey, next, { updatedAt: state.dataUpdatedAt });
  }
}
