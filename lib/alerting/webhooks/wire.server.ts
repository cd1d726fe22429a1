import "server-only";
import type { IncomingHttpHeaders } from "node:http";
import { AppError } from "@/lib/base/core/errors";
import { PROBLEM_TYPE, problemOf } from "@/lib/web/http/problem";
import { MAX_BODY_BYTES } from "./contract";

/** Bytes of a body over the limit that are still read, so that its sender can finish and read the answer. */
const MAX_DISCARDED_BYTES = 8 * MAX_BODY_BYTES;
/** RFC 9110, 15.5.2, requires a scheme in every 401: ours is HMAC over the body with a shared secret. */
const SIGNATURE_CHALLENGE = 'HMAC-SHA256 realm="Leafwatch notifications"';

/** A request from the wire; header names are in lower case. */
export type RawRequest = { headers: IncomingHttpHeaders; body: AsyncIterable<Uint8Array> };
/** An answer for the wire. */
export type RawAnswer = { status: number; headers: Record<string, string>; body: string };

/** A body of more than `MAX_BODY_BYTES`; `bytes` as announced, or as counted until reading stopped. */
export class TooLarge extends AppError {
  readonly bytes: number;

  constructor(bytes: number) {
    super("too-large", `A notification has at most ${MAX_BODY_BYTES} bytes.`);
    this.bytes = bytes;
  }
}

/**
 * Reads the bytes of a request body.
 * @throws TooLarge, by the announced length or by count
 */
export async function readBody({ headers, body }: RawRequest): Promise<Uint8Array> {
  const announced = Number(headers["content-length"] ?? 0);
  if (announced > MAX_BODY_BYTES) throw new TooLarge(Math.min(announced, 2 ** 31 - 1));
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size <= MAX_BODY_BYTES) parts.push(part);
    if (size > MAX_DISCARDED_BYTES) break;
  }
  if (size > MAX_BODY_BYTES) throw new TooLarge(size);
  const [only] = parts;
  return parts.length === 1 && only ? only : Buffer.concat(parts, size);
}

/** Answers a notification that is durable. */
export function storedAnswer(outcome: string): RawAnswer {
  return {
    status: outcome === "quarantined" || outcome === "spooled" ? 202 : 200,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ status: outcome }),
  };
}

/** Answers a request whose signature is missing or wrong. */
export function unsignedAnswer(): RawAnswer {
  const error = new AppError(
    "unauthenticated",
    "The signature is missing or fits no secret that is stored here.",
    { title: "Signature missing or wrong" },
  );
  return problemAnswer(error, { "www-authenticate": SIGNATURE_CHALLENGE });
}

/** Answers any method but POST. */
export function refuseMethod(): RawAnswer {
  const error = new AppError("method-not-allowed", "Notifications are sent with POST.");
  return problemAnswer(error, { allow: "POST" });
}

/** Answers with the problem document of an error. */
export function problemAnswer(error: AppError, more: Record<string, string> = {}): RawAnswer {
  const problem = problemOf(error);
  const headers = { "content-type": PROBLEM_TYPE, "cache-control": "private, no-store", ...more };
  return { status: problem.status, headers, body: JSON.stringify(problem) };
}
