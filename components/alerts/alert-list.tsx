"use client";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { OUTAGE_ROWS, OutageLines } from "@/components/freshness/outage-lines";
import { useOutagesOfLastDay } from "@/components/freshness/use-outages";
import { useIsOfAll, useListTenant, useMayActOnListed } from "@/components/live/list-scope";
import { ReadError } from "@/components/live/read-error";
import { useSite } from "@/components/live/site-context";
import { useFirstRows } from "@/components/live/use-first-rows";
import { PhoneActions } from "@/components/shell/phone-header";
import { useRowSelection } from "@/components/shell/row-selection";
import { useShortcuts } from "@/components/shell/shortcuts";
import { Button, IconButton } from "@/components/ui/button";
import { useOpenPage } from "@/components/ui/link";
import { SkeletonRows } from "@/components/ui/states";
import { useWords } from "@/components/words/words";
import { type AlertCounts, type ListedAlert, listAlerts } from "@/lib/alerting/alerts/contract";
import { withPrefix } from "@/lib/base/request/site-path";
import type { Say } from "@/lib/base/words/messages";
import type { Words } from "@/lib/base/words/words";
import { type ApiError, callEndpoint } from "@/lib/web/api/client";
import { alertHref } from "./alert-parts";
import { BulkBar } from "./bulk-bar";
import { FilterBar } from "./filter-bar";
import { activeFilters, type Filters, isGrouped, listInput, pagesKey } from "./filters";
import { isGroup, rowAlertIds, rowKey } from "./groups/group-rows";
import { groupKeys, useGroups } from "./groups/use-groups";
import { useHandling } from "./handling/use-handling";
import { handlingKeys, useHandlingDialogs } from "./handling/use-handling-dialogs";
import { ALERT_ROWS } from "./held-list";
import { InboxRows } from "./inbox-rows";
import { ListEmpty, UnknownArea } from "./list-empty";
import { useFilters } from "./use-filters";
import { type Hold, useHeldRows } from "./use-held-list";

/** One tab of the inbox: filters, bulk acts, rows or cards, and more pages. */
export function AlertList({
  hold,
  settled,
  counts,
  total,
}: {
  hold: Hold;
  /** The filters once typing pauses. */
  settled: Filters;
  counts: AlertCounts | undefined;
  /** Number of alerts that match the filters; undefined until it is read. */
  total: number | undefined;
}) {
  const words = useWords();
  const { t } = words;
  const openPage = useOpenPage();
  const [{ tab }] = useFilters();
  const tenant = useListTenant();
  const pages = useAlertPages(tenant, settled);
  const mayActOn = useMayActOnListed();
  const mayAct = mayActOn() && tab !== "closed";
  const [isSelecting, setSelecting] = useState(false);
  const list = useHeldRows(hold, "alerts", pages.alerts, ALERT_ROWS, {
    scope: JSON.stringify([tenant, settled]),
    isAll: !pages.hasNextPage,
    isFetching: pages.isFetching,
    pages: pages.data?.pages.length,
    isPrevious: pages.isPlaceholderData,
    showsFirst: true,
  });
  const outages = useHeldRows(hold, "outages", useOutagesOfLastDay(), OUTAGE_ROWS).shown;
  const groups = useGroups(list.shown, "inbox");
  const rows = useFirstRows(groups.rows);
  const handling = useHandling();
  const { ask, dialogs } = useHandlingDialogs(handling, () => selection.clear());
  const keys = handlingKeys(tab === "open" ? "attention" : tab, handling, {
    ask,
    onAct: (alertIds) => selection.passOver(alertIds),
    onNote: (alertIds) => ask("note", alertIds),
  });
  const selection = useRowSelection({
    ids: groups.rows.map(rowKey),
    selectable: mayAct ? list.shown.filter(mayActOn).flatMap(rowAlertIds) : [],
    membersOf: groups.membersOf,
    rowAttribute: "data-row",
    remember: "inbox",
    keys: mayAct ? keys : {},
    onOpen: (id) => {
      const row = groups.byId.get(id);
      if (row && isGroup(row)) groups.toggle(row);
      else if (row?.site) window.location.assign(withPrefix(`/s/${row.site.slug}`, alertHref(row.alertId)));
      else if (row) openPage(alertHref(row.alertId));
    },
  });
  useShortcuts({
    o: selection.openCurrent,
    ...groupKeys(groups, selection.cursor, selection.setCursor),
  });
  const isEmpty = (pages.alerts?.length === 0 || tenant === undefined) && list.shown.length === 0;
  const hasRows = list.shown.length > 0;
  return (
    <>
      <FilterBar status={pages.alerts ? shownWords(words, list.shown) : ""} />
      {mayAct && !isEmpty && (
        <PhoneActions>
          <IconButton
            icon="check"
            label={t(isSelecting ? "alerts.list.endSelecting" : "alerts.list.beginSelecting")}
            aria-pressed={isSelecting}
            className={isSelecting ? "text-accent" : undefined}
            onClick={() => {
              setSelecting(!isSelecting);
              selection.clear();
            }}
          />
        </PhoneActions>
      )}
      <section
        aria-label={t("alerts.list.title")}
        className="overflow-clip rounded-3 border border-hairline bg-surface max-sm:-mx-4 max-sm:rounded-none max-sm:border-0"
      >
        <OutageLines outages={outages} />
        {pages.error?.status === 404 && pages.error.parameter === "area" ? (
          <UnknownArea />
        ) : (
          pages.error && <ReadError of={pages} title={t("alerts.list.failed")} />
        )}
        <BulkBar tab={tab} selection={selection} handling={handling} onAsk={ask} />
        {!pages.alerts && !pages.error && tenant !== undefined && (
          <SkeletonRows label={t("alerts.list.loading")} />
        )}
        {hasRows && (
          <InboxRows
            alerts={rows}
            groups={groups}
            selection={selection}
            canSelect={mayAct}
            isSelecting={mayAct && isSelecting}
            goneIds={list.goneIds}
          />
        )}
        {isEmpty && <ListEmpty counts={counts} />}
      </section>
      <Foot pages={pages} total={pages.data?.pages[0]?.groups ?? total} />
      {dialogs}
    </>
  );
}

