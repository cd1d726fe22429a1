"use client";
import Link from "next/link";
import { Panel } from "@/components/ui/panel";
import { SiteTime, TimeCell } from "@/components/ui/time";
import type { SyncQueryLine, TenancyHealth } from "@/lib/tenancies/health";
import { STACKED } from "./stacked-table";

const PURPOSES: Record<string, string> = { sync: "newest hours", backfill: "older history" };

/** The queries that the fetching made by itself, newest first. */
export function HealthQueries({ health }: { health: TenancyHealth }) {
  if (health.queries.length === 0) return null;
  return (
    <Panel title="Last fetches" className="overflow-hidden">
      <table className={`data-table dense ${STACKED}`}>
        <thead>
          <tr>
            <th>Asked</th>
            <th>What</th>
            <th>Period</th>
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
  return (
    <tr>
      <td data-label="Asked">
        <TimeCell at={query.createdAt} zone={zone} />
      </td>
      <td data-label="What" className="text-sm">
        <Link href={`/queries/${encodeURIComponent(query.id)}`} className="text-accent underline">
          {query.type}
        </Link>
        , {PURPOSES[query.purpose] ?? query.purpose}
      </td>
      <td data-label="Period" className="text-sm text-ink-2">
        {query.from && query.to && (
          <span>
            <SiteTime at={query.from} zone={zone} /> to <SiteTime at={query.to} zone={zone} />
          </span>
        )}
      </td>
      <td data-label="Outcome" className="max-w-80 text-sm">
        <span className={query.status === "failed" ? "font-strong" : undefined}>{query.status}</span>
        {query.error && <span className="block wrap-anywhere text-ink-2">{query.error}</span>}
      </td>
      <td data-label="Stored" className="num text-sm">
        {query.stored.toLocaleString("en")}
      </td>
      <td data-label="Empty" className="num text-sm text-ink-3">
        {query.empty.toLocaleString("en")}
      </td>
      <td data-label="Rejected" className="num text-sm text-ink-3">
        {query.rejected.toLocaleString("en")}
      </td>
    </tr>
  );
}
