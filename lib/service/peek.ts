/** Looks at the beginning of a download to tell a result from an address, a state or an error page. */
import { joinBytes, parseJson, unpackSmall } from "./call";

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
