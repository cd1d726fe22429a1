/** Words for coverage, and runs of equal cells in a strip. Pure. */

import { addDays } from "@/lib/base/core/time";
import type { PlainKey } from "@/lib/base/words/messages";
import type { Words } from "@/lib/base/words/words";
import type { Strip } from "@/lib/history/coverage/contract";

type Cells = Pick<Strip, "measured" | "filled" | "whole">;

/** A smaller missing share is ignored: one hour of 24 may come from the change of the clocks. */
const MIN_MISSING_SHARE = 0.05;

/** Why a cell is not full: readings are missing, came later, or were not fetched. */
type Ground = "missing" | "before" | "unfetched";

export const GROUND_WORDS = {
  missing: "admin.health.coverage.ground.missing",
  before: "admin.health.coverage.ground.before",
  unfetched: "admin.health.coverage.ground.unfetched",
} as const satisfies Record<Ground, PlainKey>;

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
  { t, weekdayOf, formatDayShort, formatShare }: Words,
  cells: Cells,
  days: readonly string[],
  fetched: readonly boolean[],
  position: number,
): string {
  const date = days[position] ?? "";
  const day = `${weekdayOf(date)} ${formatDayShort(date)}`;
  const missing = missingOf(cells, position);
  const [has = null, filled = 0] = [cells.measured[position], cells.filled[position] ?? 0];
  if (has === null) {
    const ground = t(GROUND_WORDS[groundOf(cells, fetched, position)]);
    return t("admin.health.coverage.day", { day, facts: ground });
  }
  const rest = fetched[position] ? "admin.health.coverage.restBefore" : "admin.health.coverage.restUnfetched";
  const parts = [
    t("admin.health.coverage.isMeasured", { share: formatShare(has) }),
    filled !== null &&
      filled > 0 &&
      t("admin.health.coverage.isInterpolated", { share: formatShare(filled) }),
    missing === null && t(rest),
    missing !== null &&
      missing > 0.0005 &&
      t("admin.health.coverage.isMissing", { share: formatShare(missing) }),
  ];
  return t("admin.health.coverage.day", { day, facts: parts.filter(Boolean).join(", ") });
}

/** The days in a state, consecutive ones joined: `3 Nov, 7 to 9 Nov`. Days that were not wholly fetched are left out. */
export function daysIn(
  words: Words,
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
  return runs.map((run) => runWords(words, run)).join(", ");
}

function runWords({ t, formatDayShort }: Words, { first, last }: { first: string; last: string }): string {
  if (first === last) return formatDayShort(first);
  const sameMonth = first.slice(0, 7) === last.slice(0, 7);
  const from = sameMonth ? String(Number(first.slice(8))) : formatDayShort(first);
  return t("time.span", { from, to: formatDayShort(last) });
}

/** Describes a strip for people who cannot see it. */
export function stripWords({ t, formatShare }: Words, strip: Strip, fetched: readonly boolean[]): string {
  const { measured, measuredShare, filledShare, missingShare } = strip;
  const count = (isMeant: (ground: Ground, isEmpty: boolean) => boolean) =>
    measured.filter((has, position) => isMeant(groundOf(strip, fetched, position), has === null)).length;
  const inPart = count((ground, isEmpty) => ground !== "missing" && !isEmpty);
  const before = count((ground, isEmpty) => ground === "before" && isEmpty);
  const unfetched = count((ground, isEmpty) => ground === "unfetched" && isEmpty);
  if (unfetched === measured.length) return t("admin.health.coverage.nothing");
  const parts = [
    ...(measuredShare === null
      ? []
      : [
          t("admin.health.coverage.isMeasured", { share: formatShare(measuredShare) }),
          t("admin.health.coverage.isInterpolated", { share: formatShare(filledShare ?? 0) }),
          t("admin.health.coverage.isMissing", { share: formatShare(missingShare ?? 0) }),
        ]),
    inPart > 0 && t("admin.health.coverage.partOf", { count: inPart }),
    before > 0 && t("admin.health.coverage.noneOn", { count: before }),
    unfetched > 0 && t("admin.health.coverage.unfetchedOn", { count: unfetched }),
  ];
  return parts.filter(Boolean).join(", ");
}

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
