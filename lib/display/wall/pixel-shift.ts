/** The whole picture moves a little against burn-in: 4 px at a time, on a path of 9 steps. */

const STEP_EVERY_MS = 120_000;
const PIXELS = 4;
/** Each step is one field from the last, the first from the ninth too. */
const PATH = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [-1, -1],
  [0, -1],
  [1, -1],
] as const;

/** How far the picture stands off, in pixels. */
export function shiftAt(now: number): { x: number; y: number } {
  const [x, y] = PATH[Math.floor(now / STEP_EVERY_MS) % PATH.length] ?? [0, 0];
  return { x: x * PIXELS, y: y * PIXELS };
}
