"use client";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { lazy, type ReactNode, Suspense, useId, useState } from "react";
import { ReadError } from "@/components/live/read-error";
import { useMayAct } from "@/components/live/site-context";
import { useEndpoint } from "@/components/live/use-endpoint";
import { JobLink } from "@/components/places/job-link";
import { Button } from "@/components/ui/button";
import { Segmented } from "@/components/ui/choices";
import { cx } from "@/components/ui/cx";
import { Dialog } from "@/components/ui/dialog";
import { Icon } from "@/components/ui/icon";
import { indexLabel } from "@/components/ui/index-mark";
import { DownloadMenu } from "@/components/ui/menu";
import { Panel } from "@/components/ui/panel";
import { EmptyState, SkeletonRows } from "@/components/ui/states";
import { TimeWithAge, useClock } from "@/components/ui/time";
import { useWords } from "@/components/words/words";
import { lackWords } from "@/lib/base/core/indices";
import { formatCount } from "@/lib/base/core/numbers";
import { displayPath } from "@/lib/base/core/paths";
import { shortName } from "@/lib/base/core/text";
import { siteDateTime } from "@/lib/base/core/time";
import {
  exportRowsCsv,
  exportRowsJsonl,
  exportRowsParquet,
  exportRowsXlsx,
  type Query,
  queryRejects,
} from "@/lib/history/queries/contract";
import { compareForm, faultsOf, formOf, toRequest } from "@/lib/history/queries/form";
import { chosenColumns, holdsTime, rowColumnsOf } from "@/lib/history/queries/row-cells";
import { indexWords, outcomeWords, queryTitle, unrequestedWords } from "@/lib/history/queries/words";
import { columnLabel } from "@/lib/service/column-names";
import { CHF_VALUE_COLUMNS } from "@/lib/service/contract";
import { callAddress } from "@/lib/web/api/client";
import { FactList } from "./fact-list";
import { useQueriesPage } from "./page-state";
import { usePeriod } from "./period-fields";
import { QueryState } from "./query-list";

/** The server sends the rows' skeleton; their code loads after the form. */
const ResultRows = lazy(async () => ({ default: (await import("./result-rows")).ResultRows }));

/** Fetched when a chart is first shown. */
const ResultChart = lazy(async () => ({ default: (await import("./result-chart")).ResultChart }));

const VIEWS = [
  { value: "rows", icon: "table", word: "Rows" },
  { value: "chart", icon: "compare", word: "Chart" },
] as const;

/** A finished query: counts, its rows or their chart, and the download. */
export function QueryResult({ query }: { query: Query }) {
  const words = useWords();
  const { zone, now } = useClock();
  const { pending, runAgain, openForm } = useQueriesPage();
  const [view, setView] = useQueryState("view", parseAsStringLiteral(["rows", "chart"]).withDefault("rows"));
  const canChart = query.stored > (query.unrequested ?? 0) && hasValues(query);
  const mayAct = useMayAct();
  return (
    <Panel
      title={<span className="wrap-anywhere">{queryTitle(words, query, zone, now)}</span>}
      hint={
        <span className="inline-flex flex-wrap items-center gap-x-1.5">
          <QueryState status={query.status} />
          <span>
            <TimeWithAge at={query.finishedAt ?? query.createdAt} />, by{" "}
            <span title={query.requestedBy}>{shortName(query.requestedBy)}</span>
          </span>
        </span>
      }
      end={
        query.stored > 0 && (
          <>
            {canChart && (
              <Segmented
                label="Show as"
                value={view}
                onChange={(next) => void setView(next)}
                options={VIEWS.map(({ value, icon, word }) => ({
                  value,
                  label: (
                    <>
                      <Icon name={icon} className="size-4 shrink-0" />
                      {word}
                    </>
                  ),
                }))}
              />
            )}
            <QueryDownload query={query} />
          </>
        )
      }
    >
      {mayAct && <ChangedSince query={query} />}
      <Counts query={query} />
      <details className="group border-b border-hairline">
        <summary className="flex min-h-9 cursor-pointer items-center gap-1.5 px-4 py-1.5 text-sm text-ink-2 -outline-offset-2 hover:bg-hover touch:min-h-target">
          <Icon name="chevron-right" className="size-3.5 shrink-0 text-ink-3 group-open:rotate-90" />
          What was asked
        </summary>
        <div className="px-4 pt-1 pb-4">
          <FactList facts={requestFacts(query, zone)} className="gap-x-6" />
          {mayAct && (
            <div className="mt-3 flex flex-wrap gap-2">
              <Button size="sm" pending={pending === query.id} onClick={() => void runAgain(query)}>
                Run again
              </Button>
              <Button size="sm" onClick={() => openForm(formOf(query))}>
                Start a new one from this
              </Button>
            </div>
          )}
        </div>
      </details>
      {query.stored === 0 ? (
        <NoRows query={query} />
      ) : canChart && view === "chart" ? (
        <Suspense fallback={<SkeletonRows label="Reading the chart" />}>
          <ResultChart key={query.id} query={query} />
        </Suspense>
      ) : (
        <Suspense fallback={<SkeletonRows rows={8} label="Reading the rows" />}>
          <ResultRows query={query} />
        </Suspense>
      )}
    </Panel>
  );
}

