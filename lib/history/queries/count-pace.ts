/** Parts that take less are made longer, those that take more shorter: in milliseconds. */
const SHORT_MS = 500;
const LONG_MS = 2_000;
const GROWTH = 3;

/** How many hours the next part of a count holds, after one of so many hours took so many milliseconds. Pure. */
export function nextPartHours(hours: number, tookMs: number): number {
  if (tookMs < SHORT_MS) return hours * GROWTH;
  return tookMs > LONG_MS ? Math.max(1, Math.floor(hours / GROWTH)) : hours;
}
