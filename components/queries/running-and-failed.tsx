"use client";
import { useState } from "react";
import { Steps } from "@/components/forms/steps";
import { useMayAct, useSite } from "@/components/live/site-context";
import { Button, LinkButton } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Icon } from "@/components/ui/icon";
import { Panel } from "@/components/ui/panel";
import { TimeWithAge, useClock } from "@/components/ui/time";
import { formatBytes, formatCount } from "@/lib/base/core/numbers";
import { sentence } from "@/lib/base/core/text";
import type { Query } from "@/lib/history/queries/contract";
import {
  mayHelpAgain,
  nextAfter,
  progressWords,
  querySteps,
  queryTitle,
  secondWords,
} from "@/lib/history/queries/words";
import type { useQueryActions } from "./use-query-actions";

const INITIALLY_SHOWN = 3;

type Actions = ReturnType<typeof useQueryActions>;

/** The running queries, each with its steps, updated live. */
export function InProgress({ queries, actions }: { queries: readonly Query[]; actions: Actions }) {
  if (queries.length === 0) return null;
  return (
    <Panel title="In progress" count={queries.length}>
      <ul className="divide-y divide-hairline">
        {queries.map((query) => (
          <li key={query.id} className="p-4">
            <Progress query={query} actions={actions} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Progress of one query: counts, the next try, and its steps. */
export function Progress({ query, actions }: { query: Query; actions: Actions }) {
  const { zone, now } = useClock();
  const mayAct = useMayAct();
  const isDownloading = query.status === "downloading";
  // While rows arrive there is no next try, unless the download broke off.
  const isWaiting = !isDownloading || query.lastError !== null;
  const steps = querySteps(query, zone);
  const current = steps.find((step) => step.state === "running");
  return (
    <div className="grid grid-cols-1 gap-x-7 gap-y-4 sm:grid-cols-[minmax(0,1fr)_16rem]">
      <div className="min-w-0">
        <h3 className="text-base wrap-anywhere">{queryTitle(query, zone, now)}</h3>
        <p className="text-sm text-ink-3">
          {query.submittedAt ? "Submitted" : "Asked"}{" "}
          <TimeWithAge at={query.submittedAt ?? query.createdAt} />, by {query.requestedBy}
        </p>
        <div className="mt-4 flex flex-wrap justify-between gap-x-4 text-sm" role="status">
          <span className="font-medium">{current?.name}</span>
          {(isDownloading || query.rows > 0) && <span>{countWords(query)}</span>}
        </div>
        {isDownloading && <UnknownLength valueText={countWords(query)} />}
        {query.lastError && (
          <p className="mt-1 text-sm wrap-anywhere">
            {query.lastError.message}; it is tried again by itself.
          </p>
        )}
        <p className="text-sm text-ink-3">
          {progressWords(query)} You can leave this page: it goes on by itself.{" "}
          {isWaiting && query.nextTryAt && `Next try at ${secondWords(new Date(query.nextTryAt), zone)}.`}
        </p>
        {mayAct && (
          <Button
            size="sm"
            className="mt-3.5"
            pending={actions.pending === query.id}
            onClick={() => void actions.cancel(query.id)}
          >
            Cancel
          </Button>
        )}
      </div>
      <div className="border-hairline text-sm sm:border-l sm:pl-6">
        <Steps label="Steps" steps={steps.map((step) => ({ ...step, time: step.time ?? undefined }))} />
      </div>
    </div>
  );
}

function countWords({ rows, bytes }: Query): string {
  return `${rows === 1 ? "1 row" : `${formatCount(rows)} rows`}, ${formatBytes(bytes)}`;
}

/** A static progress bar for work of unknown length. */
function UnknownLength({ valueText, className }: { valueText: string; className?: string }) {
  return (
    <div
      role="progressbar"
      aria-label="Downloading"
      aria-valuetext={valueText}
      className={cx("my-2 h-1.5 overflow-hidden rounded-full bg-sunken", className)}
    >
      <div className="ml-[34%] h-full w-[38%] rounded-full bg-accent" />
    </div>
  );
}

type Again = { run: (query: Query) => void; pending: string | null };

/** Failed queries, the newest first: why, in the service's words, and what to do. */
export function FailedPanel({ queries, again }: { queries: readonly Query[]; again: Again }) {
  const [all, setAll] = useState(false);
  if (queries.length === 0) return null;
  const shown = all ? queries : queries.slice(0, INITIALLY_SHOWN);
  return (
    <Panel
      title="Failed"
      count={queries.length}
      footer={
        shown.length < queries.length && (
          <Button variant="quiet" size="sm" className="-ml-2.5" onClick={() => setAll(true)}>
            Show all {queries.length}
          </Button>
        )
      }
    >
      <ul className="divide-y divide-hairline">
        {shown.map((query) => (
          <li key={query.id} className="p-4">
            <Failure query={query} again={again} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** What failed, why, when, and what to do next. In ink, not in a severity's colour: it is a technical fault. */
export function Failure({ query, again }: { query: Query; again: Again }) {
  const { zone, now } = useClock();
  const { user, tenancy } = useSite();
  const mayAct = useMayAct();
  const { error, finishedAt, createdAt } = query;
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
      <Icon name="failed" className="mt-0.5 size-4.5 shrink-0" />
      <div className="min-w-0 flex-1 basis-60">
        <h3 className="text-base wrap-anywhere">{queryTitle(query, zone, now)}</h3>
        <p className="text-sm wrap-anywhere text-ink-2">
          {error
            ? `${sentence(error.message)} ${nextAfter(error.code, query.type)}`
            : "It failed without a reason."}
        </p>
        <p className="mt-0.5 text-sm text-ink-3">
          <TimeWithAge at={finishedAt ?? createdAt} />, by {query.requestedBy}. Not tried again by itself.
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {user.role === "admin" && tenancy && error?.code !== "bad-request" && (
          <LinkButton
            size="sm"
            variant="quiet"
            href={`/admin/tenancies/${encodeURIComponent(tenancy.tenantId)}`}
          >
            Test the connection
          </LinkButton>
        )}
        {mayAct && (error === null || mayHelpAgain(error.code)) && (
          <Button size="sm" pending={again.pending === query.id} onClick={() => again.run(query)}>
            Run again
          </Button>
        )}
      </div>
    </div>
  );
}
