/**
 * The row that takes the cursor when some rows leave a list: the first after it that stays, else the last before it.
 * @returns null if no row stays
 */
export function nextRow(
  rows: readonly string[],
  cursor: string,
  leaves: (id: string) => boolean,
): string | null {
  const at = rows.indexOf(cursor);
  const stays = (id: string) => !leaves(id);
  return rows.slice(at + 1).find(stays) ?? rows.slice(0, Math.max(at, 0)).findLast(stays) ?? null;
}
