/** Words for the progress of fetching history. Pure; `now` is a parameter. */
import { formatCount } from "@/lib/base/core/numbers";
import { formatUntil, HOUR_MS } from "@/lib/base/core/time";
import { hourWords } from "@/lib/history/queries/words";
import { OVERLAP_MS, type SyncTypeView } from "@/lib/history/sync/contract";

type Active = NonNullable<SyncTypeView["active"]>;
type Ask = SyncTypeView["asks"][number];
type Trouble = SyncTypeView["troubles"][number];
type Period = { from: string; to: string };
type Where = { zone: string; now: Date };

const REASONS: Record<Active["reason"], string> = {
  newest: "the newest hours",
  request: "again, as asked",
  hole: "a hole in the history",
  late: "hours in which areas had no rows",
  older: "older history",
};

/** Why a window is fetched: `older history`. */
export const reasonWords = (reason: Active["reason"]) => REASONS[reason];

/** `1 Nov 10:00 to 11 Nov 10:00` of the site. */
export function stretchWords({ from, to }: Period, { zone, now }: Where): string {
  return `${hourWords(new Date(from), zone, now)} to ${hourWords(new Date(to), zone, now)}`;
}

/** Progress of a fetch: `Downloading, 61,400 rows so far`. */
export function stepWords({
  status,
  rows,
  lastError,
}: Pick<Active, "status" | "rows" | "lastError">): string {
  if (lastError) return lastError;
  if (status === "queued") return "To be submitted";
  if (status === "downloading")
    return rows > 0 ? `Downloading, ${formatCount(rows)} rows so far` : "Downloading";
  return "The service is working on it";
}

/** A coming fetch and its time: `the newest hours, in 12 min`. */
export function comingWords(coming: SyncTypeView["coming"][number], { now }: Where, behind: boolean): string {
  const at = new Date(coming.at);
  const due = at.getTime() <= now.getTime();
  const when = due ? (behind ? "after this" : "now") : formatUntil(at, now);
  return `${reasonWords(coming.reason)}, ${when}`;
}

/** Progress of a requested refetch: `40 of 144 h`. */
export function askProgress({ from, to, remainingTo }: Pick<Ask, "from" | "to" | "remainingTo">): string {
  const hours = (text: string) => Date.parse(text) / HOUR_MS;
  return `${formatCount(hours(to) - hours(remainingTo))} of ${formatCount(hours(to) - hours(from))} h`;
}

/** The next try and the number of failed ones. */
export function againWords(
  { failures, nextTryAt }: Pick<Trouble, "failures" | "nextTryAt">,
  now: Date,
): string {
  const next = `Next try ${formatUntil(new Date(nextTryAt), now)}`;
  if (failures === 0) return `Stopped by an admin. ${next}`;
  return `${failures} ${failures === 1 ? "try" : "tries"} failed. ${next}`;
}

/** The newest hours are not reported as open: each fetch brings them. */

/** Wanted periods that are neither fetched nor listed as failing, newest first. */
export function openStretches({ wanted, complete, troubles }: SyncTypeView): Period[] {
  const known = [...complete, ...troubles].toSorted((a, b) => Date.parse(a.from) - Date.parse(b.from));
  const open: Period[] = [];
  let from = wanted.from;
  for (const one of known) {
    if (Date.parse(one.from) > Date.parse(from) && from < wanted.to) open.push({ from, to: one.from });
    if (Date.parse(one.to) > Date.parse(from)) from = one.to;
  }
  const rest = Date.parse(wanted.to) - Date.parse(from);
  if (rest > (complete.length > 0 ? OVERLAP_MS : 0)) open.push({ from, to: wanted.to });
  return open.toReversed();
}

/** Complete share of the wanted history, 0 to 1. */
export function completeShare({ wanted, complete }: Pick<SyncTypeView, "wanted" | "complete">): number {
  const [start, end] = [Date.parse(wanted.from), Date.parse(wanted.to)];
  if (end <= start) return 1;
  const have = complete.reduce(
    (sum, { from, to }) =>
      sum + Math.max(0, Math.min(Date.parse(to), end) - Math.max(Date.parse(from), start)),
    0,
  );
  return have / (end - start);
}

/** Describes the strip for people who cannot see it. */
export function ledgerWords(view: SyncTypeView, where: Where): string {
  const lacks = [...openStretches(view), ...view.troubles];
  if (lacks.length === 0) return "All that is wanted is complete.";
  const complete = `${Math.floor(completeShare(view) * 100)} % of what is wanted is complete`;
  return `${complete}. Missing: ${lacks.map((one) => stretchWords(one, where)).join("; ")}.`;
}