/** Says that the form is no longer that of the result, and runs it. */
function ChangedSince({ query }: { query: Query }) {
  const { form, pending, sendForm } = useQueriesPage();
  const { now } = useClock();
  const { asked, delayHours } = usePeriod(form);
  const id = useId();
  const standing = compareForm(form, query, now.getTime(), delayHours);
  if (standing === "same") return null;
  const request = toRequest(form, asked);
  const isWrong = Object.keys(faultsOf(request)).length > 0;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-hairline px-4 py-2 text-sm">
      <span id={id}>
        {standing === "moved" ? "There is newer data since this result." : "Changed since this result."}
      </span>
      {!isWrong && (
        <Button
          size="sm"
          aria-describedby={id}
          pending={pending === "submit"}
          onClick={() => void sendForm(form, request)}
        >
          Run again
        </Button>
      )}
    </p>
  );
}

/** Returns true if any numeric column was requested. */
function hasValues({ type, selectColumns }: Query): boolean {
  const values = type === "indices" ? ["indexValue"] : CHF_VALUE_COLUMNS;
  return chosenColumns(values, selectColumns).length > 0;
}

function Counts({ query }: { query: Query }) {
  const [isOpen, setOpen] = useState(false);
  const { rows, stored, empty, rejected } = query;
  const outcome = outcomeWords(query);
  const unrequested = unrequestedWords(query);
  const seeWhy = (
    <button
      type="button"
      className="rounded-1 font-medium text-accent hover:text-accent-hover touch:-my-3.5 touch:min-h-target"
      onClick={() => setOpen(true)}
    >
      rejected: see why
    </button>
  );
  return (
    <>
      <dl className="grid grid-cols-2 border-b border-hairline sm:grid-cols-4">
        <CountCell count={rows} label="rows came" />
        <CountCell count={stored} label="stored or found equal" className="border-l" />
        <CountCell count={empty} label="empty: no value" className="max-sm:border-t sm:border-l" />
        <CountCell
          count={rejected}
          label={rejected === 0 ? "rejected" : seeWhy}
          className="border-l max-sm:border-t"
        />
      </dl>
      {outcome && (
        <p className="border-b border-hairline px-4 py-2.5 text-sm text-ink-2">
          Stored rows: <span className="font-medium text-ink-1">{outcome}</span>.
        </p>
      )}
      {unrequested && (
        <p className="border-b border-hairline px-4 py-2.5 text-sm text-ink-2">{unrequested}</p>
      )}
      {isOpen && <RejectsDialog query={query} onClose={() => setOpen(false)} />}
    </>
  );
}

function CountCell({ count, label, className }: { count: number; label: ReactNode; className?: string }) {
  return (
    <div className={cx("flex flex-col-reverse justify-end border-hairline px-4 py-3", className)}>
      <dt className="text-xs text-ink-3">{label}</dt>
      <dd className="text-lg font-strong">{formatCount(count)}</dd>
    </div>
  );
}

