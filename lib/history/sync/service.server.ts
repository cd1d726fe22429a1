import "server-only";
import type { Stretch } from "@/lib/base/core/stretches";
import { HOUR_MS } from "@/lib/base/core/time";
import type { Transaction } from "@/lib/base/db/transaction.server";
import { enqueue } from "@/lib/base/queue/service.server";
import { log } from "@/lib/base/request/log.server";
import type { ServiceAccess, SyncType } from "@/lib/farm/tenancies/contract";
import { listServiceAccess, resolveTenancy, serviceAccess } from "@/lib/farm/tenancies/service.server";
import { readFetches, submitFetch } from "@/lib/history/queries/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import type { SyncTypeView } from "./contract";
import type { EndedFetch, SyncSettings } from "./plan";
import { lateCheckPeriod, newestAvailable, nextWindow, oldestAvailable, stretchesToRefetch } from "./plan";
import { askOutcome, settle, withPendingFailure } from "./settle";
import {
  addAsks,
  endAsk,
  findHoles,
  listAsked,
  makeDue,
  readBook,
  type SyncKey,
  type SyncRecord,
  saveBook,
  saveLateCheck,
  saveState,
  setPaused,
  withSyncLock,
} from "./store.server";
import { toSyncView } from "./view";

const LATE_CHECK_EVERY_MS = 6 * HOUR_MS;

type Fetch = Awaited<ReturnType<typeof readFetches>>["ended"][number];

/**
 * Requests that a tenancy is fetched now, after it was created or its settings changed; clears pauses after failures. A
 * job starts within two seconds.
 */
export async function requestSync(tenancyId: number): Promise<void> {
  await makeDue(tenancyId);
  await queueSync(tenancyId);
}

/** Queues a run of {@link syncDue} for a tenancy; at once without a delay. */
export function queueSync(tenancyId: number, inMs?: number): Promise<void> {
  return enqueue("sync-due", { tenancyId }, { key: `sync-due:${tenancyId}`, inMs });
}

/** Fetches a tenancy's newest hours now (role admin). */
export async function fetchNow(actor: Actor, tenantId: string): Promise<void> {
  requireAccess(actor, "admin");
  const tenancy = await resolveTenancy(actor, tenantId);
  await requestSync(tenancy.id);
}

/** Pauses or resumes the fetching of one type (role admin); a running query goes on. */
export async function pauseSync(
  actor: Actor,
  tenantId: string,
  type: SyncType,
  paused: boolean,
): Promise<void> {
  requireAccess(actor, "admin");
  const tenancy = await resolveTenancy(actor, tenantId);
  await setPaused({ tenancyId: tenancy.id, tenantId, type }, paused);
  if (!paused) await queueSync(tenancy.id);
}

/** The span for which the service has data, in epoch milliseconds. */
export function fetchableSpan(dataDelayHours: number, now: number): Stretch {
  return { from: oldestAvailable(now), to: newestAvailable({ dataDelayHours }, now) };
}

/** Adds a request to fetch a stretch again, in the transaction of its audit entry (role admin). */
export async function addRequest(
  tx: Transaction,
  actor: Actor,
  key: SyncKey,
  stretch: Stretch,
): Promise<void> {
  requireAccess(actor, "admin");
  await addAsks(tx, key, [stretch], { reason: "request", askedBy: actor.name });
}

/**
 * Cancels a request to fetch a stretch again (role admin); what was fetched stays.
 * @returns the request, or null when it is over already
 */
export async function dropRequest(
  tx: Transaction,
  actor: Actor,
  tenancyId: number,
  id: bigint,
): Promise<{ type: string; fromAt: Date; toAt: Date; remainingTo: Date } | null> {
  requireAccess(actor, "admin");
  return endAsk(tx, tenancyId, id);
}

/** The active fetch of a type (role admin). */
export async function readActiveFetch(actor: Actor, tenancyId: number, type: SyncType) {
  requireAccess(actor, "admin");
  return (await readFetches(tenancyId, type, new Date())).active;
}

/** The state of fetching one type: its ledger, what runs, what comes next, what waits (role admin). */
export async function readSyncView(
  actor: Actor,
  key: Omit<SyncKey, "tenantId">,
  settings: SyncSettings,
  now: number,
): Promise<SyncTypeView> {
  requireAccess(actor, "admin");
  const { tenancyId, type } = key;
  const [book, active] = await Promise.all([
    readBook(tenancyId, type),
    readActiveFetch(actor, tenancyId, type),
  ]);
  return toSyncView(type, book, active, settings, now);
}

