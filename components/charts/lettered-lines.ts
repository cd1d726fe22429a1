/** The lines of a comparison as paths, and where their letters stand. Pure. */
import type { TimeWindow } from "./chart-frame";
import type { BandStep } from "./faint-lines";
import type { Row } from "./model";

type Scale = { toX: (t: number) => number; toY: (value: number) => number };

/** So many letters along a whole line. */
const LETTERS = 4;
/** Letters nearer than this would hide each other, in pixels. */
const APART = 17;

/** Measured and interpolated stretches of a line as paths, and the points that no line reaches. */
export function pathsOf(rows: readonly Row[], { toX, toY }: Scale) {
  const at = (row: Row, value: number) => `${toX(row.t).toFixed(1)} ${toY(value).toFixed(1)}`;
  const path = (numberOf: (row: Row) => number | null) =>
    rows
      .map((row, index) => {
        const value = numberOf(row);
        const before = rows[index - 1];
        if (value === null) return "";
        return (before && numberOf(before) !== null ? "L" : "M") + at(row, value);
      })
      .join("");
  return {
    measured: path((row) => row.measured),
    filled: path((row) => row.filled),
    dots: rows.flatMap((row) => (row.lone === null ? [] : [{ x: toX(row.t), y: toY(row.lone) }])),
  };
}

/** A band as one shape for each stretch of steps that follow each other, through the middle of each. */
export function bandPath(steps: readonly BandStep[], { toX, toY }: Scale): string {
  const stretches: BandStep[][] = [];
  for (const step of steps) {
    const stretch = stretches.at(-1);
    const before = stretch?.at(-1);
    if (stretch && before && step.from - before.to < (step.to - step.from) / 2) stretch.push(step);
    else stretches.push([step]);
  }
  return stretches.map((stretch) => shapeOf(stretch, toX, toY)).join("");
}

function shapeOf(stretch: readonly BandStep[], toX: Scale["toX"], toY: Scale["toY"]): string {
  // A single step has no width through its middle.
  const corners = stretch.flatMap(({ from, to, low, high }) =>
    (stretch.length === 1 ? [from, to] : [(from + to) / 2]).map((t) => ({ x: toX(t), low, high })),
  );
  const edge = (x: number, value: number) => `${x.toFixed(1)} ${toY(value).toFixed(1)}`;
  const upper = corners.map(({ x, high }) => edge(x, high));
  const lower = corners.map(({ x, low }) => edge(x, low)).reverse();
  return `M${[...upper, ...lower].join("L")}Z`;
}

export type LetterPlace = { letter: string; x: number; y: number };

/**
 * Where the letters of several lines stand: on points of their line, at even distances, each line's a little further
 * on than the line's before, none over another. A line that has a point in the window has at least one letter.
 */
export function lettersOf(
  lines: readonly { letter: string; rows: readonly Row[] }[],
  window: TimeWindow,
  scale: Scale,
): LetterPlace[] {
  const length = window.to - window.from;
  const placed: LetterPlace[] = [];
  lines.forEach(({ letter, rows }, turn) => {
    const spots = rows
      .filter((row) => row.point && row.t >= window.from && row.t <= window.to)
      .map((row) => ({ letter, x: scale.toX(row.t), y: scale.toY(row.point?.mean ?? 0) }));
    const before = placed.length;
    for (let n = 0; n < LETTERS; n++) {
      const wanted = scale.toX(window.from + ((n + (turn + 0.5) / lines.length) / LETTERS) * length);
      const near = nearest(spots, wanted);
      if (near && Math.abs(near.x - wanted) < APART && isFree(near, placed)) placed.push(near);
    }
    const [last] = spots.slice(-1);
    if (placed.length === before && last) placed.push(spots.findLast((spot) => isFree(spot, placed)) ?? last);
  });
  return placed;
}

function nearest(spots: readonly LetterPlace[], x: number): LetterPlace | undefined {
  let best: LetterPlace | undefined;
  for (const spot of spots) if (!best || Math.abs(spot.x - x) < Math.abs(best.x - x)) best = spot;
  return best;
}

const isFree = (spot: LetterPlace, placed: readonly LetterPlace[]) =>
  placed.every((other) => Math.hypot(other.x - spot.x, other.y - spot.y) >= APART);
