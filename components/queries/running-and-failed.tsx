"use client";
import { useState } from "react";
import { Steps } from "@/components/forms/steps";
import { useMayAct, useSite } from "@/components/live/site-context";
import { Button, LinkButton } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { said } from "@/components/ui/live-region";
import { Panel } from "@/components/ui/panel";
import { TimeWithAge, useClock } from "@/components/ui/time";
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
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
import { useQueriesPage } from "./page-state";

const INITIALLY_SHOWN = 3;

/** The running queries, each with its steps, updated live. */
export function InProgress({ queries }: { queries: readonly Query[] }) {
  const { t } = useWords();
  if (queries.length === 0) return null;
  return (
    <Panel title={t("queries.progress.title")} count={queries.length}>
      <ul className="divide-y divide-hairline">
        {queries.map((query) => (
          <li key={query.id} className="p-4">
            <Progress query={query} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Progress of one query: counts, the next try, and its steps. */
export function Progress({ query }: { query: Query }) {
  const words = useWords();
  const { zone, now } = useClock();
  const mayAct = useMayAct();
  const { pending, cancel } = useQueriesPage();
  const { id, rows, bytes, lastError, nextTryAt, requestedBy } = query;
  const isDownloading = query.status === "downloading";
  // While rows arrive there is no next try, unless the download broke off.
  const isWaiting = !isDownloading || lastError !== null;
  const steps = querySteps(words, query, zone);
  const current = steps.find((step) => step.state === "running");
  const counts = words.t("queries.progress.counts", { rows, size: words.formatBytes(bytes) });
  return (
    <div className="grid grid-cols-1 gap-x-7 gap-y-4 sm:grid-cols-[minmax(0,1fr)_16rem]">
      <div className="min-w-0">
        <h3 className="text-base wrap-anywhere">{queryTitle(words, query, zone, now)}</h3>
        <p className="text-sm text-ink-3">
          {rich(words, "queries.progress.sent", {
            submitted: query.submittedAt ? "yes" : "other",
            time: <TimeWithAge at={query.submittedAt ?? query.createdAt} />,
            name: requestedBy,
          })}
        </p>
        <div className="mt-4 flex flex-wrap justify-between gap-x-4 text-sm" ref={said}>
          <span className="font-medium">{current?.name}</span>
          {(isDownloading || rows > 0) && <span>{counts}</span>}
        </div>
        {isDownloading && (
          <div
            role="progressbar"
            aria-label={words.t("queries.status.downloading")}
            aria-valuetext={counts}
            className="my-2 h-1.5 overflow-hidden rounded-full bg-sunken"
          >
            {/* The length is unknown, so the bar stands still. */}
            <div className="ml-[34%] h-full w-[38%] rounded-full bg-accent" />
          </div>
        )}
        {lastError && (
          <p className="mt-1 text-sm wrap-anywhere">
            {words.t("queries.progress.retried", { error: sentence(lastError.message) })}
          </p>
        )}
        <p className="text-sm text-ink-3">
          {progressWords(words, query)} {words.t("queries.progress.leave")}{" "}
          {isWaiting &&
            nextTryAt &&
            words.t("queries.progress.nextTry", { time: secondWords(words, new Date(nextTryAt), zone) })}
        </p>
        {mayAct && (
          <Button size="sm" className="mt-3.5" pending={pending === id} onClick={() => void cancel(id)}>
            {words.t("queries.progress.cancel")}
          </Button>
        )}
      </div>
      <div className="border-hairline text-sm sm:border-l sm:pl-6">
        <Steps label={words.t("queries.progress.steps")} steps={steps} />
      </div>
    </div>
  );
}

/** Failed queries, the newest first: why, in the service's words, and what to do. */
export function FailedPanel({ queries }: { queries: readonly Query[] }) {
  const { t } = useWords();
  const [all, setAll] = useState(false);
  if (queries.length === 0) return null;
  const shown = all ? queries : queries.slice(0, INITIALLY_SHOWN);
  return (
    <Panel
      title={t("queries.failed.title")}
      count={queries.length}
      footer={
        shown.length < queries.length && (
          <Button variant="quiet" size="sm" className="-ml-2.5" onClick={() => setAll(true)}>
            {t("queries.failed.showAll", { count: queries.length })}
          </Button>
        )
      }
    >
      <ul className="divide-y divide-hairline">
        {shown.map((query) => (
          <li key={query.id} className="p-4">
            <Failure query={query} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** A failed query: why, when, and what to do next. In ink, not in a severity's colour: it is a technical fault. */
export function Failure({ query }: { query: Query }) {
  const words = useWords();
  const { zone, now } = useClock();
  const { user, tenancy } = useSite();
  const mayAct = useMayAct();
  const { pending, runAgain } = useQueriesPage();
  const { error, finishedAt, createdAt } = query;
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
      <Icon name="failed" className="mt-0.5 size-4.5 shrink-0" />
      <div className="min-w-0 flex-1 basis-60">
        <h3 className="text-base wrap-anywhere">{queryTitle(words, query, zone, now)}</h3>
        <p className="text-sm wrap-anywhere text-ink-2">
          {error
            ? `${sentence(error.message)} ${nextAfter(words, error.code, query.type)}`
            : words.t("queries.failed.noReason")}
        </p>
        <p className="mt-0.5 text-sm text-ink-3">
          {rich(words, "queries.failed.when", {
            time: <TimeWithAge at={finishedAt ?? createdAt} />,
            name: query.requestedBy,
          })}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {user.role === "admin" && tenancy && error?.code !== "bad-request" && (
          <LinkButton
            size="sm"
            variant="quiet"
            href={`/admin/tenancies/${encodeURIComponent(tenancy.tenantId)}`}
          >
            {words.t("queries.failed.test")}
          </LinkButton>
        )}
        {mayAct && (error === null || mayHelpAgain(error.code)) && (
          <Button size="sm" pending={pending === query.id} onClick={() => void runAgain(query)}>
            {words.t("queries.failed.again")}
          </Button>
        )}
      </div>
    </div>
  );
}