/** The fetched stretches of a tenancy's history, oldest first; epoch milliseconds. */
export async function completeStretches(tenancyId: number, type: SyncType): Promise<Stretch[]> {
  return (await readBook(tenancyId, type)).complete;
}

/**
 * Settles ended fetches of one tenancy, or all, and submits the next ones that are due
 * (docs/spec/service-in-the-field.md "Newest data"). At most one fetch per type is active. For the job runner.
 */
export async function syncDue(tenancyId?: number): Promise<void> {
  const all = tenancyId === undefined ? await listServiceAccess() : [await serviceAccess(tenancyId)];
  for (const access of all) {
    if (access?.sync.enabled) await syncTenancy(access);
  }
}

async function syncTenancy(access: ServiceAccess): Promise<void> {
  try {
    const done = await withSyncLock(access.tenancyId, async () => {
      for (const type of access.sync.types) await syncType(access, type);
    });
    // The other process may have read the state before the change that queued this run.
    if (!done) await queueSync(access.tenancyId, 2_000);
  } catch (error) {
    log.error({ err: error, tenantId: access.tenantId }, "Syncing the history failed");
  }
}

/**
 * Settles ended fetches of one type and submits the next one that is due, where none is active. The caller holds the
 * tenancy's lock.
 */
async function syncType(access: ServiceAccess, type: SyncType): Promise<void> {
  const key = { tenancyId: access.tenancyId, tenantId: access.tenantId, type };
  const settings = { ...access.sync, dataDelayHours: access.dataDelayHours };
  const before = await readBook(key.tenancyId, type);
  const { active, ended } = await readFetches(key.tenancyId, type, before.lastTryAt);
  const book = await settleAll(key, before, ended, settings);
  if (active?.error && active.nextTryAt)
    await saveState(key, withPendingFailure(book.state, active.error.message, active.nextTryAt.getTime()));
  if (active || book.paused) return;
  const now = Date.now();
  const window = nextWindow(await checkForHoles(key, book, settings, now), settings, now);
  if (!window) return;
  const filters = { from: new Date(window.from).toISOString(), to: new Date(window.to).toISOString() };
  await submitFetch(access, { type, filters }, window.purpose);
}

async function settleAll(
  key: SyncKey,
  before: SyncRecord,
  ended: Fetch[],
  settings: SyncSettings,
): Promise<SyncRecord> {
  const oldest = oldestAvailable(Date.now());
  let book = before;
  for (const query of ended) {
    const fetch = toEndedFetch(query);
    const settled = settle(book, fetch, settings.everyMinutes);
    const lastTryAt = new Date(fetch.finishedAt);
    const outcomes = new Map(settled.asks.map((ask) => [ask.id, askOutcome(ask, oldest)]));
    await saveBook(key, book, settled, { lastTryAt, succeeded: fetch.outcome === "succeeded", outcomes });
    book = { ...book, ...settled, lastTryAt, asks: settled.asks.filter(({ id }) => !outcomes.get(id)) };
  }
  return book;
}

function toEndedFetch(query: Fetch): EndedFetch {
  const { status } = query;
  return {
    queryId: query.id,
    purpose: query.purpose === "backfill" ? "backfill" : "sync",
    from: Date.parse(query.filters.from ?? ""),
    to: Date.parse(query.filters.to ?? ""),
    outcome: status === "completed" ? "succeeded" : status === "cancelled" ? "cancelled" : "failed",
    message: query.error?.message ?? `The fetch was ${status}.`,
    createdAt: query.createdAt.getTime(),
    finishedAt: (query.finishedAt ?? query.createdAt).getTime(),
  };
}

/** Checks every six hours where areas lack rows in fetched stretches. A failed check does not stop the sync. */
async function checkForHoles(
  key: SyncKey,
  book: SyncRecord,
  settings: SyncSettings,
  now: number,
): Promise<SyncRecord> {
  const checkedAt = book.lateLookedAt?.getTime() ?? 0;
  if (now - checkedAt < LATE_CHECK_EVERY_MS || book.complete.length === 0) return book;
  const span = lateCheckPeriod(newestAvailable(settings, now));
  const reach = new Date(span.from);
  const found = await findHoles(key.tenancyId, key.type, span).catch((error: unknown) => {
    log.warn({ err: error, tenantId: key.tenantId }, "Checking for late rows failed");
    return [];
  });
  const asked = await listAsked(key.tenancyId, key.type, reach);
  await saveLateCheck(key, new Date(now), stretchesToRefetch(found, book.complete, asked), reach);
  return readBook(key.tenancyId, key.type);
}