/** "12 shown", or of groups how many problems they are. */
function shownWords({ t }: Words, rows: readonly ListedAlert[]): string {
  const count = rows.reduce((sum, { group }) => sum + (group?.alerts ?? 1), 0);
  return count === rows.length
    ? t("alerts.list.shown", { count })
    : t("alerts.list.shownInRows", { count, rows: rows.length });
}

type Page = { items: ListedAlert[]; nextCursor: string | null; groups?: number };

/** The alerts that fit the filters, page by page; an event reads all pages on screen again. */
function useAlertPages(tenant: string | undefined, filters: Filters) {
  const input = listInput(tenant, filters);
  const query = useInfiniteQuery<
    Page,
    ApiError,
    { pages: Page[] },
    ReturnType<typeof pagesKey>,
    string | null
  >({
    queryKey: pagesKey(input),
    queryFn: ({ pageParam, signal }) =>
      callEndpoint(listAlerts, { query: { ...input.query, cursor: pageParam ?? undefined }, signal }),
    initialPageParam: null,
    getNextPageParam: (last) => last.nextCursor,
    placeholderData: keepPreviousData,
    enabled: tenant !== undefined,
  });
  const alerts = useMemo(() => query.data?.pages.flatMap((page) => page.items), [query.data]);
  return { ...query, alerts };
}

function Foot({ pages, total }: { pages: ReturnType<typeof useAlertPages>; total: number | undefined }) {
  const words = useWords();
  const { t } = words;
  const { tenancy } = useSite();
  const [filters] = useFilters();
  const isOfAll = useIsOfAll();
  if (!pages.alerts || pages.alerts.length === 0) return null;
  if (pages.hasNextPage)
    return (
      <div className="mt-3 flex items-center gap-3 max-sm:justify-center">
        <Button pending={pages.isFetchingNextPage} onClick={() => pages.fetchNextPage()}>
          {t("alerts.list.more")}
        </Button>
        <span className="text-sm text-ink-3">
          {countWords(t, pages.alerts.length, total, isGrouped(filters))}
        </span>
      </div>
    );
  const isNarrowed = activeFilters(words, filters).length > 0;
  const site = isOfAll ? t("alerts.list.allSites") : (tenancy?.name ?? t("alerts.list.theTenancy"));
  return (
    <p className="mt-3 text-sm text-ink-3">
      {isNarrowed ? t("alerts.list.allMatches") : t(WHOLE[filters.tab], { site })}
    </p>
  );
}

const WHOLE = {
  open: "alerts.list.allOpen",
  acknowledged: "alerts.list.allAcknowledged",
  snoozed: "alerts.list.allSnoozed",
  closed: "alerts.list.allClosed",
} as const;

/** "50 of 120", "20 of 48 problems". */
function countWords(t: Say, count: number, all: number | undefined, isGroups: boolean): string {
  if (all === undefined)
    return isGroups ? t("alerts.list.problemsSoFar", { count }) : t("alerts.list.soFar", { count });
  return isGroups ? t("alerts.list.problemsOf", { count, all }) : t("alerts.list.of", { count, all });
}
