"use client";
import { ReadError } from "@/components/live/read-error";
import { useEndpoint } from "@/components/live/use-endpoint";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { SkeletonRows } from "@/components/ui/states";
import { formatCount } from "@/lib/base/core/numbers";
import { type Query, queryRejects } from "@/lib/history/queries/contract";

/** Which rows of a result could not be stored, and why; each as it came. */
export function RejectsDialog({ query, onClose }: { query: Query; onClose: () => void }) {
  const read = useEndpoint(queryRejects, { params: { id: query.id } });
  const { data, error } = read;
  const kept = data?.items.length ?? 0;
  const count =
    query.rejected === 1 ? "1 row was rejected" : `${formatCount(query.rejected)} rows were rejected`;
  return (
    <Dialog
      wide
      isOpen
      title={count}
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <p className="mb-3 text-sm text-ink-2">
        All other rows were stored.{" "}
        {data && kept < query.rejected && `The first ${formatCount(kept)} are kept here.`}
      </p>
      {error && <ReadError of={read} />}
      {!data && !error && <SkeletonRows rows={3} label="Reading the rejected rows" />}
      <ol className="divide-y divide-hairline">
        {data?.items.map((row) => (
          <li key={row.line} className="py-2.5">
            <p className="text-sm">
              <span className="text-ink-3">Line {formatCount(row.line)}:</span>{" "}
              <span className="font-medium">{row.reason}</span>
            </p>
            <p className="mt-0.5 font-mono text-xs wrap-anywhere text-ink-3">{row.text}</p>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
