import { AppError } from "./errors";
import { DAY_MS } from "./time";

/** A period, both ends inclusive. */
export type Period = { from: Date; to: Date };

/** Outside this range, calendars and databases disagree about dates. */
const EARLIEST = Date.UTC(1970, 0, 1);
const LATEST = Date.UTC(2200, 0, 1);

/**
 * The requested period, both ends inclusive.
 * @param days its length if `from` is missing; null: from the first reading on
 * @throws AppError `bad-request` on `from` if it is after `to`
 */
export function periodOf(
  asked: { from?: Date | undefined; to?: Date | undefined },
  days: number | null,
  now = new Date(),
): Period {
  const to = asked.to ?? (asked.from && asked.from > now ? asked.from : now);
  const from = asked.from ?? new Date(days === null ? EARLIEST : to.getTime() - days * DAY_MS);
  if (from > to) throw new AppError("bad-request", "from is after to.", { parameter: "from" });
  return { from: within(from), to: within(to) };
}

const within = (at: Date) => new Date(Math.min(LATEST, Math.max(EARLIEST, at.getTime())));
