"use client";
import { Button } from "@/components/ui/button";
import { ErrorState, SkeletonRows } from "@/components/ui/states";
import { formatCount } from "@/lib/core/numbers";
import type { Query } from "@/lib/queries/contract";
import { IndexRows } from "./index-rows";
import { MeasurementRows } from "./measurement-rows";
import { useRows } from "./use-rows";

/** The stored rows that a query's filters select, oldest first, as they stand now. */
export function ResultRows({ query }: { query: Query }) {
  const list = useRows(query);
  const { rows, columns, error } = list;
  if (!rows)
    return error ? (
      <ErrorState
        title="The rows could not be read"
        cause={error.message}
        onRetry={() => void list.refetch()}
      />
    ) : (
      <SkeletonRows rows={8} label="Reading the rows" />
    );
  return (
    <div aria-busy={list.isPlaceholderData || undefined}>
      {query.type === "indices" ? (
        <IndexRows rows={rows} />
      ) : (
        <MeasurementRows rows={rows} columns={columns} choice={query.selectColumns} />
      )}
      {error && <ErrorState compact cause={error.message} onRetry={() => void list.fetchNextPage()} />}
      <div className="flex flex-wrap items-center gap-3 border-t border-hairline px-4 py-2.5 text-sm text-ink-3">
        <span role="status" className="flex-1">
          {shownWords(rows.length, query.stored, list.hasNextPage)}
        </span>
        {list.hasNextPage && (
          <Button size="sm" pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
        )}
      </div>
    </div>
  );
}

function shownWords(shown: number, stored: number, hasMore: boolean): string {
  if (shown === 0) return "No row is left in the store.";
  const range = `Rows 1 to ${formatCount(shown)}`;
  if (!hasMore) return `${range}: all that the store holds for it`;
  return shown < stored ? `${range} of ${formatCount(stored)} stored` : range;
}
