"use client";

import type { useQueryStates } from "nuqs";
import { useState, useSyncExternalStore } from "react";
import { OutageLines } from "@/components/freshness/outage-lines";
import { ReadError } from "@/components/live/read-error";
import { useMayAct, useSite } from "@/components/live/site-context";
import { PhoneActions } from "@/components/shell/phone-header";
import { Button, IconButton } from "@/components/ui/button";
import { SkeletonRows } from "@/components/ui/states";
import { formatCount } from "@/lib/base/core/numbers";
import { AlertCards } from "./alert-cards";
import { AlertTable } from "./alert-table";
import { BulkBar } from "./bulk-bar";
import { useListedEvidence } from "./evidence-parts";
import { FilterBar } from "./filter-bar";
import { type AlertTab, activeFilters, type Filters, type filterParsers, listInput } from "./filters";
import { type HandlingActs, useHandling } from "./handling/use-handling";
import { type Asking, useHandlingDialogs } from "./handling/use-handling-dialogs";
import { type Counts, ListEmpty, UnknownArea } from "./list-empty";
import { NewsBar } from "./news-bar";
import { useAlertPages } from "./use-alert-pages";
import { useHeldList } from "./use-held-list";
import { useReading } from "./use-reading";
import { type SelectionKeys, useSelection } from "./use-selection";

type Change = ReturnType<typeof useQueryStates<typeof filterParsers>>[1];

/** One tab of the inbox: filters, bulk bar, news, rows or cards, and the way to more. */
export function AlertList({
  filters,
  settled,
  change,
  counts,
  total,
}: {
  filters: Filters;
  /** The filters once the typing pauses. */
  settled: Filters;
  change: Change;
  counts: Counts | undefined;
  /** How many there are in the tab with these filters, once it is known. */
  total: number | undefined;
}) {
  const { tenancy } = useSite();
  const tenant = tenancy?.tenantId;
  const pages = useAlertPages(listInput(tenant, settled), tenant !== undefined);
  const reading = useReading();
  const mayAct = useMayAct() && filters.tab !== "closed";
  const scope = JSON.stringify([settled, pages.data?.pages.length]);
  const [ticking, setTicking] = useState(false);
  const [selecting, setSelecting] = useState(false);
  // What is still the list before is nothing to hold.
  const isRead = (reading.isRead || ticking) && !pages.isPlaceholderData;
  const list = useHeldList(pages.alerts ?? [], isRead, scope);
  const rows = useRows(list.shown);
  const handling = useHandling(list.show);
  const evidence = useListedEvidence(list.shown);
  const { ask, dialogs } = useHandlingDialogs(handling, () => selection.clear());
  const keys = keysOf(filters.tab, handling, ask, () => selection.clear());
  const selection = useSelection(list.shown, mayAct ? keys : null);
  const hasTicks = selection.selected.length > 0;
  if (hasTicks !== ticking) setTicking(hasTicks);
  const isUnknownArea = pages.error?.status === 404 && pages.error.parameter === "area";
  const isEmpty = (pages.alerts?.length === 0 || tenant === undefined) && list.shown.length === 0;
  return (
    <>
      <FilterBar
        filters={filters}
        change={(next) => void change(next)}
        status={pages.alerts ? `${list.shown.length} shown, updates as they arrive` : ""}
      />
      {mayAct && !isEmpty && (
        <PhoneActions>
          <IconButton
            icon="check"
            label={selecting ? "End selecting" : "Select alerts"}
            aria-pressed={selecting}
            className={selecting ? "text-accent" : undefined}
            onClick={() => {
              setSelecting(!selecting);
              selection.clear();
            }}
          />
        </PhoneActions>
      )}
      <section
        aria-label="Alerts"
        {...reading.handlers}
        className="overflow-clip rounded-3 border border-hairline bg-surface max-sm:-mx-4 max-sm:rounded-none max-sm:border-0"
      >
        <OutageLines />
        {isUnknownArea ? (
          <UnknownArea filters={filters} change={(next) => void change(next)} />
        ) : (
          <Failure pages={pages} hasRows={list.shown.length > 0} />
        )}
        <BulkBar tab={filters.tab} selection={selection} handling={handling} onAsk={ask} />
        <NewsBar news={list.news} gone={list.goneIds.size} onShow={list.show} />
        {!pages.alerts && !pages.error && tenant !== undefined && <SkeletonRows label="Reading the alerts" />}
        {list.shown.length > 0 && (
          <>
            <AlertTable
              alerts={rows}
              evidence={evidence}
              selection={selection}
              canSelect={mayAct}
              goneIds={list.goneIds}
            />
            <AlertCards
              alerts={rows}
              evidence={evidence}
              selection={mayAct && selecting ? selection : null}
              goneIds={list.goneIds}
            />
          </>
        )}
        {isEmpty && <ListEmpty filters={filters} change={(next) => void change(next)} counts={counts} />}
      </section>
      <Foot pages={pages} filters={filters} name={tenancy?.name} total={total} />
      {dialogs}
    </>
  );
}

