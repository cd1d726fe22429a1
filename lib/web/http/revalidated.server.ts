import "server-only";
import { bodyOf } from "./responses.server";

/**
 * A JSON answer that its reader alone may keep, to ask each time whether it still holds: the tag is made of the
 * content, and an answer that has not changed is 304 without a body.
 */
export function revalidatedJson(request: Request, value: object): Response {
  const { text, tag } = bodyOf(value);
  const headers = { etag: tag, "cache-control": "private, no-cache" };
  if (isKnownTag(request.headers.get("if-none-match"), tag))
    return new Response(null, { status: 304, headers });
  return new Response(text, { headers: { ...headers, "content-type": "application/json" } });
}

/** Whether a reader has an answer already. A proxy that packs answers marks their tags as weak: for reading they are the same. */
export function isKnownTag(given: string | null, tag: string): boolean {
  const tags = given?.split(",").map((one) => one.trim().replace(/^W\//, "")) ?? [];
  return tags.includes(tag) || tags.includes("*");
}
