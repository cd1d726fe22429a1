import "server-only";
import { z } from "zod";
import { cursorInstant, readCursor, writeCursor } from "@/lib/base/core/cursor";
import { AppError } from "@/lib/base/core/errors";
import { ulid } from "@/lib/base/core/ulid";
import { enqueue } from "@/lib/base/queue/service.server";
import type { QueryOf } from "@/lib/base/request/endpoint";
import type { ServiceAccess, TenancyRef } from "@/lib/farm/tenancies/contract";
import { requireTenancy, resolveTenancy, serviceAccess } from "@/lib/farm/tenancies/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import type { QueryRequest } from "@/lib/service/contract";
import { checkQueryRequest, emptyPeriod, type Finding, toSentQuery } from "@/lib/service/request-rules";
import { advance, type StepHooks } from "./advance.server";
import type { listQueries, NewQuery, Query, QueryPurpose, QueryStatus } from "./contract";
import {
  activeFetch,
  changeQuery,
  endedFetches,
  findQuery,
  insertQuery,
  listQueryPage,
  type QueryRecord,
  strandedQueries,
} from "./store.server";
import { rejectLimited, visibleQuery } from "./visible.server";
import { isOver } from "./words";

/** The creation and the id of a page's last query. */
const POSITION = z.tuple([cursorInstant, z.string()]);

/** Returns true if a tenancy, which its reader may see as a whole, has a query. */
export async function holdsQuery(tenancy: TenancyRef, id: string): Promise<boolean> {
  return tenancy.within === null && (await findQuery(id))?.tenancyId === tenancy.id;
}

type Accepted = { id: string; status: QueryStatus };

/**
 * Accepts a query (docs/spec/http-contract.md "Queries"); it runs in the background.
 * @throws AppError `bad-request` with the member at fault, `forbidden` (rejectLimited), `conflict` when the tenancy is not connected
 */
export async function submitQuery(actor: Actor, input: NewQuery): Promise<Accepted> {
  const tenancy = await requireTenancy(actor, "grower", input.tenant);
  rejectLimited(tenancy);
  return checkAndAccept(tenancy, input, actor);
}

/** Accepts the same query again, with its filters as they were requested. */
export async function runAgain(actor: Actor, id: string): Promise<Accepted> {
  const { query, tenancy } = await visibleQuery(actor, id, "grower");
  const { type, asked: filters, selectColumns } = query;
  return checkAndAccept(tenancy, { type, filters, selectColumns: selectColumns ?? undefined }, actor);
}

/**
 * Cancels a query that is not over. The service has no such call, so its own work may go on.
 * @throws AppError `not-found`, `conflict` when it is over
 */
export async function cancelQuery(actor: Actor, id: string): Promise<void> {
  await visibleQuery(actor, id, "grower");
  const now = new Date();
  const waiting: QueryStatus[] = ["queued", "submitted", "running"];
  const ended = await changeQuery(id, waiting, {
    status: "cancelled",
    cancelAsked: true,
    finishedAt: now,
    nextTryAt: null,
    error: null,
  });
  // While rows are being stored, the import itself notices within half a second.
  if (ended || (await changeQuery(id, ["downloading"], { cancelAsked: true }))) return;
  throw new AppError("conflict", "The query is over already.");
}

/** A page of queries, newest first (GET /api/v1/queries); none for people limited to some control areas. */
export async function listQueriesPage(
  actor: Actor,
  input: QueryOf<typeof listQueries>,
): Promise<{ items: Query[]; nextCursor: string | null }> {
  requireAccess(actor, "viewer");
  const tenancy = await resolveTenancy(actor, input.tenant);
  if (tenancy.within !== null) return { items: [], nextCursor: null };
  const position = input.cursor === undefined ? undefined : readCursor(input.cursor, POSITION);
  const after = position && { createdAt: new Date(position[0]), id: position[1] };
  const rows = await listQueryPage(tenancy.id, { purpose: input.purpose, limit: input.limit, after });
  const items = rows.slice(0, input.limit);
  const last = items.at(-1);
  const more = rows.length > input.limit && last !== undefined;
  return {
    items: items.map(toQuery),
    nextCursor: more ? writeCursor([last.createdAt.getTime(), last.id]) : null,
  };
}

