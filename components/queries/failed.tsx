"use client";
import { useState } from "react";
import { useMayAct, useSite } from "@/components/shell/site-context";
import { Button, LinkButton } from "@/components/ui/button";
import { useClock } from "@/components/ui/clock";
import { Icon } from "@/components/ui/icon";
import { Panel } from "@/components/ui/panel";
import { TimeWithAge } from "@/components/ui/time";
import { sentence } from "@/lib/base/core/text";
import type { Query } from "@/lib/history/queries/contract";
import { mayHelpAgain, nextAfter, queryTitle } from "@/lib/history/queries/words";

const SHOWN_FIRST = 3;

type Again = { run: (query: Query) => void; pending: string | null };

/** The queries that failed, the newest first: why, in the service's words, and what to do. */
export function FailedPanel({ queries, again }: { queries: readonly Query[]; again: Again }) {
  const [all, setAll] = useState(false);
  if (queries.length === 0) return null;
  const shown = all ? queries : queries.slice(0, SHOWN_FIRST);
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

/** What failed, why, what next, and when; a fault of the machinery, so in ink. */
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
