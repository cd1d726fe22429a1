"use client";
import { parseAsString, useQueryState } from "nuqs";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useFreshness } from "@/components/freshness/use-freshness";
import { type FailedRead, ReadError } from "@/components/live/read-error";
import { useMayAct, useSite } from "@/components/live/site-context";
import { Button, LinkButton } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Icon } from "@/components/ui/icon";
import { Panel } from "@/components/ui/panel";
import { EmptyState, SkeletonRows } from "@/components/ui/states";
import type { Query } from "@/lib/history/queries/contract";
import { formOf } from "@/lib/history/queries/form";
import { isOver } from "@/lib/history/queries/words";
import type { ApiError } from "@/lib/web/api/client";
import { useFormState } from "./form-state";
import { QueryForm } from "./query-form";
import { AutomaticQueries, QueryList } from "./query-list";
import { QueryResult } from "./query-result";
import { FailedPanel, Failure, InProgress, Progress } from "./running-and-failed";
import { EarlierMenu, SavedPanel } from "./saved-queries";
import { useOneQuery, useQueries } from "./use-queries";
import { useQueryActions } from "./use-query-actions";
import { type Saved, useSaved } from "./use-saved";

/** The queries page: a form, the running queries, the chosen result, and earlier queries. */
export function QueriesView() {
  const list = useQueries("person");
  const items = list.items ?? [];
  const chosen = useChosen(items);
  const form = useFormState();
  const actions = useQueryActions();
  const mayAct = useMayAct();
  const saved = useSaved(mayAct);
  const [isFormOpen, setFormOpen] = useState(() => list.items?.length === 0);
  const results = useRef<HTMLDivElement>(null);
  const show = (id: string) => {
    void chosen.choose(id);
    // The results have their final position only after the form above them has closed.
    flushSync(() => setFormOpen(false));
    results.current?.scrollIntoView({ block: "start" });
  };
  const again = {
    pending: actions.pending,
    run: async (query: Query) => {
      form.change(formOf(query));
      const id = await actions.again(query.id);
      if (id) show(id);
    },
  };
  return (
    <>
      <h1 className="sr-only">Queries</h1>
      <div
        className={cx(
          "grid grid-cols-1 items-start gap-4",
          mayAct && "lg:grid-cols-[29.25rem_minmax(0,1fr)] lg:gap-5",
        )}
      >
        {mayAct && (
          <FormPanel
            {...{ form, actions, items, saved, isOpen: isFormOpen, setOpen: setFormOpen }}
            onSubmitted={show}
          />
        )}
        <div ref={results} className="flex min-w-0 scroll-mt-24 flex-col gap-4">
          {!mayAct && (
            <p className="text-sm text-ink-2">
              Growers and admins run queries; as a viewer you read what came of them.
            </p>
          )}
          <Results
            {...{ list, items, chosen, actions, again, saved, show }}
            change={form.change}
            openForm={() => setFormOpen(true)}
          />
        </div>
      </div>
    </>
  );
}

/** The query in the address; without one, the newest result when the page loaded. */
function useChosen(items: readonly Query[]) {
  const [inAddress, choose] = useQueryState("query", parseAsString.withOptions({ history: "push" }));
  const newest = items.find((query) => query.status === "completed")?.id ?? null;
  const [first, setFirst] = useState(newest);
  if (first === null && newest !== null) setFirst(newest);
  const { query, error, read } = useOneQuery(inAddress ?? first, items);
  return { query, error, read, choose };
}

type FormPanelProps = {
  form: ReturnType<typeof useFormState>;
  actions: ReturnType<typeof useQueryActions>;
  items: readonly Query[];
  saved: Saved;
  isOpen: boolean;
  setOpen: (open: boolean) => void;
  onSubmitted: (id: string) => void;
};

/** The form; below 1100 px it is collapsed to a button. */
function FormPanel({ form, actions, items, saved, isOpen, setOpen, onSubmitted }: FormPanelProps) {
  return (
    <section
      aria-label="New query"
      className="min-w-0 rounded-3 border border-hairline bg-surface max-sm:-mx-4 max-sm:-mt-4 max-sm:rounded-none max-sm:border-x-0 max-sm:border-t-0"
    >
      <header
        className={cx(
          "flex min-h-11.5 flex-wrap items-center gap-2 px-4 py-2 lg:border-b lg:border-hairline",
          isOpen && "border-b border-hairline",
        )}
      >
        <h2 className="flex-1 max-lg:hidden">New query</h2>
        <h2 className="flex-1 lg:hidden">
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className="flex min-h-8 w-full items-center gap-2 rounded-1 text-left touch:min-h-target"
          >
            <Icon name={isOpen ? "chevron-down" : "plus"} className="size-4 shrink-0 text-accent" />
            New query
          </button>
        </h2>
        <span className={isOpen ? undefined : "max-lg:hidden"}>
          <EarlierMenu queries={items} saved={saved.items} change={form.change} />
        </span>
      </header>
      <div className={isOpen ? undefined : "max-lg:hidden"}>
        <QueryForm {...form} actions={actions} saved={saved} onSubmitted={onSubmitted} />
      </div>
    </section>
  );
}

