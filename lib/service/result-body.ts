/** A result on its way: what became of the request for it, and its bytes with their errors coded. */

import {
  bodyOf,
  type CallContext,
  joinBytes,
  type OpenCall,
  parseJson,
  readAnswer,
  readRetryAfter,
  redirectTarget,
  refusal,
  toServiceError,
  unpackSmall,
} from "./call";
import type { PlantServiceCall, PlantServiceError, PlantServiceFailure } from "./errors";

/** How the result was found. */
export type DownloadVariant = "address" | "redirect" | "direct";

/** A result ready to be read, or not yet. */
export type OpenedResult =
  | {
      kind: "not-ready";
      httpStatus: number;
      /** Seconds until the next try, where the service asks for it. */
      retryAfter: number | null;
    }
  | {
      kind: "result";
      variant: DownloadVariant;
      /** Raw bytes, maybe gzip; to be read once. Throws PlantServiceError `download-cut`, `timeout`. */
      body: AsyncGenerator<Uint8Array>;
      /** The transport notices an early end; otherwise only the content can show it. */
      endIsCertain: boolean;
      /** Lets go of the connection; needed only when `body` is not read. */
      close: () => Promise<void>;
    };

/** What each variant is called in an error. */
export const VARIANT_WORDS: Record<DownloadVariant, string> = {
  address: "through a pre-signed address",
  redirect: "through a redirect",
  direct: "in the answer itself",
};

const MOST_REDIRECTS = 5;

/** Redirects that may still be followed. */
export interface Hops {
  left: number;
}

/** A count of redirects for one result. */
export function newHops(): Hops {
  return { left: MOST_REDIRECTS };
}

/** Lets go of an answer unread. */
export async function drop(open: OpenCall): Promise<void> {
  open.release();
  await open.response.body?.cancel().catch(() => undefined);
}

/** The error for an answer of which only the status and headers count. */
export function bareRefusal(
  ctx: CallContext,
  call: PlantServiceCall,
  response: Response,
  more: Partial<PlantServiceFailure>,
): PlantServiceError {
  const { status, headers } = response;
  return refusal(ctx, call, { status, headers, text: "", json: undefined }, more);
}

/** Reads the rest of an answer for its words and makes the error. */
export async function refuseWith(
  ctx: CallContext,
  call: PlantServiceCall,
  open: OpenCall,
  more: Partial<PlantServiceFailure> = {},
): Promise<PlantServiceError> {
  try {
    return refusal(ctx, call, await readAnswer(open.response), more);
  } catch {
    return bareRefusal(ctx, call, open.response, more);
  } finally {
    open.release();
  }
}

/** The outcome of an answer that means "later". */
export async function notReady(ctx: CallContext, open: OpenCall): Promise<OpenedResult> {
  const { status: httpStatus, headers } = open.response;
  await drop(open);
  return { kind: "not-ready", httpStatus, retryAfter: readRetryAfter(headers.get("retry-after"), ctx.now()) };
}

/**
 * The next address of a chain of redirects.
 * @throws PlantServiceError bad-answer without one, and after five
 */
export function nextHop(
  ctx: CallContext,
  call: PlantServiceCall,
  open: OpenCall,
  url: string,
  hops: Hops,
): URL {
  const say = (detail: string) => bareRefusal(ctx, call, open.response, { code: "bad-answer", detail });
  const target = redirectTarget(url, open.response.headers);
  if (!target) throw say("the redirect names no address");
  if (hops.left <= 0) throw say(`there are more than ${MOST_REDIRECTS} redirects`);
  hops.left--;
  return target;
}

/** Reads the beginning of a body; from then on its time limit is the transport's. */
export async function peekOpen(
  ctx: CallContext,
  call: PlantServiceCall,
  open: OpenCall,
  variant: string,
): Promise<PeekedBody> {
  try {
    const peeked = await peekBody(bodyOf(open.response));
    open.stopTimer();
    return peeked;
  } catch (error) {
    open.release();
    const why: unknown = open.signal.aborted ? open.signal.reason : error;
    throw toServiceError(ctx, call, why, { variant, midBody: true });
  }
}

