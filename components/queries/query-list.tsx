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
import { useQueries } from "./use-queries";

const CELL = "max-sm:h-auto! max-sm:border-0! max-sm:p-0! max-sm:text-sm";

type Looks = { icon: IconName; tone: string; word: string };

const UNDER_WAY = { icon: "clock", tone: "text-accent" } as const;

const LOOKS: Record<QueryStatus, Looks> = {
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

type Props = {
  label: string;
  queries: readonly Query[];
  chosen: string | undefined;
  onChoose: (id: string) => void;
  /** Undefined where nothing can be run again: fetches are automatic. */
  again?: { run: (query: Query) => void; pending: string | null };
};

/** Queries as a table, three lines each on a phone. A row opens its query above. */
export function QueryList({ label, queries, chosen, onChoose, again }: Props) {
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
          {again && (
            <th>
              <span className="sr-only">Actions</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {queries.map((query) => (
          <Line
            key={query.id}
            query={query}
            isChosen={query.id === chosen}
            onChoose={onChoose}
            again={again}
          />
        ))}
      </tbody>
    </table>
  );
}

function Line({
  query,
  isChosen,
  onChoose,
  again,
}: {
  query: Query;
  isChosen: boolean;
  onChoose: (id: string) => void;
  again: Props["again"];
}) {
  const { zone, now } = useClock();
  const at = query.finishedAt ?? query.createdAt;
  return (
    <tr
      data-selected={isChosen || undefined}
      className="relative hover:bg-hover max-sm:grid max-sm:grid-cols-[auto_minmax(0,1fr)_auto] max-sm:gap-x-3 max-sm:border-b max-sm:border-hairline max-sm:px-4 max-sm:py-2.5 max-sm:last:border-b-0 max-sm:data-selected:bg-selected"
    >
      <td className={`${CELL} max-sm:col-span-3 max-sm:bg-transparent!`}>
        <button
          type="button"
          aria-current={isChosen || undefined}
          onClick={() => onChoose(query.id)}
          className="covers rounded-1 text-left font-medium wrap-anywhere after:rounded-1"
        >
          {queryTitle(query, zone, now)}
        </button>
      </td>
      <td className={`${CELL} text-sm max-sm:bg-transparent!`}>
        <QueryState status={query.status} />
      </td>
      <td className={`${CELL} text-sm max-sm:col-span-2 max-sm:bg-transparent!`}>
        <span className="max-sm:hidden">
          <TimeCell at={at} />
        </span>
        <TimeWithAge at={at} className="sm:hidden" />
      </td>
      <td
        className={`${CELL} max-w-40 truncate text-sm max-sm:col-span-2 max-sm:max-w-none max-sm:bg-transparent! max-sm:text-ink-3`}
      >
        {query.requestedBy}
      </td>
      <td className={`${CELL} num text-sm whitespace-nowrap max-sm:hidden`}>{tookWords(query)}</td>
      <td className={`${CELL} num max-sm:bg-transparent!`}>
        {formatCount(query.rows)}
        <span className="sm:sr-only"> rows</span>
      </td>
      {again && (
        <td className={`${CELL} w-0 max-sm:col-span-3 max-sm:bg-transparent!`}>
          <Button
            size="sm"
            variant="quiet"
            icon="again"
            className="relative z-1 -mr-2.5 max-sm:mr-0 max-sm:-ml-2.5"
            pending={again.pending === query.id}
            onClick={() => again.run(query)}
          >
            Again
          </Button>
        </td>
      )}
    </tr>
  );
}

/** Time from the request to the last row. */
function tookWords({ createdAt, finishedAt }: Query): string {
  return finishedAt === null ? "–" : formatDuration(Date.parse(finishedAt) - Date.parse(createdAt));
}

type AutomaticProps = { chosen: string | undefined; onChoose: (id: string) => void };

/** Automatic queries: the newest data, and the backfill. Collapsed at first. */
export function AutomaticQueries(props: AutomaticProps) {
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
      {isOpen && <AutomaticList {...props} />}
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

function AutomaticList({ chosen, onChoose }: AutomaticProps) {
  const newest = useQueries("sync");
  const history = useQueries("backfill");
  const failed = [newest, history].find(({ error }) => error !== null);
  if (!newest.items || !history.items)
    return failed ? <ReadError of={failed} /> : <SkeletonRows rows={3} label="Reading the fetches" />;
  const queries = [...newest.items, ...history.items].sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
  if (queries.length === 0)
    return <p className="border-t border-hairline p-4 text-sm text-ink-2">Nothing has been fetched yet.</p>;
  const more = [newest, history].filter((list) => list.hasNextPage);
  return (
    <div className="border-t border-hairline">
      <QueryList label="Fetched by Leafwatch itself" queries={queries} chosen={chosen} onChoose={onChoose} />
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
