import "server-only";
import { randomBytes } from "node:crypto";
import { open, stat, statfs, truncate, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";

const MEGABYTE = 1_048_576;
/** Room for some twenty thousand notifications. */
const RESERVE_BYTES = 32 * MEGABYTE;
/** A small disk keeps seven eighths of its room for everything else. */
const SHARE = 8;
/** Given back in steps: whoever else waits for room then gets little of it. */
const STEP_BYTES = MEGABYTE;
/** Less room than this is none, whatever stands in the reserve. */
const LEAST_BYTES = 65_536;

/**
 * Room that is held for the spool on its disk: a file beside the segments that shrinks when the disk is full, and
 * grows again when there is room.
 */
export class SpoolReserve {
  readonly #path: string;
  #isShort = false;

  /** @param folder the spool's */
  constructor(folder: string) {
    this.#path = join(folder, "reserve");
  }

  /** Whether some of it was given back and there has not been ample room since. */
  get isShort(): boolean {
    return this.#isShort;
  }

  /**
   * Makes it, or fills it up, as far as there is ample room.
   * @throws Error when the disk is full or refuses
   */
  async fill(): Promise<void> {
    const size = await this.#size();
    const { bavail, bsize } = await statfs(dirname(this.#path));
    const free = bavail * bsize;
    const wanted = Math.min(RESERVE_BYTES, Math.floor((free + size) / SHARE));
    if (wanted - size >= STEP_BYTES || (size === 0 && wanted > 0)) await this.#grow(size, wanted);
    if (free >= Math.max(size, LEAST_BYTES)) this.#isShort = false;
  }

  /** The disk was found full. @returns whether something is left to give back */
  async ranOut(): Promise<boolean> {
    this.#isShort = true;
    return (await this.#size()) > 0;
  }

  /** Gives some of it back to the disk. @returns false when nothing is left of it */
  async release(): Promise<boolean> {
    if (!(await this.ranOut())) return false;
    const size = await this.#size();
    await (size > STEP_BYTES ? truncate(this.#path, size - STEP_BYTES) : unlink(this.#path));
    return true;
  }

  async #size(): Promise<number> {
    return stat(this.#path).then(
      ({ size }) => size,
      () => 0,
    );
  }

  /** With bytes that no file system stores in less room. */
  async #grow(from: number, to: number): Promise<void> {
    const file = await open(this.#path, "a", 0o600);
    try {
      const bytes = randomBytes(STEP_BYTES);
      for (let size = from; size < to; size += STEP_BYTES)
        await file.appendFile(bytes.subarray(0, to - size));
      await file.sync();
    } catch (error) {
      await file.truncate(from).catch(() => undefined);
      throw error;
    } finally {
      await file.close();
    }
  }
}
