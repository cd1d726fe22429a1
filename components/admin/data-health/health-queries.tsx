"use client";
import { cx } from "@/components/ui/cx";
import { Link } from "@/components/ui/link";
import { Panel } from "@/components/ui/panel";
import { Span, TimeCell, TimeWithAge } from "@/components/ui/time";
import { formatCount } from "@/lib/base/core/numbers";
import { SYNC_TYPE_NAMES } from "@/lib/farm/tenancies/contract";
import { outcomeWords } from "@/lib/history/queries/words";
import type { SyncQueryLine, TenancyHealth } from "@/lib/operations/connecting/health";
import { STACKED } from "../stacked-table";

const TYPES: Record<string, string> = SYNC_TYPE_NAMES;
const PURPOSES: Record<string, string> = { sync: "newest hours", backfill: "older history" };

/** The queries that the fetching made by itself, newest first. */
export function HealthQueries({ health }: { health: TenancyHealth }) {
  // Where nothing is fetched by itself, the panel above says so and where it is switched on.
  if (health.queries.length === 0 && !(health.connected && health.syncEnabled)) return null;
  if (health.queries.length === 0)
    return (
      <Panel title="Last fetches">
        <p className="px-4 py-3.5 text-sm text-ink-2">
          Nothing has been fetched yet. The first query goes out within minutes; “Fetch now” sends one at
          once.
        </p>
      </Panel>
    );
  return (
    <Panel title="Last fetches" className="overflow-hidden">
      <table className={`data-table ${STACKED}`}>
        <thead>
          <tr>
            <th>What</th>
            <th>Period</th>
            <th>Asked</th>
            <th>Outcome</th>
            <th className="num">Stored</th>
            <th className="num">Empty</th>
            <th className="num">Rejected</th>
          </tr>
        </thead>
        <tbody>
          {health.queries.map((query) => (
            <Row key={query.id} query={query} zone={health.timeZone} />
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

function Row({ query, zone }: { query: SyncQueryLine; zone: string }) {
  const { stored, empty, rejected } = query;
  const did = outcomeWords(query);
  return (
    <tr className="relative hover:bg-hover">
      <td className="text-sm max-sm:static!">
        <Link
          href={`/queries/${encodeURIComponent(query.id)}`}
          className="covers font-medium whitespace-nowrap no-underline"
        >
          {TYPES[query.type] ?? query.type}
        </Link>
        <span className="text-ink-2 sm:block">
          <span className="sm:hidden">, </span>
          {PURPOSES[query.purpose] ?? query.purpose}
        </span>
      </td>
      <td data-label="Period" className="text-sm text-ink-2">
        {query.from && query.to && <Span from={query.from} to={query.to} zone={zone} />}
      </td>
      <td data-label="Asked" className="text-sm">
        <span className="max-sm:hidden">
          <TimeCell at={query.createdAt} zone={zone} />
        </span>
        <TimeWithAge at={query.createdAt} zone={zone} className="sm:hidden" />
      </td>
      <td data-label="Outcome" className="max-w-80 text-sm">
        <span
          className={cx("first-letter:uppercase inline-block", query.status === "failed" && "font-strong")}
        >
          {query.status}
        </span>
        <span className="sm:hidden">
          {`: ${formatCount(stored)}\u00a0stored, ${formatCount(empty)}\u00a0empty, ${formatCount(rejected)}\u00a0rejected`}
        </span>
        {did && (
          <span className="block text-ink-3">
            <span className="sm:hidden">Stored rows: </span>
            {did}
          </span>
        )}
        {query.error && <span className="block wrap-anywhere text-ink-2">{query.error}</span>}
      </td>
      <td className="num text-sm max-sm:hidden!">{formatCount(stored)}</td>
      <td className="num text-sm text-ink-3 max-sm:hidden!">{formatCount(empty)}</td>
      <td className="num text-sm text-ink-3 max-sm:hidden!">{formatCount(rejected)}</td>
    </tr>
  );
}
