import "server-only";
import { createHash } from "node:crypto";
import { log } from "@/lib/base/request/log.server";

/** Serialised JSON with its entity tag. */
export type Body = { text: string; tag: string };

/** A response that keeps its text, which otherwise had to be read back from a stream. */
export class TextResponse extends Response {
  readonly content: string;

  constructor(content: string, init?: ResponseInit) {
    super(content, init);
    this.content = content;
  }
}

const serialised = new WeakMap<object, { text: string; tag?: string }>();

/** Serialises an answer; an object that several requests share (`sharedRead`) only once. */
export function textOf(answer: unknown): string {
  if (typeof answer !== "object" || answer === null) return JSON.stringify(answer);
  const known = serialised.get(answer) ?? { text: JSON.stringify(answer) };
  serialised.set(answer, known);
  return known.text;
}

/** Serialises an answer, with its entity tag. */
export function bodyOf(answer: object): Body {
  const text = textOf(answer);
  const known = serialised.get(answer) ?? { text };
  known.tag ??= tagOf(text);
  return { text, tag: known.tag };
}

/** An entity tag: the quoted SHA-256 of the text. */
export function tagOf(text: string): string {
  return `"${createHash("sha256").update(text).digest("base64url")}"`;
}

/** A JSON response that the client caches and revalidates each time; 304 without a body if unchanged. */
export function revalidatedJson(request: Request, { text, tag }: Body, clock: Record<string, string> = {}) {
  const headers = { etag: tag, "cache-control": "private, no-cache", ...clock };
  if (isKnownTag(request.headers.get("if-none-match"), tag))
    return new Response(null, { status: 304, headers });
  return new TextResponse(text, { headers: { ...headers, "content-type": "application/json" } });
}

/** Returns true if `If-None-Match` names the tag; weak tags, which compressing proxies make, count as well. */
function isKnownTag(given: string | null, tag: string): boolean {
  const tags = given?.split(",").map((one) => one.trim().replace(/^W\//, "")) ?? [];
  return tags.includes(tag) || tags.includes("*");
}

/**
 * Streams a file at the client's pace: each part is made when the last one has been sent. An error cuts the response off,
 * so that half a file never looks complete.
 * @param signal aborted when the client has left
 */
export function streamResponse(
  file: { name: string; contentType: string },
  parts: AsyncIterator<string | Uint8Array>,
  signal: AbortSignal,
): Response {
  const encoder = new TextEncoder();
  let gone = false;
  const end = () => {
    gone = true;
    return parts.return?.().then(() => undefined);
  };
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const next = signal.aborted ? { done: true as const } : await parts.next();
          if (gone) return;
          if (next.done) controller.close();
          else controller.enqueue(typeof next.value === "string" ? encoder.encode(next.value) : next.value);
        } catch (error) {
          if (gone) return;
          if (!signal.aborted) log.error({ err: error, name: file.name }, "An export was cut off");
          controller.error(error);
        }
      },
      cancel: end,
    },
    { highWaterMark: 1 },
  );
  return new Response(stream, {
    headers: {
      "content-type": file.contentType,
      "content-disposition": `attachment; filename="${file.name}"`,
      "cache-control": "private, no-store",
    },
  });
}

/** Streams a CSV file: see {@link streamResponse}. */
export function csvResponse(name: string, parts: AsyncIterator<string>, signal: AbortSignal): Response {
  return streamResponse({ name, contentType: "text/csv; charset=utf-8" }, parts, signal);
}

/** A redirect with cookies that is never cached. */
export function redirectTo(target: { location: string; cookies: readonly string[] }): Response {
  const { location, cookies } = target;
  const headers = new Headers({ location, "cache-control": "no-store", "referrer-policy": "no-referrer" });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(null, { status: 303, headers });
}
