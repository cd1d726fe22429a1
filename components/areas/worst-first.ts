import type { AreaState } from "@/lib/display/freshness/judge";

const ORDER: AreaState[] = ["high", "medium", "low", "plain", "no-data", "unknown", "healthy"];

/** Worst first, those without data before the healthy ones; equal ones keep their order. */
export function worstFirst<T>(items: readonly T[], stateOf: (item: T) => AreaState): T[] {
  const rank = (item: T) => ORDER.indexOf(stateOf(item));
  return [...items].sort((one, other) => rank(one) - rank(other));
}
