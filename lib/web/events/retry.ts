/** When pages and screens try again. Pure. */

const WAITS_MS = [1_000, 2_000, 5_000, 10_000, 15_000];
const JITTER = 0.25;
const MAX_DELAY_MS = 300;

/** How long to wait after failures in a row, in milliseconds. A random `chance` (0 to 1) spreads many screens. */
export function retryWait(failures: number, chance = 0.5): number {
  const wait = WAITS_MS[Math.min(Math.max(failures, 1), WAITS_MS.length) - 1] ?? 0;
  return Math.round(wait * (1 - JITTER + 2 * JITTER * chance));
}

/** How long a screen waits before it reads a change that all screens hear of at once. */
export function askDelay(chance: number): number {
  return Math.round(MAX_DELAY_MS * chance);
}
