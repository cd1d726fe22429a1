import type { Query } from "./contract";
import type { QueryRecord } from "./store.server";
import { isOver } from "./words";

/** A query as the API shows it; `rows` is the sum of what became of them. */
export function toQuery(query: QueryRecord): Query {
  const { id, queryId, type, filters, asked, selectColumns, status, serviceStatus, purpose, requestedBy } =
    query;
  const { stored, added, improved, changed, unchanged, empty, rejected, unrequested, bytes, error } = query;
  return {
    id,
    queryId,
    type,
    filters,
    asked,
    selectColumns,
    status,
    serviceStatus,
    rows: stored + empty + rejected,
    stored,
    added,
    improved,
    changed,
    unchanged,
    empty,
    rejected,
    unrequested,
    bytes,
    error: status === "failed" ? error : null,
    lastError: isOver(status) ? null : error,
    requestedBy,
    purpose,
    createdAt: query.createdAt.toISOString(),
    submittedAt: iso(query.submittedAt),
    runningAt: iso(query.runningAt),
    downloadingAt: iso(query.downloadingAt),
    finishedAt: iso(query.finishedAt),
    nextTryAt: iso(query.nextTryAt),
  };
}

const iso = (at: Date | null) => at?.toISOString() ?? null;
