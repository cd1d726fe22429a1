const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * Whether a bucket of a day is not over: its mean so far is none of a whole day.
 * @param t its beginning, on the axis, epoch milliseconds
 * @param until the newest hour that can have come, on the same axis
 */
export const isRunning = (t: number, step: number, until: number): boolean =>
  step >= DAY && t + step > until + HOUR;
