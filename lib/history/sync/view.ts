import { covers, type Stretch } from "@/lib/base/core/stretches";
import type { SyncType } from "@/lib/farm/tenancies/contract";
import type { readFetches } from "@/lib/history/queries/service.server";
import type { SyncReason, SyncTypeView } from "./contract";
import {
  type Ask,
  comingWindows,
  newestAvailable,
  type SyncBook,
  type SyncSettings,
  wantedFrom,
} from "./plan";

type ActiveFetch = NonNullable<Awaited<ReturnType<typeof readFetches>>["active"]>;

export type SyncFacts = {
  type: SyncType;
  book: SyncBook & { paused: boolean };
  active: ActiveFetch | null;
  settings: SyncSettings;
  /** Epoch milliseconds. */
  now: number;
};

/** The state of fetching one type, as the API shows it. */
export function toSyncView({ type, book, active, settings, now }: SyncFacts): SyncTypeView {
  const { paused, complete, troubles, asks } = book;
  const wanted = { from: wantedFrom(settings, now), to: newestAvailable(settings, now) };
  return {
    type,
    paused,
    wanted: texts(wanted),
    complete: complete.map((line) => ({
      ...texts(line),
      fetchedAt: text(line.fetchedAt),
      queryId: line.queryId,
    })),
    troubles: troubles.map(({ failures, nextTryAt, lastError, ...stretch }) => ({
      ...texts(stretch),
      ...{ failures, lastError, nextTryAt: text(nextTryAt) },
    })),
    asks: asks.map(askView),
    active: active && activeView(active, book),
    coming: paused
      ? []
      : comingWindows(book, settings, now).map(({ why, at, ...stretch }) => ({
          ...texts(stretch),
          ...{ reason: why, at: text(at) },
        })),
  };
}

const text = (at: number) => new Date(at).toISOString();
const texts = ({ from, to }: Stretch) => ({ from: text(from), to: text(to) });

function askView({ from, to, until, askedAt, nextTryAt, ...rest }: Ask): SyncTypeView["asks"][number] {
  return {
    ...rest,
    ...texts({ from, to: until }),
    ...{
      remainingTo: text(to),
      askedAt: text(askedAt),
      nextTryAt: nextTryAt === null ? null : text(nextTryAt),
    },
  };
}

function activeView(active: ActiveFetch, book: SyncBook): NonNullable<SyncTypeView["active"]> {
  const { id, status, stored, empty, bytes, createdAt, error } = active;
  const from = Date.parse(active.filters.from ?? "");
  const to = Date.parse(active.filters.to ?? "");
  return {
    ...{ id, status, bytes, rows: stored + empty },
    ...texts({ from, to }),
    reason: active.purpose === "sync" ? "newest" : fetchReason({ from, to }, book),
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