/** One query and how far it is (GET /api/v1/queries/{id}). */
export async function readOneQuery(actor: Actor, id: string): Promise<Query> {
  return toQuery((await visibleQuery(actor, id)).query);
}

/** Accepts a query that fetches history, for lib/history/sync. */
export async function submitFetch(
  access: ServiceAccess,
  request: QueryRequest,
  purpose: Exclude<QueryPurpose, "person">,
): Promise<Accepted> {
  return accept(access, request, purpose, "Leafwatch");
}

/** The active fetch of a type's history, and those that ended since an instant. For lib/history/sync. */
export async function readFetches(
  tenancyId: number,
  type: string,
  since: Date | null,
): Promise<{ active: QueryRecord | null; ended: QueryRecord[] }> {
  const active = await activeFetch(tenancyId, type);
  return { active, ended: await endedFetches(tenancyId, type, since) };
}

/**
 * Runs one step of a query and queues the next one. For the job runner.
 * @returns the query when it is over or waits after a failed call, else null
 */
export async function advanceQuery(id: string, hooks: StepHooks = {}): Promise<QueryRecord | null> {
  const outcome = await advance(id, hooks);
  if (outcome?.kind === "over") return outcome.query;
  if (outcome) await enqueueStep(id, new Date(outcome.at));
  return outcome?.error ? findQuery(id) : null;
}

/** Queues queries again whose job was lost. For the job runner. */
export async function pickUpStranded(): Promise<void> {
  for (const id of await strandedQueries()) await enqueueStep(id);
}

async function checkAndAccept(
  tenancy: TenancyRef,
  { type, filters, selectColumns }: QueryRequest,
  actor: Actor,
): Promise<Accepted> {
  refuse(checkQueryRequest({ type, filters, selectColumns }).at(0));
  const access = await serviceAccess(tenancy.id);
  if (!access) {
    throw new AppError(
      "conflict",
      `${tenancy.name} is not connected to the service yet. An admin enters its addresses and client under Admin, Tenancies.`,
    );
  }
  return accept(access, { type, filters, selectColumns }, "person", actor.name);
}

function enqueueStep(id: string, runAt?: Date): Promise<void> {
  return enqueue("advance-query", { id }, { key: `query:${id}`, runAt });
}

function refuse(fault: Finding | null | undefined): void {
  if (fault) throw new AppError("bad-request", `${fault.message}.`, { parameter: fault.member });
}

async function accept(
  access: ServiceAccess,
  { type, filters, selectColumns }: QueryRequest,
  purpose: QueryPurpose,
  requestedBy: string,
): Promise<Accepted> {
  const now = Date.now();
  const sent = toSentQuery({ type, filters }, now, access.dataDelayHours);
  refuse(emptyPeriod(filters ?? {}, sent.window));
  const id = ulid(now, crypto.getRandomValues(new Uint8Array(16)));
  await insertQuery({
    id,
    tenancyId: access.tenancyId,
    type,
    asked: filters ?? {},
    filters: sent.request.filters,
    selectColumns,
    purpose,
    requestedBy,
  });
  await enqueueStep(id);
  return { id, status: "queued" };
}

/** A query as the API shows it. */
function toQuery(query: QueryRecord): Query {
  const { id, queryId, type, filters, asked, selectColumns, status, serviceStatus, purpose } = query;
  const { stored, added, improved, changed, unchanged, empty, rejected, unrequested, bytes } = query;
  const iso = (at: Date | null) => at?.toISOString() ?? null;
  return {
    ...{ id, queryId, type, filters, asked, selectColumns, status, serviceStatus, purpose },
    ...{ stored, added, improved, changed, unchanged, empty, rejected, unrequested, bytes },
    rows: stored + empty + rejected,
    requestedBy: query.requestedBy,
    error: status === "failed" ? query.error : null,
    lastError: isOver(status) ? null : query.error,
    createdAt: query.createdAt.toISOString(),
    submittedAt: iso(query.submittedAt),
    runningAt: iso(query.runningAt),
    downloadingAt: iso(query.downloadingAt),
    finishedAt: iso(query.finishedAt),
    nextTryAt: iso(query.nextTryAt),
  };
}
