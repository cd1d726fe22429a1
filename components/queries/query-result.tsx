"use client";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useMayAct } from "@/components/shell/site-context";
import { shortName } from "@/components/ui/bits";
import { Button } from "@/components/ui/button";
import { useClock } from "@/components/ui/clock";
import { Icon } from "@/components/ui/icon";
import { indexLabel } from "@/components/ui/index-mark";
import { Panel } from "@/components/ui/panel";
import { Segmented } from "@/components/ui/segmented";
import { EmptyState, SkeletonRows } from "@/components/ui/states";
import { TimeWithAge } from "@/components/ui/time";
import { lackWords } from "@/lib/base/core/indices";
import { formatCount } from "@/lib/base/core/numbers";
import type { Query } from "@/lib/history/queries/contract";
import { formOf } from "@/lib/history/queries/form";
import { chosenColumns } from "@/lib/history/queries/row-cells";
import { outcomeWords, queryTitle, unrequestedWords } from "@/lib/history/queries/words";
import { CHF_VALUE_COLUMNS } from "@/lib/service/contract";
import { DownloadMenu } from "./download-menu";
import type { FormChange } from "./form-state";
import { QueryFacts } from "./query-facts";
import { QueryState } from "./query-list";
import { RejectsDialog } from "./rejects-dialog";
import { ResultRows } from "./result-rows";

/** Charts are fetched where one is looked at. */
const MeasurementChart = lazy(async () => ({
  default: (await import("./measurement-chart")).MeasurementChart,
}));
const ResultChart = lazy(async () => ({ default: (await import("./result-chart")).ResultChart }));

type Props = {
  query: Query;
  again: { run: (query: Query) => void; pending: string | null };
  change: FormChange;
  onChanged: () => void;
};

/** A query that is over: what became of its rows, the rows themselves or their chart, and the file. */
export function QueryResult({ query, again, change, onChanged }: Props) {
  const { zone, now } = useClock();
  const [view, setView] = useQueryState("view", parseAsStringLiteral(["rows", "chart"]).withDefault("rows"));
  const canChart = query.stored > (query.unrequested ?? 0) && hasValues(query);
  const shown = canChart ? view : "rows";
  const mayAct = useMayAct();
  return (
    <Panel
      title={<span className="wrap-anywhere">{queryTitle(query, zone, now)}</span>}
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
            {canChart && <ViewChoice view={shown} onChange={(next) => void setView(next)} />}
            <DownloadMenu query={query} />
          </>
        )
      }
    >
      <Counts query={query} />
      <QueryFacts query={query}>
        {mayAct && (
          <div className="flex flex-wrap gap-2">
            <Button size="sm" pending={again.pending === query.id} onClick={() => again.run(query)}>
              Run again
            </Button>
            <Button
              size="sm"
              onClick={() => {
                change(formOf(query));
                onChanged();
              }}
            >
              Start a new one from this
            </Button>
          </div>
        )}
      </QueryFacts>
      {query.stored === 0 ? (
        <NoRows query={query} />
      ) : shown === "chart" ? (
        <Charts key={query.id} query={query} />
      ) : (
        <ResultRows query={query} />
      )}
    </Panel>
  );
}

/** Whether there is a number to chart: they may have been left out. */
function hasValues({ type, selectColumns }: Query): boolean {
  const values = type === "indices" ? ["indexValue"] : CHF_VALUE_COLUMNS;
  return chosenColumns(values, selectColumns).length > 0;
}

function Charts({ query }: { query: Query }) {
  return (
    <Suspense fallback={<SkeletonRows label="Reading the chart" />}>
      {query.type === "indices" ? <ResultChart query={query} /> : <MeasurementChart query={query} />}
    </Suspense>
  );
}

function ViewChoice({
  view,
  onChange,
}: {
  view: "rows" | "chart";
  onChange: (view: "rows" | "chart") => void;
}) {
  return (
    <Segmented
      label="Show as"
      value={view}
      onChange={onChange}
      options={[
        {
          value: "rows",
          label: (
            <>
              <Icon name="table" className="size-4 shrink-0" />
              Rows
            </>
          ),
        },
        {
          value: "chart",
          label: (
            <>
              <Icon name="compare" className="size-4 shrink-0" />
              Chart
            </>
          ),
        },
      ]}
    />
  );
}

function Counts({ query }: { query: Query }) {
  const [isOpen, setOpen] = useState(false);
  const { rows, stored, empty, rejected } = query;
  const beside = unrequestedWords(query);
  const did = outcomeWords(query);
  return (
    <>
      <dl className="grid grid-cols-2 border-b border-hairline sm:grid-cols-4">
        <CountCell count={rows} label="rows came" />
        <CountCell count={stored} label="stored or found equal" className="border-l" />
        <CountCell count={empty} label="empty: no value" className="max-sm:border-t sm:border-l" />
        <CountCell
          count={rejected}
          className="border-l max-sm:border-t"
          label={
            rejected === 0 ? (
              "rejected"
            ) : (
              <button
                type="button"
                className="rounded-1 font-medium text-accent hover:text-accent-hover touch:-my-3.5 touch:min-h-target"
                onClick={() => setOpen(true)}
              >
                rejected: see why
              </button>
            )
          }
        />
      </dl>
      {did && (
        <p className="border-b border-hairline px-4 py-2.5 text-sm text-ink-2">
          Stored rows: <span className="font-medium text-ink-1">{did}</span>.
        </p>
      )}
      {beside && <p className="border-b border-hairline px-4 py-2.5 text-sm text-ink-2">{beside}</p>}
      {isOpen && <RejectsDialog query={query} onClose={() => setOpen(false)} />}
    </>
  );
}

function CountCell({ count, label, className }: { count: number; label: ReactNode; className?: string }) {
  return (
    <div className={`flex flex-col-reverse justify-end border-hairline px-4 py-3 ${className ?? ""}`}>
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
