import { siteTimeWithAge } from "@/lib/base/core/time";
import { ApiError } from "@/lib/web/api/client";

/** A read that got no answer is tried again as often as the stream is. */
const UNANSWERED_MS = 15_000;

/** What was refused is refused for a while. */
const REFUSED_MS = 120_000;

/** Whether the same read may have another outcome soon. */
export function isWorthATry(error: unknown): boolean {
  return error !== null && (!(error instanceof ApiError) || error.status === 0 || error.status >= 500);
}

/** After how many milliseconds a read that failed is tried again. */
export function retryAfter(error: unknown): number {
  return isWorthATry(error) ? UNANSWERED_MS : REFUSED_MS;
}

type Read = { state: { error: unknown } };

/** The interval of a read: so many milliseconds while it goes well (false: never), and the next try where it failed. */
export function readEvery(ms: number | false) {
  return ({ state }: Read): number | false => (state.error ? retryAfter(state.error) : ms);
}

/**
 * How old is what stands on the page although it could not be read again.
 * @param readAt epoch milliseconds; 0 where it was never read
 */
export function lastGoodWords(readAt: number, zone: string, now: Date): string {
  return readAt > 0
    ? `Shown as of ${siteTimeWithAge(new Date(readAt), zone, now)}.`
    : "Nothing was read yet.";
}
