import "server-only";
import type { Stretch } from "@/lib/base/core/stretches";
import { HOUR_MS } from "@/lib/base/core/time";
import type { Transaction } from "@/lib/base/db/transaction.server";
import { enqueue } from "@/lib/base/queue/service.server";
import { log } from "@/lib/base/request/log.server";
import type { ServiceAccess, SyncType } from "@/lib/farm/tenancies/contract";
import { listServiceAccess, resolveTenancy, serviceAccess } from "@/lib/farm/tenancies/service.server";
import { fetchesOf, submitFetch } from "@/lib/history/queries/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import type { SyncTypeView } from "./contract";
import type { EndedFetch, SyncSettings } from "./plan";
import { lateSpan, newestOf, nextWindow, oldestOf, toAskAgain } from "./plan";
import { hold, outcomeOf, settle } from "./settle";
import {
  addAsks,
  alone,
  endAsk,
  findHoles,
  listAsked,
  listOpenAsks,
  makeDue,
  readBook,
  type SyncKey,
  type SyncRecord,
  saveBook,
  saveLook,
  saveState,
  setPaused,
} from "./store.server";
import { viewOf } from "./view";

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
  await setPaused({ tenancyId: tenancy.id, tenantId, type }, paused);
  if (!paused) await lookSoon(tenancy.id);
}

/** What the service can be asked for at all, in epoch milliseconds. */
export function fetchableSpan(dataDelayHours: number, now: number): Stretch {
  return { from: oldestOf(now), to: newestOf({ dataDelayHours }, now) };
}

/** Keeps that a stretch is to be fetched again, within the transaction that says who wanted it (role admin). */
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
 * Takes back that a stretch is to be fetched again (role admin); what was fetched stays.
 * @returns the stretch, or null when it is over already
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

/** The fetch that is on its way, for whoever may stop it (role admin). */
export async function activeFetchOf(actor: Actor, tenancyId: number, type: SyncType) {
  requireAccess(actor, "admin");
  return (await fetchesOf(tenancyId, type, new Date())).active;
}

/** How the fetching of one type stands: its ledger, what runs, what comes next, what waits (role admin). */
export async function readSyncOf(
  actor: Actor,
  key: Omit<SyncKey, "tenantId">,
  settings: SyncSettings,
  now: number,
): Promise<SyncTypeView> {
  requireAccess(actor, "admin");
  const { tenancyId, type } = key;
  const [book, active, asks] = await Promise.all([
    readBook(tenancyId, type),
    activeFetchOf(actor, tenancyId, type),
    listOpenAsks(tenancyId, type),
  ]);
  return viewOf({ type, book, active, asks, settings, now });
}

/** What of a tenancy's history has been fetched, oldest first; epoch milliseconds. */
export async function completeStretches(tenancyId: number, type: SyncType): Promise<Stretch[]> {
  return (await readBook(tenancyId, type)).complete;
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
  return enqueue("sync-due", { tenancyId }, { key: `sync-due:${tenancyId}`, inMs: 2_000 });
}

type Fetch = Awaited<ReturnType<typeof fetchesOf>>["ended"][number];

const LATE_EVERY_MS = 6 * HOUR_MS;

/**
 * Looks at one type of a tenancy: takes in what became of its last fetches and submits the next one that is due.
 * At most one is on its way. The caller sees to it that nobody else looks at the same time.
 */
export async function lookAtType(access: ServiceAccess, type: SyncType): Promise<void> {
  const key = { tenancyId: access.tenancyId, tenantId: access.tenantId, type };
  const settings = { ...access.sync, dataDelayHours: access.dataDelayHours };
  const before = await readBook(key.tenancyId, type);
  const { active, ended } = await fetchesOf(key.tenancyId, type, before.lastTryAt);
  const book = await settleAll(key, before, ended, settings);
  if (active) return sayTrouble(key, book, active);
  if (book.paused) return;
  const now = Date.now();
  const window = nextWindow(await lookForHoles(key, book, settings, now), settings, now);
  if (!window) return;
  const filters = { from: new Date(window.from).toISOString(), to: new Date(window.to).toISOString() };
  await submitFetch(access, { type, filters }, window.purpose);
}

async function sayTrouble(key: SyncKey, book: SyncRecord, { error, nextTryAt }: Fetch): Promise<void> {
  if (error && nextTryAt) await saveState(key, hold(book.state, error.message, nextTryAt.getTime()));
}

async function settleAll(
  key: SyncKey,
  before: SyncRecord,
  ended: Fetch[],
  settings: SyncSettings,
): Promise<SyncRecord> {
  let book = before;
  for (const query of ended) {
    const fetch = toEndedFetch(query);
    const settled = settle(book, fetch, settings.everyMinutes);
    const lastTryAt = new Date(fetch.finishedAt);
    const over = overOf(settled.asks);
    await saveBook(key, book, settled, { lastTryAt, succeeded: fetch.outcome === "succeeded", over });
    book = { ...book, ...settled, lastTryAt, asks: settled.asks.filter(({ id }) => !over.has(id)) };
  }
  return book;
}

function overOf(asks: SyncRecord["asks"]): Map<string, string> {
  const oldest = oldestOf(Date.now());
  return new Map(
    asks.flatMap((ask) => {
      const outcome = outcomeOf(ask, oldest);
      return outcome === null ? [] : [[ask.id, outcome] as const];
    }),
  );
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

/** Now and then it looks where areas lack rows in what was fetched. A look that fails keeps nothing else away. */
async function lookForHoles(
  key: SyncKey,
  book: SyncRecord,
  settings: SyncSettings,
  now: number,
): Promise<SyncRecord> {
  const looked = book.lateLookedAt?.getTime() ?? 0;
  if (now - looked < LATE_EVERY_MS || book.complete.length === 0) return book;
  const span = lateSpan(newestOf(settings, now));
  const reach = new Date(span.from);
  const found = await findHoles(key.tenancyId, key.type, span).catch((error: unknown) => {
    log.warn({ err: error, tenantId: key.tenantId }, "It could not be looked for areas that lack rows");
    return [];
  });
  const asked = await listAsked(key.tenancyId, key.type, reach);
  await saveLook(key, new Date(now), toAskAgain(found, book.complete, asked), reach);
  return readBook(key.tenancyId, key.type);
}