type ResultsProps = {
  list: ReturnType<typeof useQueries>;
  items: readonly Query[];
  chosen: ReturnType<typeof useChosen>;
  actions: ReturnType<typeof useQueryActions>;
  again: { run: (query: Query) => void; pending: string | null };
  saved: Saved;
  change: ReturnType<typeof useFormState>["change"];
  show: (id: string) => void;
  openForm: () => void;
};

function Results({ list, items, chosen, actions, again, saved, change, show, openForm }: ResultsProps) {
  const mayAct = useMayAct();
  const running = items.filter((query) => !isOver(query.status));
  const finished = items.filter((query) => query.status === "completed" || query.status === "cancelled");
  const failed = items.filter((query) => query.status === "failed");
  const { query } = chosen;
  if (!list.items && !list.error && list.isLoading)
    return <SkeletonRows rows={8} label="Reading the queries" />;
  return (
    <>
      {list.error && <ReadError of={list} title="The queries could not be read" />}
      <InProgress queries={running} actions={actions} />
      {chosen.error && (
        <Unread error={chosen.error} read={chosen.read} seeOthers={() => chosen.choose(null)} />
      )}
      {query && <Chosen {...{ query, running, failed, actions, again, change, openForm }} />}
      <FailedPanel queries={failed} again={again} />
      <SavedPanel
        saved={saved}
        onOpen={(form) => {
          change(form);
          openForm();
        }}
      />
      {finished.length > 0 && (
        <Panel
          title="Earlier queries"
          className="overflow-hidden"
          footer={
            list.hasNextPage && (
              <Button size="sm" pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                Show more
              </Button>
            )
          }
        >
          <QueryList
            label="Earlier queries"
            queries={finished}
            chosen={query?.id}
            onChoose={show}
            again={mayAct ? again : undefined}
          />
        </Panel>
      )}
      {list.items?.length === 0 && !query && !chosen.error && <NothingYet />}
      <AutomaticQueries chosen={query?.id} onChoose={show} />
    </>
  );
}

/** The query in the address cannot be read; a missing one is not read again. */
function Unread(props: { error: ApiError; read: FailedRead; seeOthers: () => void }) {
  const { error, read, seeOthers } = props;
  if (error.status !== 404)
    return (
      <Panel label="Chosen query">
        <ReadError of={read} title="The query could not be read" />
      </Panel>
    );
  return (
    <Panel label="Chosen query">
      <EmptyState
        icon="queries"
        title="No such query"
        actions={<Button onClick={seeOthers}>See the others</Button>}
      >
        {error.message} The address may be of another tenancy, or cut short.
      </EmptyState>
    </Panel>
  );
}

type ChosenProps = Omit<ResultsProps, "list" | "items" | "chosen" | "saved" | "show"> & {
  query: Query;
  running: readonly Query[];
  failed: readonly Query[];
};

/** The chosen query, unless the running or failed ones already list it. */
function Chosen({ query, running, failed, actions, again, change, openForm }: ChosenProps) {
  const isAmong = (list: readonly Query[]) => list.some((one) => one.id === query.id);
  if (!isOver(query.status))
    return isAmong(running) ? null : (
      <Panel label="Chosen query" className="p-4">
        <Progress query={query} actions={actions} />
      </Panel>
    );
  if (query.status === "failed" && query.stored === 0)
    return isAmong(failed) ? null : (
      <Panel label="Chosen query" className="p-4">
        <Failure query={query} again={again} />
      </Panel>
    );
  return <QueryResult {...{ query, again, change }} onChanged={openForm} />;
}

/** The empty page: whether a query could be run at all, and the next step. */
function NothingYet() {
  const { tenancy, user } = useSite();
  const isConnected = useFreshness()?.facts.readings.connected;
  const mayAct = useMayAct();
  if (!tenancy || isConnected === false)
    return (
      <Panel label="Not connected">
        <EmptyState
          icon="queries"
          title="Not connected yet"
          actions={
            user.role === "admin" && (
              <LinkButton
                variant="primary"
                href={tenancy ? `/admin/connect/${encodeURIComponent(tenancy.tenantId)}` : "/admin/connect"}
              >
                {tenancy ? "Go on connecting" : "Connect a tenancy"}
              </LinkButton>
            )
          }
        >
          A query asks the plant-monitoring service. It needs the service's address, a client and its secret,
          which {user.role === "admin" ? "you enter" : "an admin enters"} under Admin, Tenancies.
        </EmptyState>
      </Panel>
    );
  return (
    <Panel label="Nothing yet">
      <EmptyState icon="queries" title="Nobody has run a query yet">
        {mayAct
          ? "Choose what and when under New query, and run it: its progress and its rows come here."
          : "When a grower or an admin runs one, its progress and its rows come here."}
      </EmptyState>
    </Panel>
  );
}
