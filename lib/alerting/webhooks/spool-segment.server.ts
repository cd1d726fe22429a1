import "server-only";
import { constants } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import * as promises from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import {
  encodeFrame,
  type Frame,
  type Gap,
  HEAD_BYTES,
  newHead,
  peekRecord,
  readFrames,
  readHead,
} from "./spool-format.server";

/** The file operations of the spool; tests pass one that fails like a broken or full disk. */
export type Disk = Pick<
  typeof promises,
  "mkdir" | "open" | "readdir" | "rename" | "stat" | "unlink" | "utimes" | "writeFile"
>;

/** The file system of the machine. */
export const machineDisk: Disk = promises;

/** One file of the spool. Positions are bytes in the file. */
export class Segment {
  readonly path: string;
  readonly #disk: Disk;
  readonly #head: Buffer;
  /** Open while it is written to. */
  #handle: FileHandle | undefined;
  /** Up to here it is durable. */
  #size: number;
  /** Up to here all records are applied. */
  #appliedUpTo = HEAD_BYTES;
  /** Applied frames behind that: start and end of each. */
  readonly #applied = new Map<number, number>();
  /** Starts of the frames that could not be applied and wait for another attempt. */
  readonly #stuck = new Set<number>();
  /** The number of records that are not applied, stuck ones included. */
  #left = 0;
  /** Pieces without a whole record that could not be copied into another file yet. */
  #unsaved: Piece[] = [];
  /** When its oldest pending record was received, milliseconds since 1970. */
  oldest: number | null = null;
  /** The tenancies of its pending records, if known. */
  tenancies: ReadonlySet<number> | undefined;
  /** The error of the last attempt to read it. */
  fault: string | null = null;

  private constructor(path: string, disk: Disk, head: Buffer, size: number, handle?: FileHandle) {
    this.path = path;
    this.#disk = disk;
    this.#head = head;
    this.#size = size;
    this.#handle = handle;
  }

  /** Creates an empty segment that survives a power cut. */
  static async create(path: string, disk: Disk): Promise<Segment> {
    const handle = await disk.open(path, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL, 0o600);
    try {
      const head = newHead();
      await writeAll(handle, head, 0);
      await handle.datasync();
      await syncFolder(dirname(path), disk);
      return new Segment(path, disk, head, HEAD_BYTES, handle);
    } catch (error) {
      await handle.close().catch(() => undefined);
      await disk.unlink(path).catch(() => undefined);
      throw error;
    }
  }

  /**
   * Opens a segment of a dead process, and copies torn pieces out of it.
   * @returns undefined when nothing in it is left to keep
   */
  static async takeOver(path: string, disk: Disk): Promise<Segment | undefined> {
    const { size } = await disk.stat(path);
    const file = await readPart(path, disk, 0, size);
    const head = readHead(file);
    const body = file.subarray(HEAD_BYTES);
    const { frames, gaps } = head ? readFrames(head, body) : { frames: [], gaps: [] };
    const segment = new Segment(path, disk, head ?? newHead(), file.length);
    segment.#left = frames.length;
    segment.oldest = frames[0] ? (peekRecord(frames[0].record)?.receivedAt ?? Date.now()) : null;
    if (!head && file.length > 0)
      segment.#unsaved.push({ folder: file.length < HEAD_BYTES ? "torn" : "damaged", at: 0, bytes: file });
    for (const { start, end } of gaps) {
      // A write that the end of the process cut off was never answered.
      const folder = end === body.length ? "torn" : "damaged";
      segment.#unsaved.push({ folder, at: start + HEAD_BYTES, bytes: body.subarray(start, end) });
    }
    await segment.#save().catch(() => undefined);
    return segment.isKept ? segment : undefined;
  }

  /** The number of pending records, without stuck ones. */
  get records(): number {
    return this.#left - this.#stuck.size;
  }

  /** The number of records that could not be applied and wait for another attempt. */
  get stuck(): number {
    return this.#stuck.size;
  }

  /** True if something in it is not applied or not copied. */
  get isKept(): boolean {
    return this.#left > 0 || this.#unsaved.length > 0;
  }

