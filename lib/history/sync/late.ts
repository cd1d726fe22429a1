import { covers, joined, type Stretch, without } from "@/lib/base/core/stretches";

const DAY_MS = 86_400_000;
/**
 * How long rows are waited for. The hourly fetches ask for the last 48 hours each time, so that what comes within
 * these is stored anyway; a day later what is still away has been left out, or comes very late.
 */
const LATE_AFTER_MS = 3 * DAY_MS;
/** How far back it is looked: far enough to know an area's habit, near enough to cost little. */
const LOOK_BACK_MS = 17 * DAY_MS;
/** A look every six hours asks for no more than this, so that many holes cost the service little. */
const MOST = 4;
const LONGEST_MS = 2 * DAY_MS;

/** The period in which areas are looked at that lack rows. */
export function lateSpan(newest: number): Stretch {
  return { from: newest - LOOK_BACK_MS, to: newest - LATE_AFTER_MS };
}

/**
 * Which of the times in which areas lacked rows are asked for again: those that were fetched, and only once, since
 * what the service still does not have then it will hardly ever have. Areas whose holes touch are asked for
 * together, all areas at a time: once asked, a time is done with for every area.
 * @param found between which rows an area has none where it usually does
 * @param asked what was asked for again before, for whatever reason
 * @returns the newest first
 */
export function toAskAgain(
  found: readonly Stretch[],
  complete: readonly Stretch[],
  asked: readonly Stretch[],
): Stretch[] {
  const fetched = found.filter((hole) => covers(complete, hole));
  return without(joined(fetched), joined(asked))
    .flatMap((stretch) => parts(stretch))
    .reverse()
    .slice(0, MOST);
}

function parts({ from, to }: Stretch): Stretch[] {
  if (to - from <= LONGEST_MS) return [{ from, to }];
  return [{ from, to: from + LONGEST_MS }, ...parts({ from: from + LONGEST_MS, to })];
}
