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
import { useZoom } from "@/components/places/use-zoom";
import { useToast } from "@/components/ui/toast";
import { useWords } from "@/components/words/words";
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
import { EMPTY_FORM, formOf } from "@/lib/history/queries/form";
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

/**
 * The address keeps a form that somebody filled in, so that it can be bookmarked and shared; `type` is then always in it.
 * Without one, the form is that of the shown result.
 */
const FORM = {
  type: parseAsStringLiteral(["indices", "chf"]),
  last: parseAsStringLiteral(PRESETS),
  from: parseAsInstant,
  to: parseAsInstant,
  areas: parseAsArrayOf(parseAsString),
  indices: parseAsArrayOf(parseAsStringLiteral(INDICES)),
  devices: parseAsArrayOf(parseAsString),
  light: parseAsStringLiteral(LIGHTS),
  job: parseAsString,
  filled: parseAsBoolean,
  include: parseAsArrayOf(parseAsString),
  exclude: parseAsArrayOf(parseAsString),
};

type Address = { [Field in keyof QueryForm]: QueryForm[Field] | null };

/** The form in the address; null if it has none. */
function formInAddress(address: Address): QueryForm | null {
  const given = Object.entries(address).filter(([, value]) => value !== null);
  return given.length > 0 ? { ...EMPTY_FORM, ...Object.fromEntries(given) } : null;
}

/** What the address says of a form: its type, and what differs from the empty form. */
function toAddress(form: QueryForm): Address {
  const isEmpty = (field: string, value: unknown) =>
    JSON.stringify(value) === JSON.stringify(EMPTY_FORM[field as keyof QueryForm]);
  const fields = Object.entries(form).map(([field, value]) => [field, isEmpty(field, value) ? null : value]);
  return { ...(Object.fromEntries(fields) as Address), type: form.type };
}

export type FormChange = (next: Partial<QueryForm>) => void;

/** State of the queries page: the form, the queries, the chosen one, and what can be done with them. */
export function usePageState() {
  const { t } = useWords();
  const list = useQueries("person");
  const items = list.items ?? [];
  const chosen = useChosen(items);
  const tell = useToast();
  const { run, pending } = useServerAction<string>({ rereads: readsTouchedBy("query") });
  const { form, setForm, isInAddress } = useForm(chosen.query);
  const { zoom } = useZoom(null);
  // A form that a link filled in waits to be read and sent.
  const [isFormOpen, setFormOpen] = useState(
    () => list.items?.length === 0 || (isInAddress && !chosen.isInAddress),
  );
  const results = useRef<HTMLDivElement>(null);
  const tenant = useTenant();

  const changeForm: FormChange = (next) => setForm((before) => ({ ...before, ...next }));
  const show = (id: string) => {
    void chosen.choose(id);
    zoom(null);
    // The results have their final position only after the form above them has closed.
    flushSync(() => setFormOpen(false));
    results.current?.scrollIntoView({ block: "start" });
  };
  const open = (id: string) => {
    setForm(null);
    show(id);
  };
  /** Submits a request and shows its query. */
  const send = async (request: QueryRequest) => {
    const result = await run(() => actions.submitQuery({ tenant, ...request }), "submit");
    if (result.ok) show(result.value.id);
    return result;
  };
  return {
    list,
    items,
    chosen,
    /** Shows a query, and its parameters in the form. */
    open,
    /** Ref of the element where the results begin. */
    results,
    form,
    changeForm,
    clearForm: () => setForm(() => EMPTY_FORM),
    isFormOpen,
    setFormOpen,
    openForm: (next: QueryForm) => {
      changeForm(next);
      setFormOpen(true);
    },
    /** "submit", or the id of the query that is being cancelled or run again. */
    pending,
    send,
    /** Submits a form from elsewhere on the page; a fault is told in passing. */
    sendForm: async (next: QueryForm, request: QueryRequest) => {
      setForm(() => next);
      const result = await send(request);
      if (!result.ok) tell({ text: withoutName(result.error).message });
    },
    cancel: async (id: string) => {
      const result = await run(() => actions.cancelQuery({ id }), id);
      const isStored = items.some((query) => query.id === id && query.stored > 0);
      tell({
        text: result.ok
          ? t("queries.toast.cancelled", { stored: isStored ? "yes" : "other" })
          : result.error.message,
      });
    },
    runAgain: async (query: Query) => {
      const result = await run(() => actions.runAgain({ id: query.id }), query.id);
      if (result.ok) open(result.value.id);
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

/** The form in the address, else that of the shown query, else an empty one. */
function useForm(shown: Query | undefined) {
  const [address, setAddress] = useQueryStates(FORM, { history: "replace" });
  // Until another query is read, the form stays that of the one before.
  const [base, setBase] = useState(shown);
  if (shown && shown.id !== base?.id) setBase(shown);
  const own = base ? formOf(base) : EMPTY_FORM;
  return {
    form: formInAddress(address) ?? own,
    isInAddress: formInAddress(address) !== null,
    /** Without a change the form is that of the shown query again. */
    setForm: (change: ((before: QueryForm) => QueryForm) | null) =>
      void setAddress(
        change === null ? null : (before) => toAddress(change(formInAddress(before as Address) ?? own)),
      ),
  };
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
  return {
    query: found ?? fetched,
    error: found ? null : read.error,
    read,
    choose,
    isInAddress: inAddress !== null,
  };
}

/** The saved queries of the tenancy, for people who may run them. */
function useSaved() {
  const { t } = useWords();
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
      if (result.ok) tell({ text: t("queries.toast.saved", { name: name.trim() }) });
      return toFault(result);
    },
    /** @returns the fault, or null */
    rename: async (id: string, name: string) => toFault(await run(() => actions.renameSaved({ id, name }))),
    remove: async ({ id, name }: SavedQuery) => {
      const result = await run(() => actions.deleteSaved({ id }));
      if (!result.ok) return tell({ text: result.error.message });
      tell({
        text: t("queries.toast.deleted", { name }),
        undo: async () => {
          const restored = await run(() => actions.restoreSaved({ id }));
          if (!restored.ok) tell({ text: restored.error.message });
        },
      });
    },
  };
}
