import "server-only";
import { constants } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import * as promises from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import {
  type Frame,
  frameOf,
  type Gap,
  HEAD_BYTES,
  headOf,
  newHead,
  readFrames,
} from "./spool-format.server";

/** What the spool does with files; tests give one that fails as a broken or full disk does. */
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
  /** Open as long as it is written to. */
  #handle: FileHandle | undefined;
  /** Up to here it is on disk. */
  #size: number;
  /** Up to here all is done with. */
  #from = HEAD_BYTES;
  /** Frames behind that which are done with: where each begins and ends. */
  readonly #done = new Map<number, number>();
  /** Where frames begin that could not be applied, and wait for another try. */
  readonly #stuck = new Set<number>();
  /** How many records are not done with, those that are stuck among them. */
  #left = 0;
  /** Pieces that hold no whole record, and could not be copied into another file yet. */
  #unsaved: Piece[] = [];
  /** When its oldest waiting record was received, milliseconds since 1970. */
  oldest: number | null = null;
  /** Whose records wait in it, as far as that is known. */
  owners: ReadonlySet<number> | undefined;
  /** Why it could not be read at the last try. */
  fault: string | null = null;

  private constructor(path: string, disk: Disk, head: Buffer, size: number, handle?: FileHandle) {
    this.path = path;
    this.#disk = disk;
    this.#head = head;
    this.#size = size;
    this.#handle = handle;
  }

  /** Makes an empty one, which is there after a power cut too. */
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
   * Opens one that another process left behind, and keeps aside what is torn in it.
   * @returns undefined when it holds nothing that is still to be kept
   */
  static async takeOver(
    path: string,
    disk: Disk,
    receivedAt: (record: Buffer) => number,
  ): Promise<Segment | undefined> {
    const file = await readWhole(path, disk);
    const head = headOf(file);
    const body = file.subarray(HEAD_BYTES);
    const { frames, gaps } = head ? readFrames(head, body) : { frames: [], gaps: [] };
    const segment = new Segment(path, disk, head ?? newHead(), file.length);
    segment.#left = frames.length;
    segment.oldest = frames[0] ? receivedAt(frames[0].record) : null;
    if (!head && file.length > 0)
      segment.#unsaved.push({ folder: file.length < HEAD_BYTES ? "torn" : "damaged", at: 0, bytes: file });
    for (const { start, end } of gaps) {
      // What was being written when the process ended was never answered.
      const folder = end === body.length ? "torn" : "damaged";
      segment.#unsaved.push({ folder, at: start + HEAD_BYTES, bytes: body.subarray(start, end) });
    }
    await segment.#save().catch(() => undefined);
    return segment.isKept ? segment : undefined;
  }

  /** How many records wait for their first try, or their next. */
  get records(): number {
    return this.#left - this.#stuck.size;
  }

  /** How many could not be applied and wait for another try. */
  get stuck(): number {
    return this.#stuck.size;
  }

  /** Something in it is not done with. */
  get isKept(): boolean {
    return this.#left > 0 || this.#unsaved.length > 0;
  }

  /** Bytes that wait. */
  get bytes(): number {
    const done = [...this.#done].reduce((sum, [start, end]) => sum + end - start, 0);
    return this.#size - this.#from - done;
  }

  get size(): number {
    return this.#size;
  }

  /**
   * Writes records to the disk.
   * @returns false when the file was taken over meanwhile: the records may be lost in it and need another place
   */
  async append(records: readonly Buffer[]): Promise<boolean> {
    if (!this.#handle) throw new Error("The segment is closed");
    const frames = Buffer.concat(records.map((record) => frameOf(this.#head, record)));
    await writeAll(this.#handle, frames, this.#size);
    await this.#handle.datasync();
    // Whoever takes a file over renames it first and reads it then: as long as it has its name, all of it is read.
    if (!(await exists(this.path, this.#disk))) return false;
    this.#size += frames.length;
    this.#left += records.length;
    this.owners = undefined;
    return true;
  }

  /** Ends writing to it, and removes what an append that failed has left behind its end. */
  async end(): Promise<void> {
    const handle = this.#handle;
    this.#handle = undefined;
    await handle?.truncate(this.#size).catch(() => undefined);
    await handle?.close().catch(() => undefined);
  }

  /**
   * All records that wait, in order. What cannot be read as a record any more is copied into the folder `damaged` and
   * waits no longer.
   * @throws Error when the disk refuses; ENOENT when another process took the file over
   */
  async read(): Promise<Frame[]> {
    const from = this.#from;
    // More may be appended meanwhile.
    const expected = this.#left;
    const part = await readPart(this.path, this.#disk, from, this.#size);
    const { frames, gaps } = readFrames(this.#head, part);
    const whole = frames.map(({ start, end, record }) => ({ start: start + from, end: end + from, record }));
    const left = whole.filter(({ start }) => !this.#done.has(start));
    if (left.length < expected) {
      this.#unsaved.push(...damagedPieces(part, from, gaps));
      this.#left -= expected - left.length;
      const starts = new Set(left.map(({ start }) => start));
      for (const start of this.#stuck) if (!starts.has(start)) this.#stuck.delete(start);
    }
    // What cannot be kept aside now is before the file goes.
    await this.#save().catch(() => undefined);
    return left.filter((frame) => this.waits(frame));
  }

  /** Notes that a record is done with. */
  settle({ start, end }: Frame): void {
    this.#done.set(start, end);
    this.#left -= 1;
    for (let next = this.#done.get(this.#from); next !== undefined; next = this.#done.get(this.#from)) {
      this.#done.delete(this.#from);
      this.#from = next;
    }
  }

  /** Notes that a record could not be applied. */
  hold({ start }: Frame): void {
    this.#stuck.add(start);
  }

  /** Whether a record that was read waits still. */
  waits({ start }: Frame): boolean {
    return start >= this.#from && !this.#done.has(start) && !this.#stuck.has(start);
  }

  /** Lets what could not be applied or read be tried again. */
  retry(): void {
    if (this.#stuck.size > 0) this.owners = undefined;
    this.#stuck.clear();
    this.fault = null;
  }

  /** A sign of life for processes that cannot see this one. */
  async touch(): Promise<void> {
    const now = new Date();
    await this.#disk.utimes(this.path, now, now);
  }

  /** Removes the file once all in it is done with. @throws Error while the disk refuses; it can be tried again */
  async remove(): Promise<void> {
    await this.end();
    await this.#save();
    await this.#disk.unlink(this.path).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
  }

  /** Copies what is torn into a file of its own. @throws Error while the disk refuses */
  async #save(): Promise<void> {
    for (let piece = this.#unsaved[0]; piece; piece = this.#unsaved[0]) {
      await keepPiece(this.path, this.#disk, piece);
      this.#unsaved.shift();
    }
  }
}

/** Bytes that hold no whole record. */
type Piece = { folder: "torn" | "damaged"; at: number; bytes: Buffer };

/** A record that is gone without a trace leaves an empty piece. */
function damagedPieces(part: Buffer, from: number, gaps: readonly Gap[]): Piece[] {
  const found = gaps.length > 0 ? gaps : [{ start: part.length, end: part.length }];
  return found.map(({ start, end }) => ({
    folder: "damaged",
    at: start + from,
    bytes: Buffer.from(part.subarray(start, end)),
  }));
}

/** Gives a file another name. @returns false when it is gone: another process was quicker */
export async function claim(from: string, to: string, disk: Disk): Promise<boolean> {
  try {
    await disk.rename(from, to);
    return true;
  } catch (error) {
    if (!isMissing(error)) throw error;
    return false;
  }
}

/** Makes the names in a folder durable. */
export async function syncFolder(folder: string, disk: Disk): Promise<void> {
  const handle = await disk.open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Whether an error says that a file is not there. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

async function keepPiece(path: string, disk: Disk, { folder, at, bytes }: Piece): Promise<void> {
  const kept = join(dirname(path), folder);
  await disk.mkdir(kept, { recursive: true, mode: 0o700 });
  await disk.writeFile(join(kept, `${basename(path)}-${at}`), bytes, { mode: 0o600, flush: true });
}

async function readWhole(path: string, disk: Disk): Promise<Buffer> {
  const { size } = await disk.stat(path);
  return readPart(path, disk, 0, size);
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
