import type { Words } from "@/lib/base/words/words";
import { ApiError } from "@/lib/web/api/client";

/** Same interval as the retries of the event stream. */
const UNANSWERED_MS = 15_000;

/** A refusal rarely changes soon. */
const REFUSED_MS = 120_000;

/** Returns true if the same read may succeed soon: no answer, or a fault of the server. */
export function isWorthATry(error: unknown): boolean {
  return error !== null && (!(error instanceof ApiError) || error.status === 0 || error.status >= 500);
}

/** Milliseconds until a failed read is tried again. */
export function retryAfter(error: unknown): number {
  return isWorthATry(error) ? UNANSWERED_MS : REFUSED_MS;
}

/** The refetch interval of a read: `ms` while it succeeds (false: never), the time of the next try after a failure. */
export function readEvery(ms: number | false) {
  return ({ state }: { state: { error: unknown } }) => (state.error ? retryAfter(state.error) : ms);
}

/** Says how old the data beside a failed read is. @param readAt epoch milliseconds; 0 before the first answer */
export function lastGoodWords(
  { t, siteTimeWithAge }: Words,
  readAt: number,
  zone: string,
  now: Date,
): string {
  if (readAt === 0) return t("live.readError.neverRead");
  return t("live.readError.asOf", { time: siteTimeWithAge(new Date(readAt), zone, now) });
}
