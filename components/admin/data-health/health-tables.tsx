"use client";

import { cx } from "@/components/ui/cx";
import { Link } from "@/components/ui/link";
import { Panel } from "@/components/ui/panel";
import { Span, TimeCell, TimeWithAge } from "@/components/ui/time";
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
import type { Outage } from "@/lib/alerting/outages/contract";
import { OUTAGE_CAUSE_WORDS } from "@/lib/alerting/outages/describe";
import type { PlainKey } from "@/lib/base/words/messages";
import type { Words } from "@/lib/base/words/words";
import { outcomeWords, STATUS_WORDS } from "@/lib/history/queries/words";
import type { SyncQueryLine, TenancyHealth } from "@/lib/operations/connecting/health";
import { type Column, DataTable } from "../data-table";
import { SYNC_TYPE_WORDS } from "../tenancies/sync-type-words";

/** The rows that something is about. */
const rowsColumn = ({ t, formatCount }: Words) => ({
  head: t("admin.health.unknown.rows"),
  isNumber: true,
  className: "text-sm",
  cell: ({ rows }: { rows: number | bigint }) => formatCount(Number(rows)),
});

/** Unknown index names; readings are stored under the name they came with. */
export function UnknownIndices({ health: { unknownIndices } }: { health: TenancyHealth }) {
  const words = useWords();
  const { t } = words;
  if (unknownIndices.length === 0) return null;
  return (
    <Panel
      title={t("admin.health.unknown.title")}
      count={unknownIndices.length}
      hint={t("admin.health.unknown.hint")}
      className="overflow-hidden"
    >
      <DataTable
        isDense
        rows={unknownIndices}
        keyOf={({ name }) => name}
        columns={[
          {
            head: t("admin.health.unknown.name"),
            className: "font-mono text-sm wrap-anywhere",
            cell: ({ name }) => name,
          },
          rowsColumn(words),
          { head: t("admin.health.unknown.firstSeen"), cell: ({ firstSeen }) => <TimeCell at={firstSeen} /> },
          { head: t("admin.health.unknown.lastSeen"), cell: ({ lastSeen }) => <TimeCell at={lastSeen} /> },
        ]}
      />
    </Panel>
  );
}

