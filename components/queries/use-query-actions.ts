"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { readAgain } from "@/components/live/read-again";
import { answered } from "@/components/live/session";
import { isTouched } from "@/components/live/stream-plan";
import { useToast } from "@/components/ui/toast";
import { cancelQuery, runAgain, submitQuery } from "@/lib/history/queries/actions";
import type { NewQuery } from "@/lib/history/queries/contract";
import type { ActionResult } from "@/lib/web/http/action-result";

/** Submits, cancels and runs again; the list is read anew after each. */
export function useQueryActions() {
  const client = useQueryClient();
  const tell = useToast();
  const [pending, setPending] = useState<string | null>(null);

  const run = async <T>(name: string, work: Promise<ActionResult<T>>): Promise<ActionResult<T>> => {
    setPending(name);
    const result = await answered(work);
    await readAgain(client, {
      predicate: ({ queryKey: [path] }) => typeof path === "string" && isTouched(path, "query"),
    });
    setPending(null);
    return result;
  };

  return {
    /** "submit", or the id of the query that is being cancelled or run again. */
    pending,
    submit: (query: NewQuery) => run("submit", submitQuery(query)),
    cancel: async (id: string) => {
      const result = await run(id, cancelQuery({ id }));
      tell({ text: result.ok ? "Cancelled. What was stored stays." : result.error.message });
    },
    /** Answers the id of the new query, null where it was refused. */
    again: async (id: string) => {
      const result = await run(id, runAgain({ id }));
      if (result.ok) return result.value.id;
      tell({ text: result.error.message });
      return null;
    },
  };
}