function NoRows({ query }: { query: Query }) {
  if (query.status !== "completed")
    return (
      <EmptyState icon="silent" title={query.status === "cancelled" ? "Cancelled" : "Nothing was stored"}>
        Nothing of it was stored before it ended. Start a new one from it to try once more.
      </EmptyState>
    );
  if (query.rows > 0)
    return (
      <EmptyState icon="silent" title="No row had a value">
        {formatCount(query.rows)} rows came, but none of them could be stored: they are empty or rejected.
      </EmptyState>
    );
  const inSomePlans = (query.filters.indexNames ?? []).filter((index) => lackWords(index) !== "");
  return (
    <EmptyState icon="silent" title="The service has no row that fits">
      The query went through and its result is empty. A longer period, an area further up or fewer filters may
      find something; a growth job is compared letter by letter.
      {inSomePlans.length > 0 &&
        ` Only selected plans of the service include ${inSomePlans.map(indexLabel).join(", ")}.`}
    </EmptyState>
  );
}

/** The request as it was sent, and the service's identifier. */
function requestFacts(query: Query, zone: string): [string, ReactNode][] {
  const { filters, asked, type, selectColumns } = query;
  const { controlAreaPathNames: areas } = filters;
  const time = (at?: string) => (at ? siteDateTime(new Date(at), zone) : "");
  const moved = (["from", "to"] as const).flatMap((end) => {
    const wanted = asked?.[end];
    return wanted && Date.parse(wanted) !== Date.parse(filters[end] ?? "") ? [`${end} ${time(wanted)}`] : [];
  });
  const sent = `${time(filters.from)} to ${time(filters.to)}`;
  return [
    ["Period", moved.length > 0 ? `${sent}; ${moved.join(" ")} was asked for` : sent],
    ["In UTC", `${filters.from} to ${filters.to}`],
    areas ? ["Areas that begin with", areas.map(displayPath).join("; ")] : ["Control areas", "all"],
    type === "indices"
      ? ["Indices", indexWords(filters.indexNames)]
      : ["Sensors", filters.devices?.join(", ") ?? "all"],
    ["Growth job", filters.jobId ? <JobLink key="job" jobId={filters.jobId} /> : "any"],
    type === "indices"
      ? ["Interpolated", filters.includeFilled === false ? "left out" : "included"]
      : ["Captured at", lightWords(filters.isDaytime)],
    ["Columns", columnWords(selectColumns)],
    ["The service's id", query.queryId ?? "none: it was never accepted"],
  ];
}

function lightWords(isDaytime: boolean | undefined): string {
  if (isDaytime === undefined) return "any time";
  return isDaytime ? "plant day" : "plant night";
}

function columnWords(columns: Query["selectColumns"]): string {
  const named = (names: readonly string[]) => names.map(columnLabel).join(", ");
  if (columns?.include) return named(columns.include);
  return columns?.exclude ? `all but ${named(columns.exclude)}` : "all";
}

/** The rows of a result that could not be stored, as they came, each with the reason. */
function RejectsDialog({ query, onClose }: { query: Query; onClose: () => void }) {
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
      {error && <ReadError of={read} title="The rejected rows could not be read" />}
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

const FORMATS = [
  { id: "xlsx", label: "Excel", hint: "a column for each index", endpoint: exportRowsXlsx },
  { id: "csv", label: "CSV", hint: "a line for each value", endpoint: exportRowsCsv },
  { id: "jsonl", label: "JSON lines", hint: "for programs", endpoint: exportRowsJsonl },
  { id: "parquet", label: "Parquet", hint: "for analysis, smallest", endpoint: exportRowsParquet },
];
const MEASUREMENT_HINTS: Record<string, string> = {
  xlsx: "with site time",
  csv: "a line for each measurement",
};

/** Downloads the stored rows of a query in the chosen columns, with UTC and site time. */
function QueryDownload({ query }: { query: Query }) {
  const title = holdsTime(rowColumnsOf(query)) ? "All rows, with UTC and site time" : "All rows, as chosen";
  const formats = FORMATS.map(({ id, label, hint }) => ({
    ...{ id, label, hint: (query.type === "chf" && MEASUREMENT_HINTS[id]) || hint },
  }));
  const download = (id: string) => {
    const format = FORMATS.find((one) => one.id === id);
    // The answer is an attachment, so the page stays.
    if (format) window.location.assign(callAddress(format.endpoint, { params: { id: query.id } }));
  };
  return <DownloadMenu {...{ title, formats }} onDownload={download} />;
}
