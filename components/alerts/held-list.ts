/** The rows of a list that stays still while somebody reads it. */
export type HeldList<T> = {
  shown: T[];
  /** Number of new rows that are held back. */
  news: number;
  /** Rows in `shown` that have left the list; they show their last known state. */
  goneIds: ReadonlySet<string>;
};

/**
 * Holds back changes that would move rows: new rows wait and removed rows stay; rows in both lists show their newest
 * state in their old place.
 * @param held the rows when reading began; null while nobody reads
 */
export function holdStill<T extends { alertId: string }>(held: T[] | null, latest: T[]): HeldList<T> {
  if (held === null) return { shown: latest, news: 0, goneIds: new Set() };
  const now = new Map(latest.map((item) => [item.alertId, item]));
  const known = new Set(held.map((item) => item.alertId));
  return {
    shown: held.map((item) => now.get(item.alertId) ?? item),
    news: latest.filter((item) => !known.has(item.alertId)).length,
    goneIds: new Set([...known].filter((id) => !now.has(id))),
  };
}

/** "3 new, 1 no longer in this list"; empty when nothing is held back. */
export function newsWords({ news, gone }: { news: number; gone: number }): string {
  const parts = [news > 0 && `${news} new`, gone > 0 && `${gone} no longer in this list`];
  return parts.filter(Boolean).join(", ");
}
