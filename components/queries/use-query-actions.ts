"use client";
import { readsTouchedBy } from "@/components/live/stream-plan";
import { useServerAction } from "@/components/live/use-server-action";
import { useToast } from "@/components/ui/toast";
import { cancelQuery, runAgain, submitQuery } from "@/lib/history/queries/actions";
import type { NewQuery } from "@/lib/history/queries/contract";

/** Submits, cancels and runs again; the list is read anew after each. */
export function useQueryActions() {
  const tell = useToast();
  const { run, pending } = useServerAction<string>({ rereads: readsTouchedBy("query") });

  return {
    /** "submit", or the id of the query that is being cancelled or run again. */
    pending,
    submit: (query: NewQuery) => run(() => submitQuery(query), "submit"),
    cancel: async (id: string) => {
      const result = await run(() => cancelQuery({ id }), id);
      tell({ text: result.ok ? "Cancelled. What was stored stays." : result.error.message });
    },
    /** Answers the id of the new query, null where it was refused. */
    again: async (id: string) => {
      const result = await run(() => runAgain({ id }), id);
      if (result.ok) return result.value.id;
      tell({ text: result.error.message });
      return null;
    },
  };
}
