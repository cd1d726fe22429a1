import "server-only";
import type { IncomingHttpHeaders } from "node:http";

/** contract.md, "Notifications". */
export const LARGEST_BODY = 262_144;
/** How much of a body that is too large is read away, so that its sender can finish and hear the answer. */
const LONGEST_DRAIN = 8 * LARGEST_BODY;

/** A request as it comes over the wire; the names of its headers are in lower case. */
export type RawRequest = { headers: IncomingHttpHeaders; body: AsyncIterable<Uint8Array> };

/**
 * The bytes of a request body as they came.
 * @returns undefined when there are more than `LARGEST_BODY`, by their announced length or by count
 */
export async function readBody({ headers, body }: RawRequest): Promise<Uint8Array | undefined> {
  if (Number(headers["content-length"] ?? 0) > LARGEST_BODY) return undefined;
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size <= LARGEST_BODY) parts.push(part);
    if (size > LONGEST_DRAIN) break;
  }
  if (size > LARGEST_BODY) return undefined;
  const [only] = parts;
  return parts.length === 1 && only ? only : Buffer.concat(parts, size);
}
