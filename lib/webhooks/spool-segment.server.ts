import "server-only";
import { constants } from "node:fs";
import { type FileHandle, mkdir, open, rename, stat, unlink, utimes, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type Frame, frameOf, HEAD_BYTES, headOf, newHead, readFrames } from "./spool-frames.server";

/** How a file is opened; tests give one that fails as a full disk does. */
export type Opener = (path: string, flags: number, mode?: number) => Promise<FileHandle>;

/** One file of the spool. Positions are bytes in the file. */
export class Segment {
  readonly path: string;
  readonly #handle: FileHandle;
  readonly #head: Buffer;
  /** Up to here it is on disk. */
  #size: number;
  /** Up to here it is applied. */
  #applied = HEAD_BYTES;
  #written = 0;
  #done = 0;
  /** When its oldest waiting record was received, milliseconds since 1970. */
  oldest: number | null = null;
  /** How many could not be applied and wait for another try of the whole. */
  stuck = 0;

  private constructor(path: string, handle: FileHandle, head: Buffer, size: number) {
    this.path = path;
    this.#handle = handle;
    this.#head = head;
    this.#size = size;
  }

  /** Makes an empty one, which is there after a power cut too. */
  static async create(path: string, opener: Opener = open): Promise<Segment> {
    const flags = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL;
    const handle = await opener(path, flags, 0o600);
    try {
      const head = newHead();
      await writeAll(handle, head, 0);
      await handle.datasync();
      await syncFolder(dirname(path));
      return new Segment(path, handle, head, HEAD_BYTES);
    } catch (error) {
      await handle.close().catch(() => undefined);
      await unlink(path).catch(() => undefined);
      throw error;
    }
  }

  /**
   * Opens one that another process left behind. What is torn in it is copied into the folder `torn` beside it.
   * @returns undefined when it holds no record
   */
  static async takeOver(path: string, receivedAt: (record: Buffer) => number): Promise<Segment | undefined> {
    const handle = await open(path, constants.O_RDWR);
    const file = await handle.readFile();
    const head = headOf(file);
    const { frames, gaps } = head
      ? readFrames(head, file.subarray(HEAD_BYTES))
      : { frames: [], gaps: [{ start: -HEAD_BYTES, end: file.length - HEAD_BYTES }] };
    for (const gap of gaps)
      await keepTorn(
        path,
        gap.start + HEAD_BYTES,
        file.subarray(gap.start + HEAD_BYTES, gap.end + HEAD_BYTES),
      );
    const [first] = frames;
    if (!head || !first) {
      await handle.close();
      return undefined;
    }
    const segment = new Segment(path, handle, head, file.length);
    segment.#written = frames.length;
    segment.oldest = receivedAt(first.record);
    return segment;
  }

  /** How many records wait. */
  get records(): number {
    return this.#written - this.#done;
  }

  /** Bytes that wait. */
  get bytes(): number {
    return this.#size - this.#applied;
  }

  get size(): number {
    return this.#size;
  }

  /**
   * Writes records to the disk.
   * @returns false when the file was taken over meanwhile: the records may be lost in it and need another place
   */
  async append(records: readonly Buffer[]): Promise<boolean> {
    const frames = Buffer.concat(records.map((record) => frameOf(this.#head, record)));
    await writeAll(this.#handle, frames, this.#size);
    await this.#handle.datasync();
    // Whoever takes a file over renames it first and reads it then: as long as it has its name, all of it is read.
    if (!(await exists(this.path))) return false;
    this.#size += frames.length;
    this.#written += records.length;
    return true;
  }

  /** Removes what an append that failed has left behind its end. */
  async cut(): Promise<void> {
    await this.#handle.truncate(this.#size);
  }

  /** All that is not applied yet, in order. */
  async read(): Promise<Frame[]> {
    const part = Buffer.allocUnsafe(this.#size - this.#applied);
    let filled = 0;
    while (filled < part.length) {
      const { bytesRead } = await this.#handle.read(
        part,
        filled,
        part.length - filled,
        this.#applied + filled,
      );
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    const { frames } = readFrames(this.#head, part.subarray(0, filled));
    const from = this.#applied;
    return frames.map(({ start, end, record }) => ({ start: start + from, end: end + from, record }));
  }

  /** Notes that so many records, which end there, are applied. */
  advance(records: number, end: number): void {
    this.#applied = end;
    this.#done += records;
  }

  /** Begins again at its first record: what is applied already is found out then. */
  rewind(): void {
    this.#applied = HEAD_BYTES;
    this.#done = 0;
    this.stuck = 0;
  }

  /** A sign of life for processes that cannot see this one. */
  async touch(): Promise<void> {
    const now = new Date();
    await utimes(this.path, now, now);
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }

  async remove(): Promise<void> {
    await this.close();
    await unlink(this.path).catch(ignoreMissing);
  }
}

/** Gives a file another name. @returns false when it is gone: another process was quicker */
export async function claim(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    ignoreMissing(error);
    return false;
  }
}

/** Makes the names in a folder durable. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function keepTorn(path: string, at: number, bytes: Buffer): Promise<void> {
  if (bytes.length === 0) return;
  const folder = join(dirname(path), "torn");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, `${basename(path)}-${at}`), bytes, { mode: 0o600, flush: true });
}

async function writeAll(handle: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    ignoreMissing(error);
    return false;
  }
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
}
