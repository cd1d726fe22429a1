import "server-only";
import { promisify } from "node:util";
import { constants, gzip } from "node:zlib";
import type { NextApiHandler, NextApiRequest, NextApiResponse } from "next";
import { AppError } from "@/lib/base/core/errors";
import { processSingleton } from "@/lib/base/core/process-singleton";
import { problemResponse } from "./problem";
import { TextResponse } from "./responses.server";
import type { RouteHandler } from "./route.server";

/** Shorter answers are not worth compressing. */
const MIN_LENGTH = 1_000;
const MAX_KEPT = 32;

const held = processSingleton<{ packed: Map<string, Promise<Buffer>> }>();
const gzipped = promisify(gzip);
/** The fastest level: a tenth longer, in a third of the time. */
const pack = (text: string) => gzipped(text, { level: constants.Z_BEST_SPEED });

/**
 * Serves a route on Node's request and response, for reads that hundreds of clients repeat at the same moment:
 * handlers in `app/` take twice the time for a small answer and compress each separately. Here an answer with a tag
 * is compressed once for all.
 */
export function packedHandler(get: RouteHandler): NextApiHandler {
  return async (request, response) => {
    const { method } = request;
    if (method !== "GET" && method !== "HEAD") {
      const error = new AppError("method-not-allowed", "This is read with GET.");
      return write(request, response, problemResponse(error, { allow: "GET, HEAD" }));
    }
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    const asked = requestOf(request, gone.signal);
    return write(request, response, await get(asked, { params: Promise.resolve({}) }));
  };
}

function requestOf({ headers, url }: NextApiRequest, signal: AbortSignal): Request {
  const given = new Headers();
  for (const [name, value] of Object.entries(headers))
    for (const one of [value ?? []].flat()) given.append(name, one);
  return new Request(new URL(url ?? "/", "http://here.invalid"), { headers: given, signal });
}

async function write(request: NextApiRequest, response: NextApiResponse, answer: Response): Promise<void> {
  for (const [name, value] of answer.headers) response.setHeader(name, value);
  response.statusCode = answer.status;
  const text = answer instanceof TextResponse ? answer.content : await answer.text();
  if (request.method === "HEAD" || text === "") return void response.end();
  response.setHeader("vary", "accept-encoding");
  const tag = answer.headers.get("etag");
  const isPacked =
    tag !== null && text.length >= MIN_LENGTH && /\bgzip\b/.test(String(request.headers["accept-encoding"]));
  if (!isPacked) return void response.end(text);
  // The tag does not cover the time at the start of a wall's answer.
  const bytes = await packedOnce(`${tag} ${text.slice(0, 64)}`, text);
  response.setHeader("content-encoding", "gzip");
  response.end(bytes);
}

function packedOnce(key: string, text: string): Promise<Buffer> {
  held.packed ??= new Map();
  const kept = held.packed;
  const known = kept.get(key) ?? pack(text);
  kept.delete(key);
  kept.set(key, known);
  const [oldest] = kept.keys();
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  return known;
}