/** Rows of results that could not be stored within the last 30 days, by reason. */
export function RejectedRows({ health: { rejected } }: { health: TenancyHealth }) {
  const words = useWords();
  const { t } = words;
  if (rejected.length === 0) return null;
  return (
    <Panel
      title={t("admin.health.rejected.title")}
      hint={t("admin.health.rejected.hint")}
      className="overflow-hidden"
    >
      <DataTable
        isDense
        rows={rejected}
        keyOf={({ reason }) => reason}
        columns={[
          { head: t("admin.health.rejected.reason"), className: "font-medium", cell: ({ reason }) => reason },
          rowsColumn(words),
          { head: t("admin.health.rejected.last"), cell: ({ lastAt }) => <TimeCell at={lastAt} /> },
          {
            head: t("admin.health.rejected.query"),
            className: "text-sm whitespace-nowrap",
            cell: ({ queryId }) => (
              <Link href={`/queries/${encodeURIComponent(queryId)}`} className="font-medium">
                {t("admin.health.rejected.openQuery")}
              </Link>
            ),
          },
          {
            head: t("admin.health.rejected.example"),
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
  const { t, formatDuration } = useWords();
  return (
    <Panel
      title={t("admin.health.outages.title")}
      count={outages.length}
      hint={t("admin.health.outages.hint", { days })}
      className="overflow-hidden"
    >
      {outages.length === 0 ? (
        <p className="px-4 py-3.5 text-sm text-ink-2">{t("admin.health.outages.none")}</p>
      ) : (
        <DataTable
          isDense
          rows={outages}
          keyOf={({ startedAt, cause }) => `${startedAt} ${cause}`}
          columns={[
            {
              head: t("admin.health.outages.from"),
              label: t("admin.health.outages.from"),
              cell: ({ startedAt }) => <TimeCell at={startedAt} zone={zone} />,
            },
            {
              head: t("admin.health.outages.until"),
              cell: ({ endedAt }) =>
                endedAt ? (
                  <TimeCell at={endedAt} zone={zone} />
                ) : (
                  <span className="text-sm">{t("admin.health.outages.ongoing")}</span>
                ),
            },
            {
              head: t("admin.health.outages.length"),
              isNumber: true,
              className: "text-sm whitespace-nowrap",
              cell: ({ startedAt, endedAt }) =>
                endedAt === null ? "" : formatDuration(Date.parse(endedAt) - Date.parse(startedAt)),
            },
            {
              head: t("admin.health.outages.cause"),
              className: "text-sm",
              cell: ({ cause }) => t(OUTAGE_CAUSE_WORDS[cause]),
            },
          ]}
        />
      )}
    </Panel>
  );
}

/** The queries of automatic fetching, newest first. */
export function HealthQueries({ health: { queries, connected, syncEnabled } }: { health: TenancyHealth }) {
  const words = useWords();
  const { t } = words;
  if (queries.length > 0)
    return (
      <Panel title={t("admin.health.queries.title")} className="overflow-hidden">
        <DataTable
          rows={queries}
          keyOf={({ id }) => id}
          columns={queryColumns(words)}
          rowProps={() => ({ className: "relative hover:bg-hover" })}
        />
      </Panel>
    );
  // Without automatic fetching the panel above says so, and where to turn it on.
  if (!connected || !syncEnabled) return null;
  return (
    <Panel title={t("admin.health.queries.title")}>
      <p className="px-4 py-3.5 text-sm text-ink-2">{t("admin.health.queries.none")}</p>
    </Panel>
  );
}

const countColumn = (
  { formatCount }: Words,
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

const queryColumns = (words: Words): Column<SyncQueryLine>[] => [
  {
    head: words.t("admin.health.queries.what"),
    className: "text-sm max-sm:static!",
    cell: ({ id, type, purpose }) => (
      <>
        <Link
          href={`/queries/${encodeURIComponent(id)}`}
          className="covers font-medium whitespace-nowrap no-underline"
        >
          {words.t(SYNC_TYPE_WORDS[type === "chf" ? "chf" : "indices"])}
        </Link>
        <span className="text-ink-2 sm:block">
          <span className="sm:hidden">, </span>
          {words.t("admin.health.queries.purpose", { purpose: purpose === "sync" ? "sync" : "other" })}
        </span>
      </>
    ),
  },
  {
    head: words.t("admin.health.queries.period"),
    className: "text-sm text-ink-2",
    cell: ({ from, to }) => from && to && <Span from={from} to={to} />,
  },
  {
    head: words.t("admin.health.queries.requested"),
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
  {
    head: words.t("admin.health.queries.outcome"),
    className: "max-w-80 text-sm",
    cell: (query) => <QueryOutcome query={query} />,
  },
  countColumn(words, words.t("admin.health.queries.stored"), ({ stored }) => stored),
  countColumn(words, words.t("admin.health.queries.empty"), ({ empty }) => empty, "text-ink-3"),
  countColumn(words, words.t("admin.health.queries.rejected"), ({ rejected }) => rejected, "text-ink-3"),
];

function QueryOutcome({ query }: { query: SyncQueryLine }) {
  const words = useWords();
  const { stored, empty, rejected, status, error } = query;
  const effect = outcomeWords(words, query);
  const word = (STATUS_WORDS as Record<string, PlainKey>)[status];
  return (
    <>
      {rich(words, "admin.health.queries.status", {
        status: (
          <span className={cx(status === "failed" && "font-strong")}>{word ? words.t(word) : status}</span>
        ),
        counts: <span className="sm:hidden" />,
        ...{ stored, empty, rejected },
      })}
      {effect && (
        <span className="block text-ink-3">
          {rich(words, "admin.health.queries.effect", { words: <span className="sm:hidden" />, effect })}
        </span>
      )}
      {error && <span className="block wrap-anywhere text-ink-2">{error}</span>}
    </>
  );
}
