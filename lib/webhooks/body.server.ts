import "server-only";

/** contract.md, "Notifications". */
export const LARGEST_BODY = 262_144;
/** How much of a body that is too large is read away, so that its sender can finish and hear the answer. */
const LONGEST_DRAIN = 8 * LARGEST_BODY;

/**
 * The bytes of a request body as they came.
 * @returns undefined when there are more than `LARGEST_BODY`, by their announced length or by count
 */
export async function readBody(request: Request): Promise<Uint8Array | undefined> {
  if (Number(request.headers.get("content-length") ?? 0) > LARGEST_BODY) return undefined;
  const reader = request.body?.getReader();
  if (!reader) return new Uint8Array();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length;
    if (size <= LARGEST_BODY) parts.push(next.value);
    if (size > LONGEST_DRAIN) break;
  }
  if (size > LARGEST_BODY) return undefined;
  const [only] = parts;
  return parts.length === 1 && only ? only : Buffer.concat(parts, size);
}
