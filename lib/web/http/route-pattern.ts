/** A page or route as the build's manifest lists it: its pattern and what its paths look like. */
export type KnownRoute = { page: string; regex: string };

/**
 * Tells the pattern of a path, such as `/alerts/[id]`, so that ids, names and one-time links of an address go nowhere.
 * @param fixed the pages without parameters
 * @param dynamic those with parameters, the most particular first
 * @returns a function from a path to its pattern; `other` for what is not listed
 */
export function patternFinder(
  fixed: readonly KnownRoute[],
  dynamic: readonly KnownRoute[],
): (path: string) => string {
  const pages = new Set(fixed.map(({ page }) => page));
  const patterns = dynamic.map(({ page, regex }) => ({ page, regex: new RegExp(regex) }));
  return (path) => {
    const plain = path.length > 1 ? path.replace(/\/$/, "") : path;
    if (pages.has(plain)) return plain;
    if (plain.startsWith("/_next/")) return "/_next";
    return patterns.find(({ regex }) => regex.test(plain))?.page ?? "other";
  };
}
