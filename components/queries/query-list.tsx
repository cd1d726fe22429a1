"use client";
import { useState } from "react";
import { useFreshness } from "@/components/freshness/use-freshness";
import { ReadError } from "@/components/live/read-error";
import { Button } from "@/components/ui/button";
import { Icon, type IconName } from "@/components/ui/icon";
import { SkeletonRows } from "@/components/ui/states";
import { TimeCell, TimeWithAge, useClock } from "@/components/ui/time";
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
import type { Query, QueryStatus } from "@/lib/history/queries/contract";
import { queryTitle, STATUS_WORDS } from "@/lib/history/queries/words";
import { useQueriesPage } from "./page-state";
import { useQueries } from "./use-queries";

const CELL = "max-sm:h-auto! max-sm:border-0! max-sm:bg-transparent! max-sm:p-0! max-sm:text-sm";

const UNDER_WAY = { icon: "clock", tone: "text-accent" } as const;

const LOOKS: Record<QueryStatus, { icon: IconName; tone: string }> = {
  queued: UNDER_WAY,
  submitted: UNDER_WAY,
  running: UNDER_WAY,
  downloading: UNDER_WAY,
  completed: { icon: "ok", tone: "text-healthy" },
  failed: { icon: "failed", tone: "text-ink-1" },
  cancelled: { icon: "minus", tone: "text-ink-3" },
};

export function QueryState({ status }: { status: QueryStatus }) {
  const { t } = useWords();
  const { icon, tone } = LOOKS[status];
  const word = STATUS_WORDS[status];
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <Icon name={icon} className={`size-4 shrink-0 ${tone}`} />
      {t(word)}
    </span>
  );
}

