import { AppError } from "@/lib/base/core/errors";

// Rules about a request's method, address and headers. Pure.

/** Above the parameters of any call: 500 values of one, 50 of another, and some single ones. */
const MAX_PARAMETERS = 600;
/** Parameters kept of a longer query: enough to name its first fault. */
const KEPT_PARAMETERS = 60;
const REST = "and-more";
/** The methods that Next passes on; it answers TRACE with a 500. */
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
/** Characters of an address in a message. */
const MAX_SHOWN = 200;

/** A page or route in the build's manifest, with the regular expression of its paths. */
export type KnownRoute = { page: string; regex: string };

/** Returns true if pages handle the request: reads, and writes from browsers, which send their origin. */
export function isForPages({ method, headers }: { method: string; headers: Headers }): boolean {
  if (["GET", "HEAD", "OPTIONS"].includes(method)) return true;
  return ["origin", "sec-fetch-site", "next-action"].some((name) => headers.has(name));
}

/**
 * Cuts a query with more parameters than any call takes, so that thousands of them are not parsed. A last, unknown
 * parameter makes sure that the call is rejected.
 */
export function withBoundedQuery(url: string): string {
  const ampersands = url.matchAll(/&/g);
  let count = 0;
  let keptUntil = 0;
  for (const { index } of ampersands) {
    count += 1;
    if (count === KEPT_PARAMETERS) keptUntil = index;
    if (count > MAX_PARAMETERS) return `${url.slice(0, keptUntil)}&${REST}=`;
  }
  return url;
}

/**
 * Finds requests that Next would answer with an HTML page: an unknown method (RFC 9110, 15.5.6), or an API address with
 * malformed percent-encoding (RFC 3986, 2.1).
 * @returns the error and the headers of its answer; null when the request may proceed
 */
export function impossibleRequest(
  method: string,
  url: string,
): { error: AppError; headers: Record<string, string> } | null {
  if (!METHODS.includes(method)) {
    const allow = METHODS.join(", ");
    return {
      error: new AppError("method-not-allowed", `${method} is not possible here. Use one of ${allow}.`),
      headers: { allow },
    };
  }
  const [path = ""] = url.split("?");
  if (!path.startsWith("/api/") || isDecodable(path)) return null;
  const detail = `The address ${path.slice(0, MAX_SHOWN)} is not percent-encoded UTF-8. Encode each part of it (a percent sign is %25).`;
  return { error: new AppError("bad-request", detail), headers: {} };
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * Maps paths to route patterns such as `/alerts/[id]`, so that ids, names and one-time links stay out of logs and metrics.
 * @param fixed pages without parameters
 * @param dynamic pages with parameters, the most specific first
 * @returns a function from a path to its pattern; `other` for unknown paths
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
