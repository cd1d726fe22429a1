"use client";

import { cx } from "@/components/ui/cx";
import { Link } from "@/components/ui/link";
import { Panel } from "@/components/ui/panel";
import { Span, TimeCell, TimeWithAge } from "@/components/ui/time";
import type { Outage } from "@/lib/alerting/outages/contract";
import { causeWords } from "@/lib/alerting/outages/contract";
import { formatCount } from "@/lib/base/core/numbers";
import { formatDuration } from "@/lib/base/core/time";
import { SYNC_TYPE_NAMES } from "@/lib/farm/tenancies/contract";
import { outcomeWords } from "@/lib/history/queries/words";
import type { SyncQueryLine, TenancyHealth } from "@/lib/operations/connecting/health";
import { STACKED } from "../stacked-table";

/** Index names that we do not know: kept under the name that they came with. */
export function UnknownIndices({ health }: { health: TenancyHealth }) {
  if (health.unknownIndices.length === 0) return null;
  return (
    <Panel
      title="Unknown indices"
      count={health.unknownIndices.length}
      hint="Kept under the name that they came with; charts show them without a unit"
      className="overflow-hidden"
    >
      <table className={`data-table dense ${STACKED}`}>
        <thead>
          <tr>
            <th>Name</th>
            <th className="num">Rows</th>
            <th>First seen</th>
            <th>Last seen</th>
          </tr>
        </thead>
        <tbody>
          {health.unknownIndices.map(({ name, rows, firstSeen, lastSeen }) => (
            <tr key={name}>
              <td className="font-mono text-sm wrap-anywhere">{name}</td>
              <td data-label="Rows" className="num text-sm">
                {rows.toLocaleString("en")}
              </td>
              <td data-label="First seen">
                <TimeCell at={firstSeen} zone={health.timeZone} />
              </td>
              <td data-label="Last seen">
                <TimeCell at={lastSeen} zone={health.timeZone} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

/** Rows of results that could not be stored within the last 30 days, by reason. */
export function RejectedRows({ health }: { health: TenancyHealth }) {
  if (health.rejected.length === 0) return null;
  return (
    <Panel title="Rejected rows" hint="of the last 30 days, by reason" className="overflow-hidden">
      <table className={`data-table dense ${STACKED}`}>
        <thead>
          <tr>
            <th>Reason</th>
            <th className="num">Rows</th>
            <th>Last</th>
            <th>Query</th>
            <th>For example</th>
          </tr>
        </thead>
        <tbody>
          {health.rejected.map(({ reason, rows, lastAt, example, queryId }) => (
            <tr key={reason}>
              <td className="font-medium">{reason}</td>
              <td data-label="Rows" className="num text-sm">
                {rows.toLocaleString("en")}
              </td>
              <td data-label="Last">
                <TimeCell at={lastAt} zone={health.timeZone} />
              </td>
              <td data-label="Query" className="text-sm whitespace-nowrap">
                <Link href={`/queries/${encodeURIComponent(queryId)}`} className="font-medium">
                  the last with it
                </Link>
              </td>
              <td data-label="For example" className="font-mono text-xs wrap-anywhere text-ink-2">
                <span className="line-clamp-2">{example}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

/** The ledger: when no notification could be received, for all tenancies alike. */
export function HealthOutages({ outages, zone, days }: { outages: Outage[]; zone: string; days: number }) {
  return (
    <Panel
      title="Times without reception"
      count={outages.length}
      hint={`in the last ${days} days, for all tenancies; alerts of these times may be missing`}
      className="overflow-hidden"
    >
      {outages.length === 0 ? (
        <p className="px-4 py-3.5 text-sm text-ink-2">
          No break is known. Here stands each time when Leafwatch was not running or could not store.
        </p>
      ) : (
        <table className={`data-table dense ${STACKED}`}>
          <thead>
            <tr>
              <th>From</th>
              <th>Until</th>
              <th className="num">For</th>
              <th>Why</th>
            </tr>
          </thead>
          <tbody>
            {outages.map((outage) => (
              <OutageRow key={`${outage.startedAt} ${outage.cause}`} outage={outage} zone={zone} />
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

function OutageRow({ outage, zone }: { outage: Outage; zone: string }) {
  const { startedAt, endedAt } = outage;
  return (
    <tr>
      <td data-label="From">
        <TimeCell at={startedAt} zone={zone} />
      </td>
      <td data-label="Until">
        {endedAt === null ? <span className="text-sm">goes on</span> : <TimeCell at={endedAt} zone={zone} />}
      </td>
      <td data-label="For" className="num text-sm whitespace-nowrap">
        {endedAt === null ? "" : formatDuration(Date.parse(endedAt) - Date.parse(startedAt))}
      </td>
      <td data-label="Why" className="text-sm">
        {causeWords(outage)}
      </td>
    </tr>
  );
}

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
            <QueryRow key={query.id} query={query} zone={health.timeZone} />
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

function QueryRow({ query, zone }: { query: SyncQueryLine; zone: string }) {
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
