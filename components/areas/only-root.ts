/** The path of the only root; null where there are several, or none. */
export function onlyRoot(items: readonly { path: string; parent: string | null }[]): string | null {
  const roots = items.filter((item) => item.parent === null);
  return roots.length === 1 ? (roots[0]?.path ?? null) : null;
}
