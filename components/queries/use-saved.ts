"use client";
import { useTenant } from "@/components/live/site-context";
import { useEndpoint } from "@/components/live/use-endpoint";
import { useServerAction } from "@/components/live/use-server-action";
import { useToast } from "@/components/ui/toast";
import { deleteSaved, renameSaved, restoreSaved, saveQuery } from "@/lib/history/queries/actions";
import { listSavedQueries, type QueryForm, type SavedQuery } from "@/lib/history/queries/contract";
import type { ActionResult } from "@/lib/web/http/action-result";

/** The saved queries of the tenancy, and what can be done with them. */
export function useSaved(enabled: boolean) {
  const tenant = useTenant();
  const tell = useToast();
  const { run, pending } = useServerAction({ rereads: { queryKey: [listSavedQueries.path] } });
  const read = useEndpoint(
    listSavedQueries,
    { query: { tenant } },
    { enabled: enabled && tenant !== undefined },
  );

  /** Null when it went through, else what is wrong. */
  const toFault = (result: ActionResult<unknown>) => (result.ok ? null : plain(result.error.message));

  return {
    items: read.data?.items ?? [],
    read,
    pending: pending !== null,
    save: async (name: string, form: QueryForm) => {
      const result = await run(() => saveQuery({ tenant, name, form }));
      if (result.ok) tell({ text: `Saved as “${name.trim()}”` });
      return toFault(result);
    },
    rename: async (id: string, name: string) => toFault(await run(() => renameSaved({ id, name }))),
    remove: async ({ id, name }: SavedQuery) => {
      const result = await run(() => deleteSaved({ id }));
      if (!result.ok) return tell({ text: result.error.message });
      tell({
        text: `“${name}” is deleted`,
        undo: async () => {
          const back = await run(() => restoreSaved({ id }));
          if (!back.ok) tell({ text: back.error.message });
        },
      });
    },
  };
}

export type Saved = ReturnType<typeof useSaved>;

/** In its place beside the field, the fault need not name the field once more. */
function plain(message: string): string {
  const text = message.replace(/^name:? /, "");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
