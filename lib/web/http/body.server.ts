import "server-only";
import { AppError } from "@/lib/base/core/errors";

/** The longest body of a call, in bytes; the largest real one names some hundred control areas. */
export const LARGEST_BODY = 262_144;

/**
 * The bytes of a request's body, which takes no more memory than its limit whatever is sent.
 * @throws AppError `too-large`
 */
export async function readBytes(request: Request, largest = LARGEST_BODY): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = new AppError("too-large", `A body has at most ${largest} bytes here.`, {
    parameter: "body",
  });
  if (Number(request.headers.get("content-length") ?? 0) > largest) throw tooLarge;
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > largest) throw tooLarge;
    parts.push(part);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/**
 * The JSON of a request's body, which must be UTF-8.
 * @throws AppError `too-large`; `bad-request` when it is no JSON, or its sender went away in the middle
 */
export async function readJson(request: Request): Promise<unknown> {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(await readBytes(request)));
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError("bad-request", "The body is not JSON.", { parameter: "body" });
  }
}
