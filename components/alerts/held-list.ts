/** A list that keeps still while it is being read: pure, so that it can be tested without a page. */

type Item = { alertId: string };

export type HeldList<T extends Item> = {
  /** What stands on the page. */
  shown: T[];
  /** New ones that wait to be shown. */
  news: number;
  /** Shown ones that have left the list since: what stands there is their last known state. */
  goneIds: ReadonlySet<string>;
};

/**
 * Holds back what would move rows: new ones wait, those that left stay as they were last known; those that
 * are in both show their newest state in their old place.
 * @param held the rows as they stood when reading began; null while nobody reads
 */
export function holdStill<T extends Item>(held: T[] | null, latest: T[]): HeldList<T> {
  if (held === null) return { shown: latest, news: 0, goneIds: new Set() };
  const now = new Map(latest.map((item) => [item.alertId, item]));
  const known = new Set(held.map((item) => item.alertId));
  return {
    shown: held.map((item) => now.get(item.alertId) ?? item),
    news: latest.filter((item) => !known.has(item.alertId)).length,
    goneIds: new Set(held.map((item) => item.alertId).filter((id) => !now.has(id))),
  };
}

/** "3 new, 1 gone": what waits behind the bar; empty when nothing does. */
export function newsWords({ news, gone }: { news: number; gone: number }): string {
  const parts = [news > 0 && `${news} new`, gone > 0 && `${gone} no longer in this list`];
  return parts.filter(Boolean).join(", ");
}
