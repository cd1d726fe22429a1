/** The paths and letters of a comparison. Pure; in pixels of the plot. */
import { splitRuns } from "@/lib/base/core/group-by";
import type { TimeWindow } from "./plot/chart-frame";
import type { BandStep } from "./plot/faint-lines";
import { nearestBy, type PlotScale, pathThrough } from "./plot/geometry";
import { type Row, unbroken } from "./plot/rows";

type Scale = Pick<PlotScale, "toX" | "toY">;

/** Letters along a whole line. */
const LETTERS = 4;
/** The least distance between letters, in pixels. */
const LETTERS_APART = 17;

/** The measured and the interpolated part of a line as paths, and its points without neighbours. */
export function rowPaths(rows: readonly Row[], scale: Scale) {
  const path = (pick: (row: Row) => number | null) =>
    unbroken(rows, pick)
      .map((part) => pathThrough(part, scale))
      .join("");
  return {
    measured: path((row) => row.measured),
    filled: path((row) => row.filled),
    dots: rows.flatMap(({ t, lone }) => (lone === null ? [] : [{ x: scale.toX(t), y: scale.toY(lone) }])),
  };
}

/** A band as one shape for each run of consecutive steps, through the middle of each step. */
export function bandPath(steps: readonly BandStep[], scale: Scale): string {
  return splitRuns(steps, (before, step) => step.from - before.to < (step.to - step.from) / 2)
    .map((run) => {
      // The middle of a single step alone would have no width.
      const corners = run.flatMap(({ from, to, low, high }) =>
        (run.length === 1 ? [from, to] : [(from + to) / 2]).map((t) => ({ t, low, high })),
      );
      const upper = corners.map(({ t, high }) => ({ t, value: high }));
      const lower = corners.map(({ t, low }) => ({ t, value: low })).reverse();
      return `${pathThrough([...upper, ...lower], scale)}Z`;
    })
    .join("");
}

/** The width of the hatch of unknown starts, and the distance of the letters in it, in pixels. */
const STRIP_WIDTH = 18;
const STRIP_LETTER = 16;

/**
 * The hatched strip at the first edge of a plot by day of crop, with the letters of the jobs whose start is not known.
 * It stays in every zoom, because all their days may be shifted; null without such jobs.
 */
export function unknownStartStrip(
  letters: readonly string[],
  { left, top, bottom }: Pick<PlotScale, "left" | "top" | "bottom">,
) {
  if (letters.length === 0) return null;
  return {
    box: { x: left, y: top, width: STRIP_WIDTH, height: bottom - top },
    letters: letters.map((letter, place) => ({
      ...{ letter, x: left + STRIP_WIDTH / 2, y: top + 12 + place * STRIP_LETTER },
    })),
  };
}

type PlacedLetter = { letter: string; x: number; y: number };

/**
 * Places the letters on points of their lines at even distances, each line's a little further on than those of the line
 * before, without overlap. Every line with a point in the window gets at least one.
 */
export function placeLetters(
  lines: readonly { letter: string; rows: readonly Row[] }[],
  window: TimeWindow,
  scale: Scale,
): PlacedLetter[] {
  const length = window.to - window.from;
  const placed: PlacedLetter[] = [];
  lines.forEach(({ letter, rows }, turn) => {
    const spots = rows
      .filter((row) => row.point && row.t >= window.from && row.t <= window.to)
      .map((row) => ({ letter, x: scale.toX(row.t), y: scale.toY(row.point?.mean ?? 0) }));
    const before = placed.length;
    for (let n = 0; n < LETTERS; n++) {
      const wanted = scale.toX(window.from + ((n + (turn + 0.5) / lines.length) / LETTERS) * length);
      const near = nearestBy(spots, ({ x }) => Math.abs(x - wanted), LETTERS_APART);
      if (near && isFree(near, placed)) placed.push(near);
    }
    const [last] = spots.slice(-1);
    if (placed.length === before && last) placed.push(spots.findLast((spot) => isFree(spot, placed)) ?? last);
  });
  return placed;
}

const isFree = (spot: PlacedLetter, placed: readonly PlacedLetter[]) =>
  placed.every((other) => Math.hypot(other.x - spot.x, other.y - spot.y) >= LETTERS_APART);