/** Queries as a table, three lines each on a phone. A row opens its query above. */
export function QueryList({
  label,
  queries,
  isRepeatable = false,
}: {
  label: string;
  queries: readonly Query[];
  /** Has a button that runs a query again. */
  isRepeatable?: boolean;
}) {
  const { t } = useWords();
  return (
    <table aria-label={label} className="data-table max-sm:block">
      <thead className="max-sm:sr-only">
        <tr>
          <th>{t("queries.list.query")}</th>
          <th>{t("queries.list.status")}</th>
          <th>{t("queries.list.when")}</th>
          <th>{t("queries.list.by")}</th>
          <th className="num">{t("queries.list.took")}</th>
          <th className="num">{t("queries.list.rows")}</th>
          {isRepeatable && (
            <th>
              <span className="sr-only">{t("queries.list.actions")}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {queries.map((query) => (
          <Line key={query.id} query={query} isRepeatable={isRepeatable} />
        ))}
      </tbody>
    </table>
  );
}

function Line({ query, isRepeatable }: { query: Query; isRepeatable: boolean }) {
  const words = useWords();
  const { zone, now } = useClock();
  const { chosen, open, pending, runAgain } = useQueriesPage();
  const { id, status, requestedBy, createdAt, finishedAt, rows } = query;
  const isChosen = id === chosen.query?.id || undefined;
  const at = finishedAt ?? createdAt;
  return (
    <tr
      data-selected={isChosen}
      className="relative hover:bg-hover max-sm:grid max-sm:grid-cols-[auto_minmax(0,1fr)_auto] max-sm:gap-x-3 max-sm:border-b max-sm:border-hairline max-sm:px-4 max-sm:py-2.5 max-sm:last:border-b-0 max-sm:data-selected:bg-selected"
    >
      <td className={`${CELL} max-sm:col-span-3`}>
        <button
          type="button"
          aria-current={isChosen}
          onClick={() => open(id)}
          className="covers rounded-1 text-left font-medium wrap-anywhere after:rounded-1"
        >
          {queryTitle(words, query, zone, now)}
        </button>
      </td>
      <td className={`${CELL} text-sm`}>
        <QueryState status={status} />
      </td>
      <td className={`${CELL} text-sm max-sm:col-span-2`}>
        <span className="max-sm:hidden">
          <TimeCell at={at} />
        </span>
        <TimeWithAge at={at} className="sm:hidden" />
      </td>
      <td
        className={`${CELL} max-w-40 truncate text-sm max-sm:col-span-2 max-sm:max-w-none max-sm:text-ink-3`}
      >
        {requestedBy}
      </td>
      {/* From the request to the last row. */}
      <td className={`${CELL} num text-sm whitespace-nowrap max-sm:hidden`}>
        {finishedAt === null ? "–" : words.formatDuration(Date.parse(finishedAt) - Date.parse(createdAt))}
      </td>
      <td className={`${CELL} num`}>
        {rich(words, "queries.list.rowCount", {
          count: words.formatCount(rows),
          number: rows,
          words: <span className="sm:sr-only" />,
        })}
      </td>
      {isRepeatable && (
        <td className={`${CELL} w-0 max-sm:col-span-3`}>
          <Button
            size="sm"
            variant="quiet"
            icon="again"
            className="relative z-1 -mr-2.5 max-sm:mr-0 max-sm:-ml-2.5"
            pending={pending === id}
            onClick={() => void runAgain(query)}
          >
            {words.t("queries.list.again")}
          </Button>
        </td>
      )}
    </tr>
  );
}

/** Automatic queries: the newest data, and the backfill. Collapsed at first. */
export function AutomaticQueries() {
  const { t } = useWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="rounded-3 border border-hairline bg-surface">
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-11.5 w-full flex-wrap items-center gap-x-2 rounded-3 px-4 py-2 text-left hover:bg-hover"
        >
          <Icon name={isOpen ? "chevron-down" : "chevron-right"} className="size-4 shrink-0 text-ink-3" />
          {t("queries.automatic.title")}
          <FetchStatus />
        </button>
      </h2>
      {isOpen && <AutomaticList />}
    </section>
  );
}

function FetchStatus() {
  const { t, siteTimeWithAge, formatUntil } = useWords();
  const { now, zone } = useClock();
  const readings = useFreshness()?.facts.readings;
  if (!readings) return null;
  const { lastSuccessAt, nextTryAt, syncEnabled, failures } = readings;
  const status = syncEnabled
    ? t("queries.automatic.status", {
        ran: lastSuccessAt ? "yes" : "other",
        last: lastSuccessAt ? siteTimeWithAge(new Date(lastSuccessAt), zone, now) : "",
        failed: failures > 0 ? "yes" : "other",
        planned: nextTryAt ? "yes" : "other",
        next: nextTryAt ? formatUntil(new Date(nextTryAt), now) : "",
      })
    : t("queries.automatic.off");
  return <span className="text-sm font-normal text-ink-3">{status}</span>;
}

function AutomaticList() {
  const { t } = useWords();
  const lists = [useQueries("sync"), useQueries("backfill")];
  const failed = lists.find(({ error }) => error !== null);
  if (!lists.every(({ items }) => items))
    return failed ? (
      <ReadError of={failed} />
    ) : (
      <SkeletonRows rows={3} label={t("queries.automatic.loading")} />
    );
  const queries = lists
    .flatMap(({ items = [] }) => items)
    .sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
  if (queries.length === 0)
    return <p className="border-t border-hairline p-4 text-sm text-ink-2">{t("queries.automatic.none")}</p>;
  const more = lists.filter((list) => list.hasNextPage);
  return (
    <div className="border-t border-hairline">
      <QueryList label={t("queries.automatic.title")} queries={queries} />
      {more.length > 0 && (
        <div className="border-t border-hairline px-4 py-2.5">
          <Button
            size="sm"
            pending={more.some((list) => list.isFetchingNextPage)}
            onClick={() => more.forEach((list) => void list.fetchNextPage())}
          >
            {t("queries.page.showMore")}
          </Button>
        </div>
      )}
    </div>
  );
}
