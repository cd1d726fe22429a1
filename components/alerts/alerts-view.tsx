"use client";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import { useEndpoint } from "@/components/live/use-endpoint";
import { usePaused } from "@/components/live/use-paused";
import { useMayAct, useSite } from "@/components/shell/site-context";
import { Kbd } from "@/components/ui/bits";
import { Button } from "@/components/ui/button";
import { useClock } from "@/components/ui/clock";
import { ErrorState, SkeletonRows } from "@/components/ui/states";
import { TabLinks } from "@/components/ui/tabs";
import { countAlerts } from "@/lib/alerts/contract";
import { formatAge } from "@/lib/core/time";
import { AlertCards } from "./alert-cards";
import { AlertTable } from "./alert-table";
import { BulkBar } from "./bulk-bar";
import { FilterBar } from "./filter-bar";
import { type AlertTab, activeFilters, filterParsers, filtersHref, listInput, TABS } from "./filters";
import { ListEmpty } from "./list-empty";
import { NewsBar } from "./news-bar";
import { useAlertPages } from "./use-alert-pages";
import { useEvidence } from "./use-evidence";
import { useHandling } from "./use-handling";
import { useHeldList } from "./use-held-list";
import { useReading } from "./use-reading";
import { useSelection } from "./use-selection";

const TAB_WORDS: Record<AlertTab, string> = {
  open: "Open",
  acknowledged: "Acknowledged",
  closed: "Closed",
};

/** The inbox: open, acknowledged and closed alerts, narrowed by the address, handled by keyboard or by touch. */
export function AlertsView() {
  const { tenancy } = useSite();
  const tenant = tenancy?.tenantId;
  const [filters, setFilters] = useQueryStates(filterParsers, { history: "replace" });
  const counts = useEndpoint(countAlerts, { query: { tenant } }, { enabled: tenant !== undefined }).data;
  const counted = { open: counts?.open, acknowledged: counts?.acknowledged, closed: undefined };
  return (
    <>
      <div className="mb-1.5 flex items-end gap-4 max-sm:sr-only">
        <h1 className="flex-1">Alerts</h1>
        <p className="text-sm text-ink-3 max-md:hidden" aria-hidden="true">
          <Kbd>j</Kbd> <Kbd>k</Kbd> move &ensp; <Kbd>x</Kbd> select &ensp; <Kbd>a</Kbd> acknowledge &ensp;{" "}
          <Kbd>?</Kbd> all keys
        </p>
      </div>
      <TabLinks
        label="Which alerts"
        className="mb-3.5 max-sm:-mx-4 max-sm:-mt-4 max-sm:mb-0 max-sm:bg-surface"
        tabs={TABS.map((id) => ({ id, label: TAB_WORDS[id], count: counted[id] }))}
        chosen={filters.tab}
        hrefOf={(id) => filtersHref({ ...filters, tab: id as AlertTab })}
        onChoose={(id) => setFilters({ tab: id as AlertTab }, { history: "push" })}
      />
      <List filters={filters} change={setFilters} counts={counts} />
    </>
  );
}

type Props = {
  filters: ReturnType<typeof useQueryStates<typeof filterParsers>>[0];
  change: ReturnType<typeof useQueryStates<typeof filterParsers>>[1];
  counts: Parameters<typeof ListEmpty>[0]["counts"];
};

function List({ filters, change, counts }: Props) {
  const { tenancy } = useSite();
  const tenant = tenancy?.tenantId;
  const settled = { ...filters, text: usePaused(filters.text) };
  const pages = useAlertPages(listInput(tenant, settled), tenant !== undefined);
  const reading = useReading();
  const handling = useHandling();
  const mayAct = useMayAct() && filters.tab !== "closed";
  const scope = JSON.stringify([settled, pages.data?.pages.length]);
  const [ticking, setTicking] = useState(false);
  const list = useHeldList(pages.alerts ?? [], reading.isRead || ticking, scope);
  const evidence = useEvidence(list.shown.map((alert) => alert.alertId));
  const gives = filters.tab === "acknowledged";
  const act = (alertIds: string[]) => {
    selection.clear();
    void (gives ? handling.giveBack(alertIds) : handling.acknowledge(alertIds));
  };
  const selection = useSelection(list.shown, mayAct ? act : null);
  const hasTicks = selection.selected.length > 0;
  if (hasTicks !== ticking) setTicking(hasTicks);
  const { now } = useClock();
  return (
    <>
      <FilterBar
        filters={filters}
        change={(next) => void change(next)}
        status={pages.alerts ? `${list.shown.length} shown, updates as they arrive` : ""}
      />
      <section
        aria-label="Alerts"
        {...reading.handlers}
        className="overflow-hidden rounded-3 border border-hairline bg-surface max-sm:-mx-4 max-sm:rounded-none max-sm:border-0"
      >
        {pages.error && (
          <ErrorState
            compact={list.shown.length > 0}
            title="The alerts could not be read"
            cause={pages.error.message}
            lastGood={
              pages.dataUpdatedAt > 0
                ? `Shown below as of ${formatAge(new Date(pages.dataUpdatedAt), now)}.`
                : undefined
            }
            nextTry="Tried again within 2 min."
            onRetry={() => pages.refetch()}
          />
        )}
        <BulkBar
          selection={selection}
          verb={gives ? "Give back" : "Acknowledge"}
          total={list.shown.length}
          pending={selection.selected.some(handling.isPending)}
          onAct={() => act(selection.selected)}
        />
        <NewsBar news={list.news} gone={list.goneIds.size} onShow={list.show} />
        {!pages.alerts && !pages.error && tenant !== undefined && <SkeletonRows label="Reading the alerts" />}
        {list.shown.length > 0 && (
          <>
            <AlertTable
              alerts={list.shown}
              evidence={evidence}
              selection={selection}
              canSelect={mayAct}
              goneIds={list.goneIds}
            />
            <AlertCards alerts={list.shown} evidence={evidence} goneIds={list.goneIds} />
          </>
        )}
        {(pages.alerts?.length === 0 || tenant === undefined) && list.shown.length === 0 && (
          <ListEmpty filters={filters} change={(next) => void change(next)} counts={counts} />
        )}
      </section>
      <Foot pages={pages} filters={filters} name={tenancy?.name} counts={counts} />
    </>
  );
}

function Foot({
  pages,
  filters,
  name,
  counts,
}: {
  pages: ReturnType<typeof useAlertPages>;
  filters: Props["filters"];
  name: string | undefined;
  counts: Props["counts"];
}) {
  if (!pages.alerts || pages.alerts.length === 0) return null;
  if (pages.hasNextPage)
    return (
      <div className="mt-3 flex items-center gap-3 max-sm:justify-center">
        <Button pending={pages.isFetchingNextPage} onClick={() => pages.fetchNextPage()}>
          Show more
        </Button>
        <span className="text-sm text-ink-3">{pages.alerts.length} so far</span>
      </div>
    );
  const which = activeFilters(filters).length > 0 ? "that fit the filters" : `of ${name ?? "the tenancy"}`;
  const closed =
    counts && filters.tab !== "closed" ? ` Closed ones: ${counts.closed30Days} in the last 30 days.` : "";
  return (
    <p className="mt-3 text-sm text-ink-3">
      All {filters.tab} alerts {which} are on this page.{closed}
    </p>
  );
}
