/** Words for the progress of fetching history. Pure; `now` is a parameter. */
import { HOUR_MS } from "@/lib/base/core/time";
import type { Words } from "@/lib/base/words/words";
import { hourWords } from "@/lib/history/queries/words";
import { OVERLAP_MS, type SyncTypeView } from "@/lib/history/sync/contract";

type Active = NonNullable<SyncTypeView["active"]>;
type Ask = SyncTypeView["asks"][number];
type Trouble = SyncTypeView["troubles"][number];
type Period = { from: string; to: string };
type Where = { zone: string; now: Date };

/** Why a window is fetched, for messages: the last choice of one is always called "other". */
export const reasonChoice = (reason: Active["reason"]) => (reason === "older" ? "other" : reason);

/** `1 Nov 10:00 to 11 Nov 10:00` of the site. */
export function stretchWords({ t }: Words, { from, to }: Period, { zone, now }: Where): string {
  return t("time.span", {
    from: hourWords(new Date(from), zone, now),
    to: hourWords(new Date(to), zone, now),
  });
}

/** Progress of a fetch: `Downloading, 61,400 rows so far`. */
export function stepWords(
  { t }: Words,
  { status, rows, lastError }: Pick<Active, "status" | "rows" | "lastError">,
): string {
  if (lastError) return lastError;
  if (status === "queued") return t("admin.health.sync.queued");
  if (status === "downloading") return t("admin.health.sync.downloading", { rows });
  return t("admin.health.sync.running");
}

/** A coming fetch and its time: `Newest hours, in 12 min`. */
export function comingWords(
  { t, formatUntil }: Words,
  { reason, at }: SyncTypeView["coming"][number],
  now: Date,
  isBehind: boolean,
): string {
  const due = new Date(at);
  return t("admin.health.sync.coming", {
    reason: reasonChoice(reason),
    behind: isBehind && due <= now ? "yes" : "other",
    when: formatUntil(due, now),
  });
}

/** The hours of a requested period: those done, and all. */
export function askProgress({ from, to, remainingTo }: Pick<Ask, "from" | "to" | "remainingTo">) {
  const hours = (text: string) => Date.parse(text) / HOUR_MS;
  return { done: hours(to) - hours(remainingTo), all: hours(to) - hours(from) };
}

/** The next try and the number of failed ones. */
export function againWords(
  { t, formatUntil }: Words,
  { failures, nextTryAt }: Pick<Trouble, "failures" | "nextTryAt">,
  now: Date,
): string {
  return t("admin.health.sync.tries", { count: failures, when: formatUntil(new Date(nextTryAt), now) });
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
export function ledgerWords(words: Words, view: SyncTypeView, where: Where): string {
  const lacks = [...openStretches(view), ...view.troubles];
  if (lacks.length === 0) return words.t("admin.health.sync.isComplete");
  return words.t("admin.health.sync.isPartial", {
    share: words.formatShare(completeShare(view)),
    periods: lacks.map((one) => stretchWords(words, one, where)).join("; "),
  });
}
