"use client";
import { useState } from "react";
import { useRefresh } from "@/components/live/use-refresh";
import { useServerAction } from "@/components/live/use-server-action";
import { useToast } from "@/components/ui/toast";
import { replayChosen, replayFound } from "@/lib/alerting/deliveries/actions";
import { type ReplayCounts, type ReplayFilter, replayWords } from "@/lib/alerting/deliveries/log";
import type { ActionResult } from "@/lib/web/http/action-result";

const NONE: ReplayCounts = { accepted: 0, duplicate: 0, quarantined: 0, refused: 0 };
const totalOf = (counts: ReplayCounts) => Object.values(counts).reduce((a, b) => a + b, 0);

/** Replays deliveries: those named, or step by step all that a filter finds. */
export function useReplay() {
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
      toast({ text: replayWords(await work()) });
    } catch (error) {
      setFault((error as Error).message);
    }
    setPending(false);
    refresh();
  };

  const chosen = (ids: string[]) => run(async () => unwrap(await action.run(() => replayChosen({ ids }))));
  const found = (filter: ReplayFilter) =>
    run(async () => {
      let sum = NONE;
      for (let after: string | undefined; ; ) {
        const step = unwrap(await action.run(() => replayFound({ filter, after })));
        sum = plus(sum, step.replayed);
        setDone(totalOf(sum));
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

const plus = (a: ReplayCounts, b: ReplayCounts): ReplayCounts => ({
  accepted: a.accepted + b.accepted,
  duplicate: a.duplicate + b.duplicate,
  quarantined: a.quarantined + b.quarantined,
  refused: a.refused + b.refused,
});
