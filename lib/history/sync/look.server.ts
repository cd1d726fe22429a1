import "server-only";
import { log } from "@/lib/base/request/log.server";
import type { ServiceAccess, SyncType } from "@/lib/farm/tenancies/contract";
import { fetchesOf, submitFetch } from "@/lib/history/queries/service.server";
import { findHoles, listAsked, saveLook } from "./ask-store.server";
import { lateSpan, toAskAgain } from "./late";
import { newestOf, nextWindow, oldestOf } from "./plan";
import { hold, outcomeOf, settle } from "./settle";
import type { EndedFetch, SyncSettings } from "./state";
import { readBook, type SyncKey, type SyncRecord, saveBook, saveState } from "./store.server";

type Fetch = Awaited<ReturnType<typeof fetchesOf>>["ended"][number];

const LATE_EVERY_MS = 6 * 3_600_000;

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