/** What the single keys do in a tab. */
function keysOf(
  tab: AlertTab,
  handling: HandlingActs,
  ask: (what: Asking, alertIds: string[]) => void,
  clear: () => void,
): SelectionKeys {
  const then = (act: (alertIds: string[]) => Promise<boolean>) => (alertIds: string[]) => {
    clear();
    void act(alertIds);
  };
  const note = (alertIds: string[]) => ask("note", alertIds.slice(0, 1));
  const withMore = (alertIds: string[]) => ask("acknowledge", alertIds);
  if (tab === "acknowledged") return { n: note, u: then(handling.giveBack) };
  return {
    a: then((alertIds) => handling.acknowledge(alertIds)),
    A: withMore,
    s: (alertIds) => ask("snooze", alertIds),
    n: note,
    ...(tab === "snoozed" ? { u: then(handling.wake) } : {}),
  };
}

type Pages = ReturnType<typeof useAlertPages>;

function Failure({ pages, hasRows }: { pages: Pages; hasRows: boolean }) {
  if (!pages.error) return null;
  return <ReadError of={pages} compact={hasRows} title="The alerts could not be read" />;
}

type FootProps = { pages: Pages; filters: Filters; name: string | undefined; total: number | undefined };

function Foot({ pages, filters, name, total }: FootProps) {
  if (!pages.alerts || pages.alerts.length === 0) return null;
  if (pages.hasNextPage)
    return (
      <div className="mt-3 flex items-center gap-3 max-sm:justify-center">
        <Button pending={pages.isFetchingNextPage} onClick={() => pages.fetchNextPage()}>
          Show more
        </Button>
        <span className="text-sm text-ink-3">
          {formatCount(pages.alerts.length)} {total === undefined ? "so far" : `of ${formatCount(total)}`}
        </span>
      </div>
    );
  const isNarrowed = activeFilters(filters).length > 0;
  const which = isNarrowed ? "that fit the filters" : `of ${name ?? "the tenancy"}`;
  const need = isNarrowed ? "and need somebody" : "that need somebody";
  return (
    <p className="mt-3 text-sm text-ink-3">
      All {filters.tab} alerts {which} {filters.tab === "open" && need} are on this page.
    </p>
  );
}

/** More than any screen shows: the rest follows once the page is alive. */
const FIRST_ROWS = 40;

/** The rows to draw: in the document the first alone, so that a list of hundreds is there as soon as a short one. */
export function useRows<T>(all: T[]): T[] {
  const isAlive = useSyncExternalStore(never, alive, inDocument);
  return isAlive || all.length <= FIRST_ROWS ? all : all.slice(0, FIRST_ROWS);
}

const never = () => () => undefined;

const alive = () => true;

const inDocument = () => false;
