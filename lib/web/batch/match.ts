/** A matched route pattern with the parameters of a path. */
export type Matched = { path: string; params: Record<string, string> };

/** Matches a path against route patterns such as `/api/v1/alerts/{alertId}`; patterns without parameters come first. */
export function matchPath(pathname: string, patterns: readonly string[]): Matched | null {
  if (patterns.includes(pathname)) return { path: pathname, params: {} };
  for (const path of patterns) {
    const params = placesOf(pathname.split("/"), path.split("/"));
    if (params) return { path, params };
  }
  return null;
}

function placesOf(parts: string[], places: string[]): Record<string, string> | null {
  if (parts.length !== places.length) return null;
  const params: Record<string, string> = {};
  for (const [n, place] of places.entries()) {
    const part = parts[n] ?? "";
    const name = /^\{(\w+)\}$/.exec(place)?.[1];
    if (name) params[name] = decoded(part);
    else if (part !== place) return null;
  }
  return params;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
