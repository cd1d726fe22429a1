/** A matched route pattern with the decoded parameters of a path. */
export type Matched = { path: string; params: Record<string, string> };

/** Matches a path against route patterns such as `/api/v1/alerts/{alertId}`; patterns without parameters come first. */
export function matchPath(pathname: string, patterns: readonly string[]): Matched | null {
  if (patterns.includes(pathname)) return { path: pathname, params: {} };
  for (const path of patterns) {
    const { groups } = new RegExp(`^${path.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`).exec(pathname) ?? {};
    if (groups)
      return {
        path,
        params: Object.fromEntries(Object.entries(groups).map(([name, part]) => [name, decode(part)])),
      };
  }
  return null;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
