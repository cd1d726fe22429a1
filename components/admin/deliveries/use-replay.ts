"use client";
import { useState } from "react";
import { useRefresh } from "@/components/live/use-refresh";
import { useServerAction } from "@/components/live/use-server-action";
import { useToast } from "@/components/ui/toast";
import { useWords } from "@/components/words/words";
import { replayChosen, replayFound } from "@/lib/alerting/deliveries/actions";
import { type ReplayFilter, replayResult } from "@/lib/alerting/deliveries/list";
import { addReplays, NO_REPLAYS, type ReplayCounts } from "@/lib/alerting/webhooks/contract";
import type { ActionResult } from "@/lib/web/http/action-result";

/** Replays deliveries: those named, or step by step all that a filter finds. */
export function useReplay() {
  const words = useWords();
  const refresh = useRefresh();
  const toast = useToast();
  const action = useServerAction();
  const [pending, setPending] = useState(false);
  const [done, setDone] = useState(0);
  const [fault, setFault] = useState<string | null>(null);

  const run = async (work: () => Promise<ReplayCounts>) => {
    setPending(true);
    setDone(0);
    setFault(null);
    try {
      toast({ text: replayResult(words, await work()) });
    } catch (error) {
      setFault((error as Error).message);
    }
    setPending(false);
    refresh();
  };

  const chosen = (ids: string[]) => run(async () => unwrap(await action.run(() => replayChosen({ ids }))));
  const found = (filter: ReplayFilter) =>
    run(async () => {
      let sum = NO_REPLAYS;
      for (let after: string | undefined; ; ) {
        const step = unwrap(await action.run(() => replayFound({ filter, after })));
        sum = addReplays(sum, step.replayed);
        setDone(Object.values(sum).reduce((a, b) => a + b, 0));
        if (step.after === null) return sum;
        after = step.after;
      }
    });
  return { chosen, found, pending, done, fault };
}

export type Replay = ReturnType<typeof useReplay>;

function unwrap<T>(result: ActionResult<T>): T {
  if (result.ok) return result.value;
  throw new Error(result.error.message);
}
