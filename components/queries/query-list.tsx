"use client";
import { useState } from "react";
import { useFreshness } from "@/components/freshness/use-freshness";
import { ReadError } from "@/components/live/read-error";
import { Button } from "@/components/ui/button";
import { Icon, type IconName } from "@/components/ui/icon";
import { SkeletonRows } from "@/components/ui/states";
import { TimeCell, TimeWithAge, useClock } from "@/components/ui/time";
import { formatCount } from "@/lib/base/core/numbers";
import { formatDuration, formatUntil, siteTimeWithAge } from "@/lib/base/core/time";
import type { Query, QueryStatus } from "@/lib/history/queries/contract";
import { queryTitle } from "@/lib/history/queries/words";
import { useQueriesPage } from "./page-state";
import { useQueries } from "./use-queries";

const CELL = "max-sm:h-auto! max-sm:border-0! max-sm:bg-transparent! max-sm:p-0! max-sm:text-sm";

const UNDER_WAY = { icon: "clock", tone: "text-accent" } as const;

const LOOKS: Record<QueryStatus, { icon: IconName; tone: string; word: string }> = {
  queued: { ...UNDER_WAY, word: "Queued" },
  submitted: { ...UNDER_WAY, word: "Submitted" },
  running: { ...UNDER_WAY, word: "Running" },
  downloading: { ...UNDER_WAY, word: "Downloading" },
  completed: { icon: "ok", tone: "text-healthy", word: "Completed" },
  failed: { icon: "failed", tone: "text-ink-1", word: "Failed" },
  cancelled: { icon: "minus", tone: "text-ink-3", word: "Cancelled" },
};

export function QueryState({ status }: { status: QueryStatus }) {
  const { icon, tone, word } = LOOKS[status];
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <Icon name={icon} className={`size-4 shrink-0 ${tone}`} />
      {word}
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
  return (
    <table aria-label={label} className="data-table max-sm:block">
      <thead className="max-sm:sr-only">
        <tr>
          <th>Query</th>
          <th>State</th>
          <th>When</th>
          <th>By</th>
          <th className="num">Took</th>
          <th className="num">Rows</th>
          {isRepeatable && (
            <th>
              <span className="sr-only">Actions</span>
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
          {queryTitle(query, zone, now)}
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
        {finishedAt === null ? "–" : formatDuration(Date.parse(finishedAt) - Date.parse(createdAt))}
      </td>
      <td className={`${CELL} num`}>
        {formatCount(rows)}
        <span className="sm:sr-only"> rows</span>
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
            Again
          </Button>
        </td>
      )}
    </tr>
  );
}

/** Automatic queries: the newest data, and the backfill. Collapsed at first. */
export function AutomaticQueries() {
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
          Fetched by Leafwatch itself
          <FetchStatus />
        </button>
      </h2>
      {isOpen && <AutomaticList />}
    </section>
  );
}

function FetchStatus() {
  const { now, zone } = useClock();
  const readings = useFreshness()?.facts.readings;
  if (!readings) return null;
  const { lastSuccessAt, nextTryAt, syncEnabled, failures } = readings;
  const last = lastSuccessAt ? `last ${siteTimeWithAge(new Date(lastSuccessAt), zone, now)}` : "never yet";
  const next = nextTryAt ? `, next ${formatUntil(new Date(nextTryAt), now)}` : "";
  const failed = failures > 0 ? ", the last try failed" : "";
  const words = syncEnabled ? `${last}${failed}${next}` : "switched off";
  return <span className="text-sm font-normal text-ink-3">{words}</span>;
}

function AutomaticList() {
  const lists = [useQueries("sync"), useQueries("backfill")];
  const failed = lists.find(({ error }) => error !== null);
  if (!lists.every(({ items }) => items))
    return failed ? <ReadError of={failed} /> : <SkeletonRows rows={3} label="Reading the fetches" />;
  const queries = lists
    .flatMap(({ items = [] }) => items)
    .sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
  if (queries.length === 0)
    return <p className="border-t border-hairline p-4 text-sm text-ink-2">Nothing has been fetched yet.</p>;
  const more = lists.filter((list) => list.hasNextPage);
  return (
    <div className="border-t border-hairline">
      <QueryList label="Fetched by Leafwatch itself" queries={queries} />
      {more.length > 0 && (
        <div className="border-t border-hairline px-4 py-2.5">
          <Button
            size="sm"
            pending={more.some((list) => list.isFetchingNextPage)}
            onClick={() => more.forEach((list) => void list.fetchNextPage())}
          >
            Show more
          </Button>
        </div>
      )}
    </div>
  );
}
