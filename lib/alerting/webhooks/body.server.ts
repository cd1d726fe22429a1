import "server-only";
import type { IncomingHttpHeaders } from "node:http";
import { AppError } from "@/lib/base/core/errors";

/** contract.md, "Notifications". */
export const LARGEST_BODY = 262_144;
/** How much of a body that is too large is read away, so that its sender can finish and hear the answer. */
const LONGEST_DRAIN = 8 * LARGEST_BODY;

/** A request as it comes over the wire; the names of its headers are in lower case. */
export type RawRequest = { headers: IncomingHttpHeaders; body: AsyncIterable<Uint8Array> };

/** A body has more than `LARGEST_BODY` bytes: as many as were announced, or counted until then. */
export class TooLarge extends AppError {
  readonly bytes: number;

  constructor(bytes: number) {
    super("too-large", `A notification has at most ${LARGEST_BODY} bytes.`);
    this.bytes = bytes;
  }
}

/**
 * The bytes of a request body as they came.
 * @throws TooLarge, by the announced length or by count
 */
export async function readBody({ headers, body }: RawRequest): Promise<Uint8Array> {
  const announced = Number(headers["content-length"] ?? 0);
  if (announced > LARGEST_BODY) throw new TooLarge(Math.min(announced, 2 ** 31 - 1));
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size <= LARGEST_BODY) parts.push(part);
    if (size > LONGEST_DRAIN) break;
  }
  if (size > LARGEST_BODY) throw new TooLarge(size);
  const [only] = parts;
  return parts.length === 1 && only ? only : Buffer.concat(parts, size);
}
