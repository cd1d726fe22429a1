/** What comes within this time goes out as one piece. */
const LEAST_MS = 20;
/** In a storm a process writes to so many streams a second, */
const WRITES_A_SECOND = 500;
/** and keeps nobody waiting longer, however many are open. */
const LONGEST_MS = 800;

/**
 * How long a change waits for others before it goes out to all streams: a storm of alerts must not become a storm
 * of writes. The first of a storm waits hardly at all.
 * @param streams that are open
 * @param since milliseconds since something went out last
 */
export function gatherWait(streams: number, since: number): number {
  const apart = Math.min((streams * 1_000) / WRITES_A_SECOND, LONGEST_MS);
  return Math.max(LEAST_MS, apart - since);
}
