/** The body of a download: judged by its beginning, read with coded errors. */
import {
  type OpenCall,
  parseJson,
  peek,
  prepend,
  readAnswer,
  readChunks,
  readRetryAfter,
  redirectTarget,
  rejection,
  toServiceError,
  unpackSmall,
} from "./call";
import type { PlantServiceError, PlantServiceFailure } from "./errors";

/** Larger bodies are results: an address takes a few thousand bytes. */
const MAX_ADDRESS = 64 * 1024;
const MAX_REDIRECTS = 5;
const ADDRESS_MEMBERS = ["uri", "url", "downloadUrl"];

/** The way to the result. */
export type DownloadVariant = "address" | "redirect" | "direct";

/** A result ready to be read, or not yet. */
export type OpenedResult =
  | {
      kind: "not-ready";
      httpStatus: number;
      /** Seconds until the next try, by Retry-After. */
      retryAfter: number | null;
    }
  | {
      kind: "result";
      variant: DownloadVariant;
      /** Raw bytes, possibly gzip; to be read once. Throws PlantServiceError `download-cut`, `timeout`. */
      body: AsyncGenerator<Uint8Array>;
      /** The transport notices a truncated body; otherwise only the content can show it. */
      endIsCertain: boolean;
      /** Releases the connection; needed only when `body` is not read. */
      close: () => Promise<void>;
    };

/** The name of each variant in an error. */
export const VARIANT_NAMES: Record<DownloadVariant, string> = {
  address: "through a pre-signed address",
  redirect: "through a redirect",
  direct: "in the answer itself",
};

/** A body whose beginning has been read. */
export interface PeekedBody {
  head: Uint8Array;
  rest: AsyncGenerator<Uint8Array>;
  /** The head is the whole body. */
  ended: boolean;
}

/** The content of a successful download answer. */
export type DownloadContent =
  | { kind: "result" }
  | { kind: "address"; address: string }
  | { kind: "state"; raw: string; json: unknown }
  | { kind: "message"; json: unknown }
  | { kind: "markup" };

/**
 * Reads as much of a body as judging it takes, 64 KiB at most and one chunk; then lifts the request's time limit.
 * @throws PlantServiceError download-cut, timeout, aborted
 */
export async function peekBody(open: OpenCall): Promise<PeekedBody> {
  const rest = readChunks(open.response);
  try {
    const { head, verdict: ended } = await peek(
      rest,
      (bytes, isAll) => isAll || (bytes.length > MAX_ADDRESS || !needsMore(bytes) ? false : null),
    );
    open.stopTimer();
    return { head, rest, ended };
  } catch (error) {
    open.release();
    throw toServiceError(open, error, true);
  }
}

function needsMore(head: Uint8Array): boolean {
  if (head.length < 4) return true;
  const first = firstByte(head);
  return first === undefined || first === 0x7b || (head[0] === 0x1f && head[1] === 0x8b);
}

/** The first byte that is neither space nor byte order mark. */
function firstByte(bytes: Uint8Array): number | undefined {
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  return bytes.subarray(start).find((byte) => byte > 32);
}

/** Judges a download by its beginning (docs/spec/service-in-the-field.md "Result download"). */
export async function judgeContent({ head, ended }: PeekedBody): Promise<DownloadContent> {
  const small = ended ? await unpackSmall(head, MAX_ADDRESS) : head;
  const first = firstByte(small);
  if (first === 0x3c) return { kind: "markup" };
  if (first !== 0x7b || !ended) return { kind: "result" };
  const json = parseJson(new TextDecoder().decode(small));
  const isObject = typeof json === "object" && json !== null;
  return isObject ? judgeObject(json as Record<string, unknown>) : { kind: "result" };
}

function judgeObject(json: Record<string, unknown>): DownloadContent {
  const lists = Object.values(json).filter(Array.isArray);
  // A list of rows beside an address is the result; an empty list or one of texts describes the address.
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

/** The opened result, its body still to be read. */
export function toResult(open: OpenCall, peeked: PeekedBody, variant: DownloadVariant): OpenedResult {
  const { headers } = open.response;
  async function* read(): AsyncGenerator<Uint8Array> {
    try {
      yield* prepend(peeked.head, peeked.rest);
    } catch (error) {
      throw toServiceError(open, error, true);
    } finally {
      await closeBody(open, peeked);
    }
  }
  const endIsCertain =
    headers.has("content-length") || /chunked/i.test(headers.get("transfer-encoding") ?? "");
  return { kind: "result", variant, body: read(), endIsCertain, close: () => closeBody(open, peeked) };
}

/** Releases a body after {@link peekBody}. */
export async function closeBody(open: OpenCall, peeked: PeekedBody): Promise<void> {
  open.release();
  await peeked.rest.return(undefined);
}

/** Releases an answer unread. */
export async function discard(open: OpenCall): Promise<void> {
  open.release();
  await open.response.body?.cancel().catch(() => undefined);
}

/** The outcome of an answer that means "not ready". */
export async function notReady(open: OpenCall): Promise<OpenedResult> {
  const { status: httpStatus, headers } = open.response;
  await discard(open);
  return { kind: "not-ready", httpStatus, retryAfter: readRetryAfter(headers, open.ctx.now()) };
}

/** The error for an answer, with the service's own words from the rest of its body. */
export async function readRejection(
  open: OpenCall,
  more: Partial<PlantServiceFailure> = {},
): Promise<PlantServiceError> {
  try {
    return rejection(open.ctx, open.call, await readAnswer(open.response), {
      variant: open.variant,
      ...more,
    });
  } catch {
    return bodilessRejection(open, more);
  } finally {
    open.release();
  }
}

/** The error for an answer by its status and headers alone. */
export function bodilessRejection(
  { ctx, call, variant, response: { status, headers } }: OpenCall,
  more: Partial<PlantServiceFailure>,
): PlantServiceError {
  return rejection(ctx, call, { status, headers, text: "", json: undefined }, { variant, ...more });
}

/** Counts the redirects that were followed for one result. */
export class RedirectChain {
  #followed = 0;

  /**
   * The address that a redirect leads to.
   * @throws PlantServiceError bad-answer without a readable one, and after five
   */
  next(open: OpenCall, url: string): URL {
    const fail = (detail: string) => bodilessRejection(open, { code: "bad-answer", detail, variant: null });
    const target = redirectTarget(url, open.response.headers);
    if (!target) throw fail("the redirect names no address");
    if (++this.#followed > MAX_REDIRECTS) throw fail(`there are more than ${MAX_REDIRECTS} redirects`);
    return target;
  }
}