  /** Bytes not applied yet. */
  get bytes(): number {
    const applied = [...this.#applied].reduce((sum, [start, end]) => sum + end - start, 0);
    return this.#size - this.#appliedUpTo - applied;
  }

  get size(): number {
    return this.#size;
  }

  /**
   * Appends records and flushes them to the disk.
   * @returns false when another process took the file over: the records may be lost in it and need another one
   */
  async append(records: readonly Buffer[]): Promise<boolean> {
    if (!this.#handle) throw new Error("The segment is closed");
    const frames = Buffer.concat(records.map((record) => encodeFrame(this.#head, record)));
    await writeAll(this.#handle, frames, this.#size);
    await this.#handle.datasync();
    // A takeover renames the file before it reads it: while the name exists, all of it will be read.
    if (!(await exists(this.path, this.#disk))) return false;
    this.#size += frames.length;
    this.#left += records.length;
    this.tenancies = undefined;
    return true;
  }

  /** Closes it for writing, and cuts off what a failed append left behind its end. */
  async end(): Promise<void> {
    const handle = this.#handle;
    this.#handle = undefined;
    await handle?.truncate(this.#size).catch(() => undefined);
    await handle?.close().catch(() => undefined);
  }

  /**
   * Reads all pending records, in order. What can no longer be read as a record is copied into the folder `damaged` and
   * is not pending any more.
   * @throws Error when the disk fails; ENOENT when another process took the file over
   */
  async read(): Promise<Frame[]> {
    const from = this.#appliedUpTo;
    // More may be appended meanwhile.
    const expected = this.#left;
    const part = await readPart(this.path, this.#disk, from, this.#size);
    const { frames, gaps } = readFrames(this.#head, part);
    const whole = frames.map(({ start, end, record }) => ({ start: start + from, end: end + from, record }));
    const left = whole.filter(({ start }) => !this.#applied.has(start));
    if (left.length < expected) {
      this.#unsaved.push(...damagedPieces(part, from, gaps));
      this.#left -= expected - left.length;
      const starts = new Set(left.map(({ start }) => start));
      for (const start of this.#stuck) if (!starts.has(start)) this.#stuck.delete(start);
    }
    // A piece that cannot be copied now is copied before the file is removed.
    await this.#save().catch(() => undefined);
    return left.filter((frame) => this.isPending(frame));
  }

  /** Marks a record as applied. */
  markApplied({ start, end }: Frame): void {
    this.#applied.set(start, end);
    this.#left -= 1;
    for (
      let next = this.#applied.get(this.#appliedUpTo);
      next !== undefined;
      next = this.#applied.get(this.#appliedUpTo)
    ) {
      this.#applied.delete(this.#appliedUpTo);
      this.#appliedUpTo = next;
    }
  }

  /** Marks a record that could not be applied. */
  markStuck({ start }: Frame): void {
    this.#stuck.add(start);
  }

  /** Returns true if a record that was read is still pending. */
  isPending({ start }: Frame): boolean {
    return start >= this.#appliedUpTo && !this.#applied.has(start) && !this.#stuck.has(start);
  }

  /** Makes stuck records and an unreadable file pending again. */
  retry(): void {
    if (this.#stuck.size > 0) this.tenancies = undefined;
    this.#stuck.clear();
    this.fault = null;
  }

  /** Touches the file, a sign of life for processes on other hosts. */
  async touch(): Promise<void> {
    const now = new Date();
    await this.#disk.utimes(this.path, now, now);
  }

  /** Removes the file after its last record was applied. @throws Error when the disk fails; it can be repeated */
  async remove(): Promise<void> {
    await this.end();
    await this.#save();
    await this.#disk.unlink(this.path).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
  }

  /** Copies each torn piece into its own file. @throws Error when the disk fails */
  async #save(): Promise<void> {
    for (let piece = this.#unsaved[0]; piece; piece = this.#unsaved[0]) {
      await copyPiece(this.path, this.#disk, piece);
      this.#unsaved.shift();
    }
  }
}

/** Bytes without a whole record. */
type Piece = { folder: "torn" | "damaged"; at: number; bytes: Buffer };

/** Pieces to copy; a record that vanished without a trace leaves an empty one. */
function damagedPieces(part: Buffer, from: number, gaps: readonly Gap[]): Piece[] {
  const found = gaps.length > 0 ? gaps : [{ start: part.length, end: part.length }];
  return found.map(({ start, end }) => ({
    folder: "damaged",
    at: start + from,
    bytes: Buffer.from(part.subarray(start, end)),
  }));
}

/** Claims a file by renaming it. @returns false when it is gone: another process was quicker */
export async function claim(from: string, to: string, disk: Disk): Promise<boolean> {
  try {
    await disk.rename(from, to);
    return true;
  } catch (error) {
    if (!isMissing(error)) throw error;
    return false;
  }
}

/** Flushes the names in a folder to the disk. */
export async function syncFolder(folder: string, disk: Disk): Promise<void> {
  const handle = await disk.open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Returns true for the error of a missing file. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

async function copyPiece(path: string, disk: Disk, { folder, at, bytes }: Piece): Promise<void> {
  const kept = join(dirname(path), folder);
  await disk.mkdir(kept, { recursive: true, mode: 0o700 });
  await disk.writeFile(join(kept, `${basename(path)}-${at}`), bytes, { mode: 0o600, flush: true });
}

async function readPart(path: string, disk: Disk, from: number, to: number): Promise<Buffer> {
  const handle = await disk.open(path, constants.O_RDONLY);
  try {
    const part = Buffer.allocUnsafe(to - from);
    let filled = 0;
    while (filled < part.length) {
      const { bytesRead } = await handle.read(part, filled, part.length - filled, from + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return part.subarray(0, filled);
  } finally {
    await handle.close().catch(() => undefined);
  }
}

async function writeAll(handle: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, position + done);
    if (bytesWritten === 0) throw new Error("The disk takes no more bytes");
    done += bytesWritten;
  }
}

async function exists(path: string, disk: Disk): Promise<boolean> {
  try {
    await disk.stat(path);
    return true;
  } catch (error) {
    if (!isMissing(error)) throw error;
    return false;
  }
}
