/** When a screen tries again. */

const WAITS_MS = [1_000, 2_000, 5_000, 10_000, 15_000];
const JITTER = 0.25;

/** How long to wait after so many failures in a row; `chance` from 0 to 1 spreads many screens. */
export function retryWait(failures: number, chance: number): number {
  const wait = WAITS_MS[Math.min(Math.max(failures, 1), WAITS_MS.length) - 1] ?? 0;
  return Math.round(wait * (1 - JITTER + 2 * JITTER * chance));
}

/** All screens hear of a change at once: each asks a little later, by chance. */
export function askDelay(chance: number): number {
  return Math.round(300 * chance);
}
