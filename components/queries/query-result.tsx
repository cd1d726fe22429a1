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
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
import { lackWords } from "@/lib/base/core/indices";
import { displayPath } from "@/lib/base/core/paths";
import { shortName } from "@/lib/base/core/text";
import type { PlainKey } from "@/lib/base/words/messages";
import type { Words } from "@/lib/base/words/words";
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
  { value: "rows", icon: "table", word: "queries.result.rows" },
  { value: "chart", icon: "compare", word: "queries.result.chart" },
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
            {rich(words, "queries.result.when", {
              time: <TimeWithAge at={query.finishedAt ?? query.createdAt} />,
              name: shortName(query.requestedBy),
              who: <span title={query.requestedBy} />,
            })}
          </span>
        </span>
      }
      end={
        query.stored > 0 && (
          <>
            {canChart && (
              <Segmented
                label={words.t("queries.result.showAs")}
                value={view}
                onChange={(next) => void setView(next)}
                options={VIEWS.map(({ value, icon, word }) => ({
                  value,
                  label: (
                    <>
                      <Icon name={icon} className="size-4 shrink-0" />
                      {words.t(word)}
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
          {words.t("queries.result.request")}
        </summary>
        <div className="px-4 pt-1 pb-4">
          <FactList facts={requestFacts(words, query, zone)} className="gap-x-6" />
          {mayAct && (
            <div className="mt-3 flex flex-wrap gap-2">
              <Button size="sm" pending={pending === query.id} onClick={() => void runAgain(query)}>
                {words.t("queries.result.again")}
              </Button>
              <Button size="sm" onClick={() => openForm(formOf(query))}>
                {words.t("queries.result.fromThis")}
              </Button>
            </div>
          )}
        </div>
      </details>
      {query.stored === 0 ? (
        <NoRows query={query} />
      ) : canChart && view === "chart" ? (
        <Suspense fallback={<SkeletonRows label={words.t("queries.result.loadingChart")} />}>
          <ResultChart key={query.id} query={query} />
        </Suspense>
      ) : (
        <Suspense fallback={<SkeletonRows rows={8} label={words.t("queries.result.loadingRows")} />}>
          <ResultRows query={query} />
        </Suspense>
      )}
    </Panel>
  );
}

/** Says that the form is no longer that of the result, and runs it. */
function ChangedSince({ query }: { query: Query }) {
  const { t } = useWords();
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
      <span id={id}>{t(standing === "moved" ? "queries.result.moved" : "queries.result.changed")}</span>
      {!isWrong && (
        <Button
          size="sm"
          aria-describedby={id}
          pending={pending === "submit"}
          onClick={() => void sendForm(form, request)}
        >
          {t("queries.result.again")}
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
  const words = useWords();
  const { t } = words;
  const [isOpen, setOpen] = useState(false);
  const { rows, stored, empty, rejected } = query;
  const outcome = outcomeWords(words, query);
  const unrequested = unrequestedWords(words, query);
  const isNew = [query.added, query.improved, query.changed].some(Boolean);
  const seeWhy = (
    <button
      type="button"
      className="rounded-1 font-medium text-accent hover:text-accent-hover touch:-my-3.5 touch:min-h-target"
      onClick={() => setOpen(true)}
    >
      {t("queries.result.seeWhy")}
    </button>
  );
  return (
    <>
      <dl className="grid grid-cols-2 border-b border-hairline sm:grid-cols-4">
        <CountCell count={rows} label={t("queries.result.received")} />
        <CountCell count={stored} label={t("queries.result.stored")} className="border-l" />
        <CountCell count={empty} label={t("queries.result.empty")} className="max-sm:border-t sm:border-l" />
        <CountCell
          count={rejected}
          label={rejected === 0 ? t("queries.result.rejected") : seeWhy}
          className="border-l max-sm:border-t"
        />
      </dl>
      {outcome && (
        <p className="border-b border-hairline px-4 py-2.5 text-sm text-ink-2">
          {isNew
            ? rich(words, "queries.result.outcome", {
                outcome,
                strong: <span className="font-medium text-ink-1" />,
              })
            : t("queries.result.nothingNew")}
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
  const { formatCount } = useWords();
  return (
    <div className={cx("flex flex-col-reverse justify-end border-hairline px-4 py-3", className)}>
      <dt className="text-xs text-ink-3">{label}</dt>
      <dd className="text-lg font-strong">{formatCount(count)}</dd>
    </div>
  );
}

function NoRows({ query }: { query: Query }) {
  const { t } = useWords();
  if (query.status !== "completed")
    return (
      <EmptyState
        icon="silent"
        title={t(query.status === "cancelled" ? "queries.result.cancelled" : "queries.result.nothingStored")}
      >
        {t("queries.result.nothingText")}
      </EmptyState>
    );
  if (query.rows > 0)
    return (
      <EmptyState icon="silent" title={t("queries.result.noValue")}>
        {t("queries.result.noValueText", { rows: query.rows })}
      </EmptyState>
    );
  const inSomePlans = (query.filters.indexNames ?? []).filter((index) => lackWords(index) !== "");
  return (
    <EmptyState icon="silent" title={t("queries.result.noRows")}>
      {t("queries.result.noRowsText")}{" "}
      {inSomePlans.length > 0 &&
        t("queries.result.selectedPlans", { indices: inSomePlans.map(indexLabel).join(", ") })}
    </EmptyState>
  );
}

/** The request as it was sent, and the service's identifier. */
function requestFacts(words: Words, query: Query, zone: string): [string, ReactNode][] {
  const { t, siteDateTime } = words;
  const { filters, asked, type, selectColumns } = query;
  const { controlAreaPathNames: areas } = filters;
  const time = (at?: string) => (at ? siteDateTime(new Date(at), zone) : "");
  const [isFromMoved, isToMoved] = (["from", "to"] as const).map((end) => {
    const wanted = asked?.[end];
    return wanted !== undefined && Date.parse(wanted) !== Date.parse(filters[end] ?? "");
  });
  const sent = t("queries.period", { from: time(filters.from), to: time(filters.to) });
  const period =
    isFromMoved || isToMoved
      ? t("queries.request.moved", {
          ends: isFromMoved && isToMoved ? "both" : isFromMoved ? "from" : "other",
          sent,
          from: time(asked?.from),
          to: time(asked?.to),
        })
      : sent;
  return [
    [t("queries.request.period"), period],
    [t("queries.request.utc"), t("queries.period", { from: filters.from ?? "", to: filters.to ?? "" })],
    areas
      ? [t("queries.request.areasFrom"), areas.map(displayPath).join("; ")]
      : [t("queries.form.areas"), t("queries.request.all")],
    type === "indices"
      ? [t("queries.form.indices"), indexWords(words, filters.indexNames)]
      : [t("queries.form.sensors"), filters.devices?.join(", ") ?? t("queries.request.all")],
    [
      t("queries.form.job"),
      filters.jobId ? <JobLink key="job" jobId={filters.jobId} /> : t("queries.request.any"),
    ],
    type === "indices"
      ? [
          t("queries.request.interpolated"),
          t(filters.includeFilled === false ? "queries.request.leftOut" : "queries.request.included"),
        ]
      : [t("queries.request.light"), t(lightWords(filters.isDaytime))],
    [t("queries.form.columns"), columnWords(words, selectColumns)],
    [t("queries.request.serviceId"), query.queryId ?? t("queries.request.noId")],
  ];
}

function lightWords(isDaytime: boolean | undefined): PlainKey {
  if (isDaytime === undefined) return "queries.request.anyTime";
  return isDaytime ? "queries.request.plantDay" : "queries.request.plantNight";
}

function columnWords({ t }: Words, columns: Query["selectColumns"]): string {
  const named = (names: readonly string[]) => names.map(columnLabel).join(", ");
  if (columns?.include) return named(columns.include);
  return columns?.exclude
    ? t("queries.request.allBut", { columns: named(columns.exclude) })
    : t("queries.request.all");
}

/** The rows of a result that could not be stored, as they came, each with the reason. */
function RejectsDialog({ query, onClose }: { query: Query; onClose: () => void }) {
  const { t } = useWords();
  const read = useEndpoint(queryRejects, { params: { id: query.id } });
  const { data, error } = read;
  const kept = data?.items.length ?? 0;
  return (
    <Dialog
      wide
      isOpen
      title={t("queries.rejects.title", { count: query.rejected })}
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          {t("queries.rejects.close")}
        </Button>
      }
    >
      <p className="mb-3 text-sm text-ink-2">
        {t("queries.rejects.others")}{" "}
        {data && kept < query.rejected && t("queries.rejects.kept", { count: kept })}
      </p>
      {error && <ReadError of={read} title={t("queries.rejects.unread")} />}
      {!data && !error && <SkeletonRows rows={3} label={t("queries.rejects.loading")} />}
      <ol className="divide-y divide-hairline">
        {data?.items.map((row) => (
          <li key={row.line} className="py-2.5">
            <p className="text-sm">
              <span className="text-ink-3">{t("queries.rejects.line", { line: row.line })}</span>{" "}
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
  {
    id: "xlsx",
    label: "queries.download.excel",
    hint: "queries.download.excelHint",
    endpoint: exportRowsXlsx,
  },
  { id: "csv", label: "queries.download.csv", hint: "queries.download.csvHint", endpoint: exportRowsCsv },
  {
    id: "jsonl",
    label: "queries.download.jsonl",
    hint: "queries.download.jsonlHint",
    endpoint: exportRowsJsonl,
  },
  {
    id: "parquet",
    label: "queries.download.parquet",
    hint: "queries.download.parquetHint",
    endpoint: exportRowsParquet,
  },
] as const satisfies { id: string; label: PlainKey; hint: PlainKey; endpoint: unknown }[];
const MEASUREMENT_HINTS: Record<string, PlainKey> = {
  xlsx: "queries.download.excelMeasured",
  csv: "queries.download.csvMeasured",
};

/** Downloads the stored rows of a query in the chosen columns, with UTC and site time. */
function QueryDownload({ query }: { query: Query }) {
  const { t } = useWords();
  const title = t(
    holdsTime(rowColumnsOf(query)) ? "queries.download.withTimes" : "queries.download.asChosen",
  );
  const formats = FORMATS.map(({ id, label, hint }) => ({
    ...{ id, label: t(label), hint: t((query.type === "chf" && MEASUREMENT_HINTS[id]) || hint) },
  }));
  const download = (id: string) => {
    const format = FORMATS.find((one) => one.id === id);
    // The answer is an attachment, so the page stays.
    if (format) window.location.assign(callAddress(format.endpoint, { params: { id: query.id } }));
  };
  return <DownloadMenu {...{ title, formats }} onDownload={download} />;
}
