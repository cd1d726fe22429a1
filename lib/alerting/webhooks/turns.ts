/**
 * Takes from several lists in turn, so that a long one does not hold the short ones up.
 * @param most of each list
 * @returns what was taken; the order within each list is kept
 */
export function inTurns<T>(lists: Iterable<readonly T[]>, most: number = Number.POSITIVE_INFINITY): T[] {
  const taken: T[] = [];
  let left = [...lists];
  for (let turn = 0; turn < most && left.length > 0; turn += 1) {
    left = left.filter((list) => list.length > turn);
    for (const list of left) taken.push(...list.slice(turn, turn + 1));
  }
  return taken;
}
