"use client";
import { useMemo, useState } from "react";
import { alertHref } from "@/components/alerts/alert-parts";
import { NotConnected, NothingOpen } from "@/components/alerts/empty";
import { isGroup, rowKey, waitingAlertIds } from "@/components/alerts/groups/group-rows";
import { type Groups, groupKeys, useGroups } from "@/components/alerts/groups/use-groups";
import { type HandlingActs, useHandling } from "@/components/alerts/handling/use-handling";
import { ALERT_ROWS } from "@/components/alerts/held-list";
import { rememberStart } from "@/components/alerts/list-start";
import { MyAreasLine } from "@/components/alerts/my-areas";
import { learnNeeds, type Needs, sortByNeed } from "@/components/alerts/needs";
import { useStartFilters } from "@/components/alerts/use-filters";
import { type Hold, NewsBar, Steady, useHeldRows, useHold } from "@/components/alerts/use-held-list";
import { OUTAGE_ROWS, OutageNotice } from "@/components/freshness/outage-lines";
import { useEverConnected, useNothingReceived, useQuiet } from "@/components/freshness/use-freshness";
import { useOutagesOfLastDay } from "@/components/freshness/use-outages";
import { FailedPanel } from "@/components/live/read-error";
import { useMayAct, useTenant } from "@/components/live/site-context";
import { useEndpoint, useTenantEndpoint } from "@/components/live/use-endpoint";
import { useFavourites } from "@/components/places/use-favourites";
import { useCountInTitle } from "@/components/shell/count-in-title";
import { useRowSelection } from "@/components/shell/row-selection";
import { useShortcuts } from "@/components/shell/shortcuts";
import { cx } from "@/components/ui/cx";
import { Link, useOpenPage } from "@/components/ui/link";
import { Panel } from "@/components/ui/panel";
import { EmptyState, SkeletonRows } from "@/components/ui/states";
import { SiteTime, useClock } from "@/components/ui/time";
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
import { type AlertCounts, countAlerts, type ListedAlert, listAlerts } from "@/lib/alerting/alerts/contract";
import type { HandoverCounts, NewsStart } from "@/lib/alerting/handover/contract";
import { quietSentence } from "@/lib/display/freshness/judge";
import { areasOverview } from "@/lib/farm/areas/contract";
import type { ListStart } from "@/lib/web/preferences/contract";
import { headlineFor, newsWords } from "./headline";
import { nowAlertsInput } from "./lists";
import { OpenCards } from "./open-cards";
import { OpenRows } from "./open-rows";
import { RestsOn, WorseThanYesterday, WorstAreas } from "./rail";
import { Summary } from "./summary";
import { useNews } from "./use-news";

