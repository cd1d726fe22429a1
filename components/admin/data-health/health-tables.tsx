"use client";

import { cx } from "@/components/ui/cx";
import { Link } from "@/components/ui/link";
import { Panel } from "@/components/ui/panel";
import { Span, TimeCell, TimeWithAge } from "@/components/ui/time";
import { useWords } from "@/components/words/words";
import type { Outage } from "@/lib/alerting/outages/contract";
import { OUTAGE_CAUSE_WORDS } from "@/lib/alerting/outages/describe";
import { formatCount } from "@/lib/base/core/numbers";
import { formatDuration } from "@/lib/base/core/time";
import { SYNC_TYPE_NAMES } from "@/lib/farm/tenancies/contract";
import { outcomeWords } from "@/lib/history/queries/words";
import type { SyncQueryLine, TenancyHealth } from "@/lib/operations/connecting/health";
import { type Column, DataTable } from "../data-table";

/** The rows that something is about. */
const ROWS = {
  head: "Rows",
  isNumber: true,
  className: "text-sm",
  cell: ({ rows }: { rows: number | bigint }) => rows.toLocaleString("en"),
};

/** Unknown index names; readings are stored under the name they came with. */
export function UnknownIndices({ health: { unknownIndices } }: { health: TenancyHealth }) {
  if (unknownIndices.length === 0) return null;
  return (
    <Panel
      title="Unknown indices"
      count={unknownIndices.length}
      hint="Kept under the name that they came with; charts show them without a unit"
      className="overflow-hidden"
    >
      <DataTable
        isDense
        rows={unknownIndices}
        keyOf={({ name }) => name}
        columns={[
          { head: "Name", className: "font-mono text-sm wrap-anywhere", cell: ({ name }) => name },
          ROWS,
          { head: "First seen", cell: ({ firstSeen }) => <TimeCell at={firstSeen} /> },
          { head: "Last seen", cell: ({ lastSeen }) => <TimeCell at={lastSeen} /> },
        ]}
      />
    </Panel>
  );
}

/** Rows of results that could not be stored within the last 30 days, by reason. */
export function RejectedRows({ health: { rejected } }: { health: TenancyHealth }) {
  if (rejected.length === 0) return null;
  return (
    <Panel title="Rejected rows" hint="of the last 30 days, by reason" className="overflow-hidden">
      <DataTable
        isDense
        rows={rejected}
        keyOf={({ reason }) => reason}
        columns={[
          { head: "Reason", className: "font-medium", cell: ({ reason }) => reason },
          ROWS,
          { head: "Last", cell: ({ lastAt }) => <TimeCell at={lastAt} /> },
          {
            head: "Query",
            className: "text-sm whitespace-nowrap",
            cell: ({ queryId }) => (
              <Link href={`/queries/${encodeURIComponent(queryId)}`} className="font-medium">
                the last with it
              </Link>
            ),
          },
          {
            head: "For example",
            className: "font-mono text-xs wrap-anywhere text-ink-2",
            cell: ({ example }) => <span className="line-clamp-2">{example}</span>,
          },
        ]}
      />
    </Panel>
  );
}

/** Outages: when no notification could be received, for all tenancies alike. */
export function HealthOutages({ outages, zone, days }: { outages: Outage[]; zone: string; days: number }) {
  const { t } = useWords();
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
        <DataTable
          isDense
          rows={outages}
          keyOf={({ startedAt, cause }) => `${startedAt} ${cause}`}
          columns={[
            { head: "From", label: "From", cell: ({ startedAt }) => <TimeCell at={startedAt} zone={zone} /> },
            {
              head: "Until",
              cell: ({ endedAt }) =>
                endedAt ? <TimeCell at={endedAt} zone={zone} /> : <span className="text-sm">goes on</span>,
            },
            {
              head: "For",
              isNumber: true,
              className: "text-sm whitespace-nowrap",
              cell: ({ startedAt, endedAt }) =>
                endedAt === null ? "" : formatDuration(Date.parse(endedAt) - Date.parse(startedAt)),
            },
            { head: "Why", className: "text-sm", cell: ({ cause }) => t(OUTAGE_CAUSE_WORDS[cause]) },
          ]}
        />
      )}
    </Panel>
  );
}

const TYPES: Record<string, string> = SYNC_TYPE_NAMES;

const PURPOSES: Record<string, string> = { sync: "newest hours", backfill: "older history" };

/** The queries of automatic fetching, newest first. */
export function HealthQueries({ health: { queries, connected, syncEnabled } }: { health: TenancyHealth }) {
  if (queries.length > 0)
    return (
      <Panel title="Last fetches" className="overflow-hidden">
        <DataTable
          rows={queries}
          keyOf={({ id }) => id}
          columns={QUERY_COLUMNS}
          rowProps={() => ({ className: "relative hover:bg-hover" })}
        />
      </Panel>
    );
  // Without automatic fetching the panel above says so, and where to turn it on.
  if (!connected || !syncEnabled) return null;
  return (
    <Panel title="Last fetches">
      <p className="px-4 py-3.5 text-sm text-ink-2">
        Nothing has been fetched yet. The first query goes out within minutes; “Fetch now” sends one at once.
      </p>
    </Panel>
  );
}

const countColumn = (
  head: string,
  countOf: (query: SyncQueryLine) => number,
  ink?: string,
): Column<SyncQueryLine> => ({
  head,
  label: null,
  isNumber: true,
  className: cx("text-sm max-sm:hidden!", ink),
  cell: (query) => formatCount(countOf(query)),
});

const QUERY_COLUMNS: Column<SyncQueryLine>[] = [
  {
    head: "What",
    className: "text-sm max-sm:static!",
    cell: ({ id, type, purpose }) => (
      <>
        <Link
          href={`/queries/${encodeURIComponent(id)}`}
          className="covers font-medium whitespace-nowrap no-underline"
        >
          {TYPES[type] ?? type}
        </Link>
        <span className="text-ink-2 sm:block">
          <span className="sm:hidden">, </span>
          {PURPOSES[purpose] ?? purpose}
        </span>
      </>
    ),
  },
  {
    head: "Period",
    className: "text-sm text-ink-2",
    cell: ({ from, to }) => from && to && <Span from={from} to={to} />,
  },
  {
    head: "Asked",
    className: "text-sm",
    cell: ({ createdAt }) => (
      <>
        <span className="max-sm:hidden">
          <TimeCell at={createdAt} />
        </span>
        <TimeWithAge at={createdAt} className="sm:hidden" />
      </>
    ),
  },
  { head: "Outcome", className: "max-w-80 text-sm", cell: (query) => <QueryOutcome query={query} /> },
  countColumn("Stored", ({ stored }) => stored),
  countColumn("Empty", ({ empty }) => empty, "text-ink-3"),
  countColumn("Rejected", ({ rejected }) => rejected, "text-ink-3"),
];

function QueryOutcome({ query }: { query: SyncQueryLine }) {
  const { stored, empty, rejected, status, error } = query;
  const did = outcomeWords(useWords(), query);
  return (
    <>
      <span className={cx("first-letter:uppercase inline-block", status === "failed" && "font-strong")}>
        {status}
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
      {error && <span className="block wrap-anywhere text-ink-2">{error}</span>}
    </>
  );
}