/** Lets go of a body that was begun. */
export async function closeBody(open: OpenCall, peeked: PeekedBody): Promise<void> {
  open.release();
  await peeked.rest.return(undefined);
}

/** The opened result, its body still to be read. */
export function toResult(
  ctx: CallContext,
  call: PlantServiceCall,
  open: OpenCall,
  peeked: PeekedBody,
  variant: DownloadVariant,
): OpenedResult {
  const { headers } = open.response;
  async function* read(): AsyncGenerator<Uint8Array> {
    try {
      yield peeked.head;
      if (!peeked.ended) yield* peeked.rest;
    } catch (error) {
      throw toServiceError(ctx, call, error, { variant: VARIANT_WORDS[variant], midBody: true });
    } finally {
      await closeBody(open, peeked);
    }
  }
  const endIsCertain =
    headers.has("content-length") || /chunked/i.test(headers.get("transfer-encoding") ?? "");
  return { kind: "result", variant, body: read(), endIsCertain, close: () => closeBody(open, peeked) };
}

/** Looks at the beginning of a download to tell a result from an address, a state or an error page. */

/** A body whose beginning has been read. */
export interface PeekedBody {
  head: Uint8Array;
  rest: AsyncGenerator<Uint8Array>;
  /** The head is the whole body. */
  ended: boolean;
}

/** What a successful download answer holds. */
export type DownloadContent =
  | { kind: "result" }
  | { kind: "address"; address: string }
  | { kind: "state"; raw: string; json: unknown }
  | { kind: "message"; json: unknown }
  | { kind: "markup" };

/** Larger bodies are results: an address takes a few thousand bytes. */
const LARGEST_ADDRESS = 64 * 1024;

const ADDRESS_MEMBERS = ["uri", "url", "downloadUrl"];

function firstByte(bytes: Uint8Array): number | undefined {
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  return bytes.subarray(start).find((byte) => byte > 32);
}

function mustReadOn(head: Uint8Array): boolean {
  if (head.length < 4) return true;
  const first = firstByte(head);
  return first === undefined || first === 0x7b || (head[0] === 0x1f && head[1] === 0x8b);
}

/** Reads as little of a body as it takes to judge it, 64 KiB at most and one chunk. */
export async function peekBody(chunks: AsyncGenerator<Uint8Array>): Promise<PeekedBody> {
  const read: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const next = await chunks.next();
    if (next.done) return { head: joinBytes(read, size), rest: chunks, ended: true };
    read.push(next.value);
    size += next.value.length;
    const head = joinBytes(read, size);
    if (size > LARGEST_ADDRESS || !mustReadOn(head)) return { head, rest: chunks, ended: false };
  }
}

function judgeObject(json: Record<string, unknown>): DownloadContent {
  const lists = Object.values(json).filter(Array.isArray);
  // Rows beside an address are the result; an empty list, or one of words, says something of the address.
  if (lists.some((list) => list.some((item) => typeof item === "object"))) return { kind: "result" };
  for (const name of ADDRESS_MEMBERS) {
    const address = json[name];
    if (typeof address === "string" && address !== "") return { kind: "address", address };
  }
  if (lists.length > 0) return { kind: "result" };
  const isRow = Object.keys(json).some((name) =>
    /^(data_{1,2})?(timestamp|timestampIso|indexName)$/i.test(name),
  );
  if (isRow) return { kind: "result" };
  if (typeof json.status === "string") return { kind: "state", raw: json.status, json };
  return "message" in json || "error" in json ? { kind: "message", json } : { kind: "result" };
}

/** Judges the content of a download by its beginning (service-in-the-field, Result download). */
export async function judgeContent(peeked: PeekedBody): Promise<DownloadContent> {
  const { head, ended } = peeked;
  const small = ended ? await unpackSmall(head, LARGEST_ADDRESS) : head;
  const first = firstByte(small);
  if (first === 0x3c) return { kind: "markup" };
  if (first !== 0x7b || !ended) return { kind: "result" };
  const json = parseJson(new TextDecoder().decode(small));
  const isObject = typeof json === "object" && json !== null;
  return isObject ? judgeObject(json as Record<string, unknown>) : { kind: "result" };
}
