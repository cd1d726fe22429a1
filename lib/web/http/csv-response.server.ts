import "server-only";
import { streamResponse } from "./responses.server";

/** A CSV file, streamed: see {@link streamResponse}. */
export function csvResponse(name: string, parts: AsyncIterator<string>, signal: AbortSignal): Response {
  return streamResponse({ name, contentType: "text/csv; charset=utf-8" }, parts, signal);
}
