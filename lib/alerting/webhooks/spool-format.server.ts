import "server-only";
import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import { z } from "zod";
import type { Received } from "./batch.server";
import { requestFactsSchema } from "./contract";
import { parseNotification } from "./parse";

/*
 * A segment of the spool is a head and then frames:
 *   head   "LWSPOOL1", then 8 random bytes: the mark of this segment
 *   frame  the mark, length of the record (4 bytes), checksum of length and record (4 bytes), the record
 * The mark lets a reader find the next whole frame behind a torn one. Nobody outside knows it, so that no body
 * can hold what looks like a frame.
 */
const MAGIC = Buffer.from("LWSPOOL1", "latin1");

const MARK_BYTES = 8;

export const HEAD_BYTES = MAGIC.length + MARK_BYTES;

const FRAME_HEAD_BYTES = MARK_BYTES + 8;

/** A record and its position in the segment. */
export type Frame = { start: number; end: number; record: Buffer };

/** Bytes of a segment that hold no whole frame. */
export type Gap = { start: number; end: number };

/** The head of a new segment. */
export function newHead(): Buffer {
  return Buffer.concat([MAGIC, randomBytes(MARK_BYTES)]);
}

/** Encodes a record as a frame of the segment with this head. */
export function encodeFrame(head: Buffer, record: Buffer): Buffer {
  const frame = Buffer.allocUnsafe(FRAME_HEAD_BYTES + record.length);
  head.copy(frame, 0, MAGIC.length);
  frame.writeUInt32BE(record.length, MARK_BYTES);
  record.copy(frame, FRAME_HEAD_BYTES);
  frame.writeUInt32BE(checksum(frame.subarray(MARK_BYTES, MARK_BYTES + 4), record), MARK_BYTES + 4);
  return frame;
}

/** Reads the head of a file; undefined if it is cut off or not one. */
export function readHead(file: Buffer): Buffer | undefined {
  const head = file.subarray(0, HEAD_BYTES);
  return head.length === HEAD_BYTES && head.subarray(0, MAGIC.length).equals(MAGIC) ? head : undefined;
}

/**
 * Reads all whole frames of a part of a segment, and the gaps between and behind them.
 * @param part begins at a frame
 */
export function readFrames(head: Buffer, part: Buffer): { frames: Frame[]; gaps: Gap[] } {
  const mark = head.subarray(MAGIC.length);
  const frames: Frame[] = [];
  const gaps: Gap[] = [];
  for (let at = 0; at < part.length; ) {
    const frame = frameAt(mark, part, at);
    if (frame) frames.push(frame);
    const end = frame?.end ?? nextFrameStart(mark, part, at + 1);
    if (!frame) gaps.push({ start: at, end });
    at = end;
  }
  return { frames, gaps };
}

function nextFrameStart(mark: Buffer, part: Buffer, from: number): number {
  for (let at = part.indexOf(mark, from); at >= 0; at = part.indexOf(mark, at + 1))
    if (frameAt(mark, part, at)) return at;
  return part.length;
}

function frameAt(mark: Buffer, part: Buffer, start: number): Frame | undefined {
  const from = start + FRAME_HEAD_BYTES;
  if (from > part.length || part.compare(mark, 0, MARK_BYTES, start, start + MARK_BYTES) !== 0)
    return undefined;
  const end = from + part.readUInt32BE(start + MARK_BYTES);
  if (end > part.length) return undefined;
  const record = part.subarray(from, end);
  const length = part.subarray(start + MARK_BYTES, start + MARK_BYTES + 4);
  return checksum(length, record) === part.readUInt32BE(start + MARK_BYTES + 4)
    ? { start, end, record }
    : undefined;
}

function checksum(length: Buffer, record: Buffer): number {
  return crc32(record, crc32(length));
}

const metaSchema = z.object({
  tenancyId: z.int(),
  tenantId: z.string(),
  secretId: z.int(),
  /** ISO 8601. */
  receivedAt: z.string(),
  requestId: z.string().nullable(),
  answeredInMs: z.int(),
  // Records of an earlier version have none.
  request: requestFactsSchema.nullish().transform((facts) => facts ?? null),
});

const peekSchema = metaSchema.pick({ tenancyId: true, receivedAt: true });

/** Encodes a request as a record: the length of its metadata, the metadata as JSON, the body. */
export function toRecord(
  { signer, receivedAt, requestId, request, body }: Omit<Received, "parsed">,
  answeredInMs = Date.now() - receivedAt.getTime(),
): Buffer {
  const meta: z.output<typeof metaSchema> = {
    tenancyId: signer.tenancyId,
    tenantId: signer.tenantId,
    secretId: signer.secretId,
    receivedAt: receivedAt.toISOString(),
    requestId,
    answeredInMs,
    request,
  };
  const json = Buffer.from(JSON.stringify(meta), "utf8");
  const length = Buffer.allocUnsafe(4);
  length.writeUInt32BE(json.length);
  return Buffer.concat([length, json, body]);
}

/** Decodes a record; undefined if it is not understood, which another version of the program may have written. */
export function readRecord(record: Buffer): Received | undefined {
  try {
    return decode(record);
  } catch {
    return undefined;
  }
}

function decode(record: Buffer): Received {
  const from = 4 + record.readUInt32BE(0);
  const meta = metaSchema.parse(JSON.parse(record.toString("utf8", 4, from)));
  const { tenancyId, tenantId, secretId, requestId, answeredInMs } = meta;
  const body = record.subarray(from);
  return {
    signer: { tenancyId, tenantId, secretId },
    receivedAt: new Date(meta.receivedAt),
    body,
    requestId,
    request: meta.request,
    parsed: parseNotification(body),
    fromSpool: { answeredInMs },
  };
}

/** Reads the tenancy and the arrival of a record without its body; undefined if they cannot be read. */
export function peekRecord(record: Buffer): { tenancyId: number; receivedAt: number } | undefined {
  try {
    const meta: unknown = JSON.parse(record.toString("utf8", 4, 4 + record.readUInt32BE(0)));
    const { tenancyId, receivedAt } = peekSchema.parse(meta);
    return { tenancyId, receivedAt: Date.parse(receivedAt) };
  } catch {
    return undefined;
  }
}