/** Now: the open alerts, where the plants get worse, and why the page may be trusted. */
export function NowView({
  seenOutages,
  newsStart,
}: {
  seenOutages: string | null;
  newsStart: NewsStart | null;
}) {
  const words = useWords();
  const { t } = words;
  const tenant = useTenant();
  const enabled = tenant !== undefined;
  const { now } = useClock();
  const counts = useTenantEndpoint(countAlerts).data;
  useCountInTitle(counts?.attention);
  const [start] = useStartFilters();
  const list = useEndpoint(listAlerts, nowAlertsInput(tenant, start), { enabled });
  const overview = useTenantEndpoint(areasOverview);
  const latest = list.data?.items ?? [];
  const areas = overview.data?.items.map(({ path }) => path);
  const hold = useHold();
  const outages = useHeldRows(hold, "outages", useOutagesOfLastDay(), OUTAGE_ROWS).shown;
  const isKnown = counts !== undefined && list.data !== undefined;
  const news = useNews(newsStart);
  const everConnected = useEverConnected();
  const isUnknown = useNothingReceived();
  const quiet = useQuiet();
  const hasNews = news.start !== null && news.counts !== undefined && everConnected && !isUnknown;
  const headline =
    counts && everConnected
      ? counts.open === 0
        ? quietSentence(words, quiet)
        : headlineFor(words, counts, start.areas === "all" ? latest : null, now, areas)
      : enabled && !counts
        ? t("now.loading")
        : t("now.nothingKnown");
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_21.25rem] gap-5 max-lg:grid-cols-1">
      <NewsBar hold={hold} />
      <section className="grid grid-cols-1 content-start gap-4">
        <div className="-mb-0.5">
          <div className="flex items-center">
            <h1 className="mr-auto max-sm:sr-only">{t("now.title")}</h1>
            <Link
              href="/handover"
              className="font-medium text-accent hover:text-accent-hover max-sm:hidden sm:touch:grid sm:touch:min-h-target sm:touch:place-items-center"
            >
              {t("now.handover")}
            </Link>
          </div>
          <Steady
            hold={hold}
            isReady={isKnown && (news.start === null || news.counts !== undefined)}
            className={cx(WHOLE_LINES, hasNews ? "max-sm:min-h-27" : "max-sm:min-h-18")}
          >
            <p className="text-ink-2 max-sm:text-lg max-sm:font-strong max-sm:tracking-tight max-sm:text-ink-1">
              {headline}
            </p>
            {hasNews && news.start && news.counts && <NewsLine start={news.start} counts={news.counts} />}
          </Steady>
        </div>
        <OutageNotice outages={outages} seen={seenOutages} />
        {counts && everConnected && !isUnknown && (
          <Steady hold={hold} isReady>
            <Summary hold={hold} counts={counts} />
          </Steady>
        )}
        <FailedPanel of={list} title={t("now.failed")} />
        <MyAreas />
        <OpenAlerts hold={hold} counts={counts} list={list} newFrom={news.start?.from ?? null} />
      </section>
      <aside className="grid grid-cols-1 content-start gap-4 md:max-lg:grid-cols-2">
        <WorstAreas hold={hold} areas={overview.data?.items} />
        <WorseThanYesterday hold={hold} alerts={list.data?.items} />
        <RestsOn />
      </aside>
    </div>
  );
}

/**
 * On a phone with room for a third line, which the headline may get as alerts come. A paragraph that has no room at all goes to
 * a column out of view, so that none is cut.
 */
const WHOLE_LINES = "flex flex-col flex-wrap *:w-full";

/** "Since you last looked, 06:12: 2 opened, 1 got worse." */
function NewsLine({ start: { from, since }, counts }: { start: NewsStart; counts: HandoverCounts }) {
  const words = useWords();
  const news = newsWords(words, counts);
  const start = { since: since === "look" ? since : "other", time: <SiteTime at={from} /> } as const;
  return (
    <p className="text-sm text-ink-2">
      {news === null
        ? rich(words, "now.news.none", start)
        : rich(words, "now.news.some", { ...start, news, b: <b className="font-strong text-ink-1" /> })}
    </p>
  );
}

/** Only the person's own areas, or how to have only those, for people who have some. */
function MyAreas() {
  const { t } = useWords();
  const [{ areas }, change] = useStartFilters();
  const { paths } = useFavourites();
  const choose = (next: ListStart["areas"]) => {
    rememberStart({ areas: next });
    void change({ areas: next });
  };
  if (areas === "mine") return <MyAreasLine onShowAll={() => choose("all")} />;
  if (paths.length === 0) return null;
  return (
    <button
      type="button"
      onClick={() => choose("mine")}
      className="-my-2 justify-self-start text-sm font-medium text-accent hover:text-accent-hover touch:min-h-target"
    >
      {t("now.onlyMine")}
    </button>
  );
}

