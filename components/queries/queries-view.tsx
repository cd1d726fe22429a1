"use client";
import { useFreshness } from "@/components/freshness/use-freshness";
import { ReadError } from "@/components/live/read-error";
import { useMayAct, useSite } from "@/components/live/site-context";
import { Button, LinkButton } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Icon } from "@/components/ui/icon";
import { Panel } from "@/components/ui/panel";
import { EmptyState, SkeletonRows } from "@/components/ui/states";
import { useWords } from "@/components/words/words";
import type { Query } from "@/lib/history/queries/contract";
import { isOver } from "@/lib/history/queries/words";
import { PageContext, usePageState, useQueriesPage } from "./page-state";
import { QueryForm } from "./query-form";
import { AutomaticQueries, QueryList } from "./query-list";
import { QueryResult } from "./query-result";
import { FailedPanel, Failure, InProgress, Progress } from "./running-and-failed";
import { EarlierMenu, SavedPanel } from "./saved-queries";

/** The queries page: a form, the running queries, the chosen result, and earlier queries. */
export function QueriesView() {
  const { t } = useWords();
  const page = usePageState();
  const mayAct = useMayAct();
  return (
    <PageContext value={page}>
      <h1 className="sr-only">{t("queries.title")}</h1>
      <div
        className={cx(
          "grid grid-cols-1 items-start gap-4",
          mayAct && "lg:grid-cols-[29.25rem_minmax(0,1fr)] lg:gap-5",
        )}
      >
        {mayAct && <FormPanel />}
        <div ref={page.results} className="flex min-w-0 scroll-mt-24 flex-col gap-4">
          {!mayAct && <p className="text-sm text-ink-2">{t("queries.page.viewer")}</p>}
          <Results />
        </div>
      </div>
    </PageContext>
  );
}

/** The form; below 1100 px it is collapsed to a button. */
function FormPanel() {
  const { t } = useWords();
  const { isFormOpen, setFormOpen } = useQueriesPage();
  return (
    <section
      aria-label={t("queries.page.newQuery")}
      className="min-w-0 rounded-3 border border-hairline bg-surface max-sm:-mx-4 max-sm:-mt-4 max-sm:rounded-none max-sm:border-x-0 max-sm:border-t-0"
    >
      <header
        className={cx(
          "flex min-h-11.5 flex-wrap items-center gap-2 px-4 py-2 lg:border-b lg:border-hairline",
          isFormOpen && "border-b border-hairline",
        )}
      >
        <h2 className="flex-1 max-lg:hidden">{t("queries.page.newQuery")}</h2>
        <h2 className="flex-1 lg:hidden">
          <button
            type="button"
            aria-expanded={isFormOpen}
            onClick={() => setFormOpen(!isFormOpen)}
            className="flex min-h-8 w-full items-center gap-2 rounded-1 text-left touch:min-h-target"
          >
            <Icon name={isFormOpen ? "chevron-down" : "plus"} className="size-4 shrink-0 text-accent" />
            {t("queries.page.newQuery")}
          </button>
        </h2>
        <span className={isFormOpen ? undefined : "max-lg:hidden"}>
          <EarlierMenu />
        </span>
      </header>
      <div className={isFormOpen ? undefined : "max-lg:hidden"}>
        <QueryForm />
      </div>
    </section>
  );
}

function Results() {
  const { t } = useWords();
  const { list, items, chosen } = useQueriesPage();
  const running = items.filter((query) => !isOver(query.status));
  const finished = items.filter((query) => query.status === "completed" || query.status === "cancelled");
  const failed = items.filter((query) => query.status === "failed");
  if (!list.items && !list.error && list.isLoading)
    return <SkeletonRows rows={8} label={t("queries.page.loading")} />;
  return (
    <>
      {list.error && <ReadError of={list} title={t("queries.page.unread")} />}
      <InProgress queries={running} />
      {chosen.error && <Unread />}
      {chosen.query && <Chosen query={chosen.query} listed={[...running, ...failed]} />}
      <FailedPanel queries={failed} />
      <SavedPanel />
      {finished.length > 0 && (
        <Panel
          title={t("queries.page.earlier")}
          className="overflow-hidden"
          footer={
            list.hasNextPage && (
              <Button size="sm" pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                {t("queries.page.showMore")}
              </Button>
            )
          }
        >
          <QueryList label={t("queries.page.earlier")} queries={finished} isRepeatable />
        </Panel>
      )}
      {list.items?.length === 0 && !chosen.query && !chosen.error && <NothingYet />}
      <AutomaticQueries />
    </>
  );
}

/** The query in the address cannot be read; a missing one is not read again. */
function Unread() {
  const { t } = useWords();
  const { error, read, choose } = useQueriesPage().chosen;
  return (
    <Panel label={t("queries.page.chosen")}>
      {error?.status === 404 ? (
        <EmptyState
          icon="queries"
          title={t("queries.page.noSuch")}
          actions={<Button onClick={() => choose(null)}>{t("queries.page.seeAll")}</Button>}
        >
          {t("queries.page.wrongAddress", { reason: error.message })}
        </EmptyState>
      ) : (
        <ReadError of={read} title={t("queries.page.oneUnread")} />
      )}
    </Panel>
  );
}

/** The chosen query, unless the running or failed ones already list it. */
function Chosen({ query, listed }: { query: Query; listed: readonly Query[] }) {
  const { t } = useWords();
  const hasResult = isOver(query.status) && (query.status !== "failed" || query.stored > 0);
  if (hasResult) return <QueryResult query={query} />;
  if (listed.some((one) => one.id === query.id)) return null;
  return (
    <Panel label={t("queries.page.chosen")} className="p-4">
      {query.status === "failed" ? <Failure query={query} /> : <Progress query={query} />}
    </Panel>
  );
}

/** The empty page: whether a query could be run at all, and the next step. */
function NothingYet() {
  const { t } = useWords();
  const { tenancy, user } = useSite();
  const isConnected = useFreshness()?.facts.readings.connected;
  const mayAct = useMayAct();
  const isAdmin = user.role === "admin";
  // Without a tenancy there is no queries page.
  if (isConnected === false)
    return (
      <Panel label={t("queries.page.notConnected")}>
        <EmptyState
          icon="queries"
          title={t("queries.page.notConnected")}
          actions={
            isAdmin && (
              <LinkButton
                variant="primary"
                href={`/admin/connect/${encodeURIComponent(tenancy?.tenantId ?? "")}`}
              >
                {t("queries.page.connect")}
              </LinkButton>
            )
          }
        >
          {t("queries.page.connectFirst", { admin: isAdmin ? "yes" : "other" })}
        </EmptyState>
      </Panel>
    );
  return (
    <Panel label={t("queries.page.none")}>
      <EmptyState icon="queries" title={t("queries.page.none")}>
        {t("queries.page.noneText", { may: mayAct ? "yes" : "other" })}
      </EmptyState>
    </Panel>
  );
}
