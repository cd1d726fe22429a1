import { covers, type Stretch } from "@/lib/base/core/stretches";
import type { SyncType } from "@/lib/farm/tenancies/contract";
import type { readFetches } from "@/lib/history/queries/service.server";
import type { SyncReason, SyncTypeView } from "./contract";
import { comingWindows, newestAvailable, type SyncBook, type SyncSettings, wantedFrom } from "./plan";

type ActiveFetch = NonNullable<Awaited<ReturnType<typeof readFetches>>["active"]>;

const text = (at: number) => new Date(at).toISOString();
const texts = ({ from, to }: Stretch) => ({ from: text(from), to: text(to) });

/**
 * The state of fetching one type, as the API shows it.
 * @param now epoch milliseconds
 */
export function toSyncView(
  type: SyncType,
  book: SyncBook & { paused: boolean },
  active: ActiveFetch | null,
  settings: SyncSettings,
  now: number,
): SyncTypeView {
  const coming = book.paused ? [] : comingWindows(book, settings, now);
  return {
    type,
    paused: book.paused,
    wanted: texts({ from: wantedFrom(settings, now), to: newestAvailable(settings, now) }),
    complete: book.complete.map((line) => ({
      ...texts(line),
      fetchedAt: text(line.fetchedAt),
      queryId: line.queryId,
    })),
    troubles: book.troubles.map((trouble) => ({
      ...trouble,
      ...texts(trouble),
      nextTryAt: text(trouble.nextTryAt),
    })),
    asks: book.asks.map(({ until, ...ask }) => ({
      ...ask,
      ...texts({ from: ask.from, to: until }),
      remainingTo: text(ask.to),
      askedAt: text(ask.askedAt),
      nextTryAt: ask.nextTryAt === null ? null : text(ask.nextTryAt),
    })),
    active: active && activeView(active, book),
    coming: coming.map(({ why, at, ...window }) => ({ ...texts(window), reason: why, at: text(at) })),
  };
}

function activeView(active: ActiveFetch, book: SyncBook): NonNullable<SyncTypeView["active"]> {
  const { id, status, purpose, filters, stored, empty, bytes, createdAt, error } = active;
  const stretch = { from: Date.parse(filters.from ?? ""), to: Date.parse(filters.to ?? "") };
  return {
    ...texts(stretch),
    id,
    status,
    reason: purpose === "sync" ? "newest" : fetchReason(stretch, book),
    rows: stored + empty,
    bytes,
    startedAt: createdAt.toISOString(),
    lastError: error?.message ?? null,
  };
}

/** Why a stretch is fetched; read from the book, because a query does not say. */
function fetchReason(stretch: Stretch, { asks, complete }: SyncBook): SyncReason {
  const ask = asks.find(({ from, to }) => stretch.to === to && stretch.from >= from);
  if (ask && (ask.reason === "request" || covers(complete, stretch))) return ask.reason;
  return stretch.from < (complete[0]?.from ?? Number.POSITIVE_INFINITY) ? "older" : "hole";
}
