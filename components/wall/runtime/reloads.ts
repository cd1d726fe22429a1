/** Reloads of a page that may not help: each kind has its least distance, so that none becomes a loop. */

const keyOf = (kind: string) => `leafwatch-wall-reload-${kind}`;

/** Reloads, unless it did for the same reason a moment ago. @returns whether it does */
export function reloadOnce(kind: string, leastApartMs: number): boolean {
  const now = Date.now();
  try {
    const last = Number(sessionStorage.getItem(keyOf(kind)) ?? 0);
    // A machine's clock may have been set back meanwhile.
    if (last > 0 && Math.abs(now - last) < leastApartMs) return false;
    sessionStorage.setItem(keyOf(kind), String(now));
  } catch {
    // Without a memory each may be the first.
  }
  location.reload();
  return true;
}
