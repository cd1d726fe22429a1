import "server-only";
import type { Actor } from "@/lib/auth/contract";
import { requireAccess } from "@/lib/auth/rules";
import { log } from "@/lib/http/log.server";
import { enqueue } from "@/lib/jobs/service.server";
import { fetchesOf, submitFetch } from "@/lib/queries/service.server";
import type { ServiceAccess } from "@/lib/tenancies/contract";
import { listServiceAccess, resolveTenancy, serviceAccess } from "@/lib/tenancies/service.server";
import type { SyncType } from "./contract";
import { type EndedFetch, hold, nextWindow, settle } from "./plan";
import { alone, makeDue, readSyncState, type SyncRecord, saveSyncState, setPaused } from "./store.server";

type Fetch = Awaited<ReturnType<typeof fetchesOf>>["ended"][number];

/**
 * Asks for a tenancy to be fetched now: after it was made, or its settings were changed. Waiting times after
 * failures are forgotten. A job takes it up within a second or two.
 */
export async function requestSync(tenancyId: number): Promise<void> {
  await makeDue(tenancyId);
  await lookSoon(tenancyId);
}

/** Puts a look at a tenancy into the queue. */
export function lookSoon(tenancyId: number): Promise<void> {
  return enqueue("sync-due", { tenancyId }, { key: `sync-due:${tenancyId}` });
}

/** Fetches a tenancy's newest hours now (role admin). */
export async function fetchNow(actor: Actor, tenantId: string): Promise<void> {
  requireAccess(actor, "admin");
  const tenancy = await resolveTenancy(actor, tenantId);
  await requestSync(tenancy.id);
}

/** Stops or resumes the fetching of one type (role admin); a query that runs goes on. */
export async function pauseSync(
  actor: Actor,
  tenantId: string,
  type: SyncType,
  paused: boolean,
): Promise<void> {
  requireAccess(actor, "admin");
  const tenancy = await resolveTenancy(actor, tenantId);
  await setPaused(tenancy.id, type, paused);
  if (!paused) await lookSoon(tenancy.id);
}

/**
 * Looks at one tenancy, or all: takes in what became of its last fetches and submits the next one that is
 * due (service-in-the-field, The most recent data). At most one a type is on its way. For the job runner.
 */
export async function syncDue(tenancyId?: number): Promise<void> {
  const all = tenancyId === undefined ? await listServiceAccess() : [await serviceAccess(tenancyId)];
  for (const access of all) {
    if (access?.sync.enabled) await lookAtTenancy(access);
  }
}

async function lookAtTenancy(access: ServiceAccess): Promise<void> {
  try {
    const done = await alone(access.tenancyId, async () => {
      for (const type of access.sync.types) await lookAtType(access, type);
    });
    // The other process may have looked before what we were woken for.
    if (!done) await enqueueAfter(access.tenancyId);
  } catch (error) {
    log.error({ err: error, tenantId: access.tenantId }, "The history could not be looked after");
  }
}

function enqueueAfter(tenancyId: number): Promise<void> {
  return enqueue(
    "sync-due",
    { tenancyId },
    { key: `sync-due:${tenancyId}`, runAt: new Date(Date.now() + 2_000) },
  );
}

async function lookAtType(access: ServiceAccess, type: SyncType): Promise<void> {
  const before = await readSyncState(access.tenancyId, type);
  const { active, ended } = await fetchesOf(access.tenancyId, type, before.lastTryAt);
  const state = await settleAll(access, type, before, ended);
  if (active) return sayTrouble(access, type, state, active);
  if (state.paused) return;
  const window = nextWindow(state, { ...access.sync, dataDelayHours: access.dataDelayHours }, Date.now());
  if (!window) return;
  const filters = { from: new Date(window.from).toISOString(), to: new Date(window.to).toISOString() };
  await submitFetch(access, { type, filters }, window.purpose);
}

async function sayTrouble(
  access: ServiceAccess,
  type: SyncType,
  state: SyncRecord,
  { error, nextTryAt }: Fetch,
): Promise<void> {
  if (error && nextTryAt) await saveSyncState(access, type, hold(state, error.message, nextTryAt.getTime()));
}

async function settleAll(
  access: ServiceAccess,
  type: SyncType,
  before: SyncRecord,
  ended: Fetch[],
): Promise<SyncRecord> {
  let state = before;
  for (const query of ended) {
    const fetch = toEndedFetch(query);
    const lastTryAt = new Date(fetch.finishedAt);
    state = { ...state, ...settle(state, fetch, access.sync.everyMinutes), lastTryAt };
    await saveSyncState(access, type, state, { lastTryAt, succeeded: fetch.succeeded });
  }
  return state;
}

function toEndedFetch(query: Fetch): EndedFetch {
  return {
    purpose: query.purpose === "backfill" ? "backfill" : "sync",
    from: Date.parse(query.filters.from ?? ""),
    to: Date.parse(query.filters.to ?? ""),
    succeeded: query.status === "completed",
    message: query.error?.message ?? `The fetch was ${query.status}.`,
    createdAt: query.createdAt.getTime(),
    finishedAt: (query.finishedAt ?? query.createdAt).getTime(),
  };
}
