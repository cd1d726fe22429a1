"use client";
import { useState } from "react";
import { ReadError } from "@/components/live/read-error";
import { useFreshness } from "@/components/shell/use-freshness";
import { Button } from "@/components/ui/button";
import { useClock } from "@/components/ui/clock";
import { Icon } from "@/components/ui/icon";
import { SkeletonRows } from "@/components/ui/states";
import { formatUntil, siteTimeWithAge } from "@/lib/base/core/time";
import { QueryList } from "./query-list";
import { useQueries } from "./use-queries";

type Props = { chosen: string | undefined; onChoose: (id: string) => void };

/** The queries that nobody asked for by hand: the newest data, and history being filled in. Closed at first. */
export function Fetched(props: Props) {
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
          <FetchWords />
        </button>
      </h2>
      {isOpen && <List {...props} />}
    </section>
  );
}

function FetchWords() {
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

function List({ chosen, onChoose }: Props) {
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
