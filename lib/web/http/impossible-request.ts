import { AppError } from "@/lib/base/core/errors";

/** What a route can answer at all; Next makes no request of any other and answers TRACE with a 500. */
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
/** Of an address in a sentence. */
const MOST_SHOWN = 200;

/**
 * What is wrong with a request that Next would answer with a page of its own: a method that it does not know
 * (RFC 9110, 15.5.6), or an address of the API whose percent-encoding is malformed (RFC 3986, 2.1).
 * @returns the fault and the headers of its answer; null where the request may go on
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
  const detail = `The address ${path.slice(0, MOST_SHOWN)} is not percent-encoded UTF-8. Encode each part of it (a percent sign is %25).`;
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
