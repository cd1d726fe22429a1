"use client";
import {
  createParser,
  parseAsArrayOf,
  parseAsBoolean,
  parseAsString,
  parseAsStringLiteral,
  useQueryState,
  useQueryStates,
} from "nuqs";
import { createContext, useContext, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { readEvery } from "@/components/live/retry";
import { useMayAct, useTenant } from "@/components/live/site-context";
import { readsTouchedBy } from "@/components/live/stream-plan";
import { useEndpoint } from "@/components/live/use-endpoint";
import { useServerAction } from "@/components/live/use-server-action";
import { useToast } from "@/components/ui/toast";
import { INDICES } from "@/lib/base/core/indices";
import { utcInstant } from "@/lib/base/core/time";
import * as actions from "@/lib/history/queries/actions";
import {
  LIGHTS,
  listSavedQueries,
  PRESETS,
  type Query,
  type QueryForm,
  readQuery,
  type SavedQuery,
} from "@/lib/history/queries/contract";
import { formOf } from "@/lib/history/queries/form";
import { isOver } from "@/lib/history/queries/words";
import type { QueryRequest } from "@/lib/service/contract";
import { type ActionResult, withoutName } from "@/lib/web/http/action-result";
import { AT_REST_MS, useQueries, WHILE_RUNNING_MS } from "./use-queries";

const parseAsInstant = createParser<number>({
  parse: (text) => {
    const at = Date.parse(text);
    return Number.isNaN(at) ? null : at;
  },
  serialize: (at) => utcInstant(new Date(at)),
});

/** The address keeps the form, so that it can be bookmarked and shared. */
const FORM = {
  type: parseAsStringLiteral(["indices", "chf"]).withDefault("indices"),
  last: parseAsStringLiteral(PRESETS).withDefault("7d"),
  from: parseAsInstant,
  to: parseAsInstant,
  areas: parseAsArrayOf(parseAsString).withDefault([]),
  indices: parseAsArrayOf(parseAsStringLiteral(INDICES)),
  devices: parseAsArrayOf(parseAsString).withDefault([]),
  light: parseAsStringLiteral(LIGHTS).withDefault("any"),
  job: parseAsString.withDefault(""),
  filled: parseAsBoolean.withDefault(true),
  include: parseAsArrayOf(parseAsString),
  exclude: parseAsArrayOf(parseAsString),
};

export type FormChange = (next: Partial<QueryForm>) => void;

/** State of the queries page: the form, the queries, the chosen one, and what can be done with them. */
export function usePageState() {
  const list = useQueries("person");
  const items = list.items ?? [];
  const chosen = useChosen(items);
  const tell = useToast();
  const { run, pending } = useServerAction<string>({ rereads: readsTouchedBy("query") });
  const [form, setForm] = useQueryStates(FORM, { history: "replace" });
  const [isFormOpen, setFormOpen] = useState(() => list.items?.length === 0);
  const results = useRef<HTMLDivElement>(null);
  const tenant = useTenant();

  const changeForm: FormChange = (next) => void setForm(next);
  const show = (id: string) => {
    void chosen.choose(id);
    // The results have their final position only after the form above them has closed.
    flushSync(() => setFormOpen(false));
    results.current?.scrollIntoView({ block: "start" });
  };
  return {
    list,
    items,
    chosen,
    show,
    /** Ref of the element where the results begin. */
    results,
    form: form as QueryForm,
    changeForm,
    clearForm: () => void setForm(null),
    isFormOpen,
    setFormOpen,
    openForm: (next: QueryForm) => {
      changeForm(next);
      setFormOpen(true);
    },
    /** "submit", or the id of the query that is being cancelled or run again. */
    pending,
    submit: (request: QueryRequest) => run(() => actions.submitQuery({ tenant, ...request }), "submit"),
    cancel: async (id: string) => {
      const result = await run(() => actions.cancelQuery({ id }), id);
      tell({ text: result.ok ? "Cancelled. What was stored stays." : result.error.message });
    },
    runAgain: async (query: Query) => {
      changeForm(formOf(query));
      const result = await run(() => actions.runAgain({ id: query.id }), query.id);
      if (result.ok) show(result.value.id);
      else tell({ text: result.error.message });
    },
    saved: useSaved(),
  };
}

export const PageContext = createContext<ReturnType<typeof usePageState> | null>(null);

/** The state of the queries page that a component is part of. */
export function useQueriesPage() {
  const page = useContext(PageContext);
  if (!page) throw new Error("A part of the queries page is outside of PageContext");
  return page;
}

/**
 * The query in the address; without one, the newest result when the page loaded. Read on its own where the list does not
 * have it.
 */
function useChosen(listed: readonly Query[]) {
  const [inAddress, choose] = useQueryState("query", parseAsString.withOptions({ history: "push" }));
  const newest = listed.find((query) => query.status === "completed")?.id ?? null;
  const [first, setFirst] = useState(newest);
  if (first === null && newest !== null) setFirst(newest);
  const id = inAddress ?? first;
  const found = listed.find((query) => query.id === id);
  const read = useEndpoint(
    readQuery,
    { params: { id: id ?? "" } },
    {
      enabled: id !== null && !found,
      refetchInterval: (query) => {
        const isRunning = query.state.data && !isOver(query.state.data.status);
        return readEvery(isRunning ? WHILE_RUNNING_MS : AT_REST_MS)(query);
      },
    },
  );
  const fetched = id === null ? undefined : read.data;
  return { query: found ?? fetched, error: found ? null : read.error, read, choose };
}

/** The saved queries of the tenancy, for people who may run them. */
function useSaved() {
  const tenant = useTenant();
  const mayAct = useMayAct();
  const tell = useToast();
  const { run, pending } = useServerAction({ rereads: { queryKey: [listSavedQueries.path] } });
  const read = useEndpoint(
    listSavedQueries,
    { query: { tenant } },
    { enabled: mayAct && tenant !== undefined },
  );
  const toFault = (result: ActionResult<unknown>) => (result.ok ? null : withoutName(result.error).message);
  return {
    items: read.data?.items ?? [],
    read,
    pending: pending !== null,
    /** @returns the fault, or null */
    save: async (name: string, form: QueryForm) => {
      const result = await run(() => actions.saveQuery({ tenant, name, form }));
      if (result.ok) tell({ text: `Saved as “${name.trim()}”` });
      return toFault(result);
    },
    /** @returns the fault, or null */
    rename: async (id: string, name: string) => toFault(await run(() => actions.renameSaved({ id, name }))),
    remove: async ({ id, name }: SavedQuery) => {
      const result = await run(() => actions.deleteSaved({ id }));
      if (!result.ok) return tell({ text: result.error.message });
      tell({
        text: `“${name}” is deleted`,
        undo: async () => {
          const restored = await run(() => actions.restoreSaved({ id }));
          if (!restored.ok) tell({ text: restored.error.message });
        },
      });
    },
  };
}