function OpenAlerts({
  hold,
  counts,
  list: { data, isFetching, isPlaceholderData },
  newFrom,
}: {
  hold: Hold;
  counts: AlertCounts | undefined;
  list: {
    data: { items: ListedAlert[]; nextCursor: string | null } | undefined;
    isFetching: boolean;
    isPlaceholderData: boolean;
  };
  newFrom: string | null;
}) {
  const { t } = useWords();
  const everConnected = useEverConnected();
  const [start] = useStartFilters();
  const isMine = start.areas === "mine";
  const latest = data?.items;
  const list = useHeldRows(hold, "alerts", latest, ALERT_ROWS, {
    ...{ isFetching, isAll: data?.nextCursor === null, showsFirst: true, scope: JSON.stringify(start) },
    isPrevious: isPlaceholderData,
  });
  const shown = useByNeed(hold, JSON.stringify(start), list.shown);
  const groups = useGroups(shown, "now");
  const isUnknown = useNothingReceived();
  const handling = useHandling();
  const selection = useNowKeys(groups, handling);
  if (!everConnected)
    return (
      <Panel title={t("now.open.title")} count={t("now.open.notKnown")}>
        <NotConnected />
      </Panel>
    );
  if (latest?.length === 0 && list.shown.length === 0 && isMine)
    return (
      <Panel title={t("now.open.title")}>
        <EmptyState icon="ok" title={t("now.open.noneOfMine")}>
          {t("now.open.elsewhere")}
        </EmptyState>
      </Panel>
    );
  if (latest?.length === 0 && list.shown.length === 0)
    return (
      <Panel
        title={t("now.open.title")}
        count={isUnknown ? t("now.open.noneReceived") : 0}
        footer={!isUnknown && <LastClosed counts={counts} />}
      >
        <NothingOpen />
      </Panel>
    );
  return (
    <section aria-label={t("now.open.title")}>
      <Panel
        title={t("now.open.title")}
        count={isMine ? undefined : counts?.open}
        hint={t("now.open.order")}
        end={
          <Link href="/alerts" className="font-medium text-accent hover:text-accent-hover">
            {t("now.open.inbox")}
          </Link>
        }
        className="overflow-hidden max-sm:hidden"
      >
        {latest ? (
          <OpenRows
            {...{ groups, selection, handling, newFrom, goneIds: list.goneIds }}
            alerts={groups.rows}
          />
        ) : (
          <SkeletonRows label={t("now.open.loading")} />
        )}
      </Panel>
      <OpenCards
        {...{ groups, handling, newFrom, goneIds: list.goneIds }}
        alerts={shown}
        open={isMine ? null : (counts?.open ?? 0)}
      />
    </section>
  );
}

/** The rows with what needs somebody first, in the order in which they were last shown anew. */
function useByNeed(hold: Hold, scope: string, rows: ListedAlert[]): ListedAlert[] {
  const key = hold.isAway ? "away" : `${hold.epoch} ${scope}`;
  const [known, setKnown] = useState<{ key: string; needs: Needs }>({ key, needs: new Map() });
  const needs = learnNeeds(known.key === key && !hold.isAway ? known.needs : new Map(), rows);
  if (known.key !== key || (!hold.isAway && known.needs !== needs)) setKnown({ key, needs });
  return useMemo(() => sortByNeed(rows, needs), [rows, needs]);
}

/** The keys of the table: the cursor, groups, and acknowledging what needs attention under it. */
function useNowKeys(groups: Groups, handling: HandlingActs) {
  const openPage = useOpenPage();
  const mayAct = useMayAct();
  const waitingOf = (id: string) => {
    const row = groups.byId.get(id);
    return row ? waitingAlertIds(row) : [];
  };
  const selection = useRowSelection({
    ids: groups.rows.map(rowKey),
    selectable: mayAct ? groups.rows.flatMap(waitingAlertIds) : [],
    membersOf: waitingOf,
    isSingle: true,
    rowAttribute: "data-row",
    remember: "now",
    keys: {
      a: (alertIds) => {
        void handling.acknowledge([...new Set(alertIds)]);
      },
    },
    onOpen: (id) => {
      const row = groups.byId.get(id);
      if (row && isGroup(row)) groups.toggle(row);
      else if (row) openPage(alertHref(row.alertId));
    },
  });
  useShortcuts({ o: selection.openCurrent, ...groupKeys(groups, selection.cursor, selection.setCursor) });
  return selection;
}

function LastClosed({ counts }: { counts: AlertCounts | undefined }) {
  const words = useWords();
  if (!counts?.lastClosed) return words.t("now.open.noneClosed");
  const { at, closeReason } = counts.lastClosed;
  return rich(words, "now.open.lastClosed", {
    time: <SiteTime at={at} />,
    reason: closeReason ?? "other",
  });
}
