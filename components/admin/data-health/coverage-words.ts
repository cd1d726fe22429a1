/** Words for coverage, and runs of equal cells in a strip. Pure. */

import { formatShare } from "@/lib/base/core/numbers";
import { addDays, formatDayShort, weekdayOf } from "@/lib/base/core/time";
import type { Strip } from "@/lib/history/coverage/contract";

type Cells = Pick<Strip, "measured" | "filled" | "whole">;

/** A smaller missing share is ignored: one hour of 24 may come from the change of the clocks. */
const MIN_MISSING_SHARE = 0.05;

/** Why a cell is not full: readings are missing, came later, or were not fetched. */
type Ground = "missing" | "before" | "unfetched";

export const GROUND_WORDS: Record<Ground, string> = {
  missing: "missing",
  before: "no readings yet, before the first one",
  unfetched: "not fetched",
};

/** Why readings of a day are missing. */
function groundOf({ whole }: Pick<Cells, "whole">, fetched: readonly boolean[], position: number): Ground {
  if (whole[position]) return "missing";
  return fetched[position] ? "before" : "unfetched";
}

type DayState = "whole" | "part" | "none" | "unknown";

/** Missing share of a day, 0 to 1; null if unknown: a day that is fetched in part may lack nothing. */
export function missingOf({ measured, filled, whole }: Cells, position: number): number | null {
  if (!whole[position]) return null;
  const [has, interpolated] = [measured[position] ?? null, filled[position] ?? null];
  return has === null || interpolated === null ? null : Math.max(0, 1 - has - interpolated);
}

/** Classifies a day by the missing share of its usual readings. */
export function dayState(cells: Cells, position: number): DayState {
  const missing = missingOf(cells, position);
  if (missing === null) return "unknown";
  if (missing >= 0.9995) return "none";
  return missing < MIN_MISSING_SHARE ? "whole" : "part";
}

/** `Thu 12 Nov: measured 83 %, interpolated 4 %, missing 13 %`. */
export function cellWords(
  cells: Cells,
  days: readonly string[],
  fetched: readonly boolean[],
  position: number,
): string {
  const day = days[position] ?? "";
  const name = `${weekdayOf(day)} ${formatDayShort(day)}`;
  const missing = missingOf(cells, position);
  const [has = null, filled = 0] = [cells.measured[position], cells.filled[position] ?? 0];
  if (has === null) return `${name}: ${GROUND_WORDS[groundOf(cells, fetched, position)]}`;
  const parts = [
    `measured ${formatShare(has)}`,
    filled !== null && filled > 0 && `interpolated ${formatShare(filled)}`,
    missing === null && `the rest ${fetched[position] ? "before its first reading" : "not fetched"}`,
    missing !== null && missing > 0.0005 && `missing ${formatShare(missing)}`,
  ];
  return `${name}: ${parts.filter(Boolean).join(", ")}`;
}

/** The days in a state, consecutive ones joined: `3 Nov, 7 to 9 Nov`. Days that were not wholly fetched are left out. */
export function daysIn(
  state: DayState,
  cells: Cells,
  days: readonly string[],
  fetched: readonly boolean[],
): string {
  const runs: { first: string; last: string }[] = [];
  days.forEach((day, position) => {
    if (dayState(cells, position) !== state || !fetched[position]) return;
    const run = runs.at(-1);
    if (run && addDays(run.last, 1) === day) run.last = day;
    else runs.push({ first: day, last: day });
  });
  return runs.map(runWords).join(", ");
}

function runWords({ first, last }: { first: string; last: string }): string {
  if (first === last) return formatDayShort(first);
  const sameMonth = first.slice(0, 7) === last.slice(0, 7);
  return `${sameMonth ? Number(first.slice(8)) : formatDayShort(first)} to ${formatDayShort(last)}`;
}

/** Describes a strip for people who cannot see it. */
export function stripWords(strip: Strip, fetched: readonly boolean[]): string {
  const { measured, measuredShare, filledShare, missingShare } = strip;
  const count = (isMeant: (ground: Ground, isEmpty: boolean) => boolean) =>
    measured.filter((has, position) => isMeant(groundOf(strip, fetched, position), has === null)).length;
  const inPart = count((ground, isEmpty) => ground !== "missing" && !isEmpty);
  const before = count((ground, isEmpty) => ground === "before" && isEmpty);
  const unfetched = count((ground, isEmpty) => ground === "unfetched" && isEmpty);
  if (unfetched === measured.length) return "nothing fetched in these days";
  const parts = [
    measuredShare !== null &&
      `measured ${formatShare(measuredShare)}, interpolated ${formatShare(filledShare ?? 0)}, missing ${formatShare(missingShare ?? 0)}`,
    inPart > 0 && `readings of ${daysWords(inPart)} in part`,
    before > 0 && `no readings yet on ${daysWords(before)}`,
    unfetched > 0 && `not fetched on ${daysWords(unfetched)}`,
  ];
  return parts.filter(Boolean).join(", ");
}

const daysWords = (count: number) => `${count} ${count === 1 ? "day" : "days"}`;

/** Equal cells in a row; `from` and `length` count days. */
export type Run = { from: number; length: number; measured: number | null; filled: number; ground: Ground };

/** Joins equal cells of a strip, so that a page of areas has few elements. */
export function runsOf(cells: Cells, fetched: readonly boolean[]): Run[] {
  const runs: Run[] = [];
  cells.measured.forEach((measured, position) => {
    const filled = cells.filled[position] ?? 0;
    const ground = groundOf(cells, fetched, position);
    const last = runs.at(-1);
    if (last?.measured === measured && last.filled === filled && last.ground === ground) last.length += 1;
    else runs.push({ from: position, length: 1, measured, filled, ground });
  });
  return runs;
}
