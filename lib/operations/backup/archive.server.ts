import "server-only";
import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip, type Gzip } from "node:zlib";
import { syncFolder } from "./data-dir.server";
import { readTar, TAR_END, tarHead, tarPadding } from "./tar.server";

/** A gzip-packed tar file that gets its name only when all of it is on the disk. Readable by its owner alone. */
export class ArchiveWriter {
  readonly #path: string;
  readonly #gzip: Gzip;
  readonly #written: Promise<void>;
  readonly #at: Date;

  /** @param at the time that its files carry */
  constructor(path: string, at: Date) {
    this.#path = path;
    this.#at = at;
    this.#gzip = createGzip({ level: 6 });
    const file = createWriteStream(partOf(path), { mode: 0o600, flush: true });
    this.#written = pipeline(this.#gzip, file);
    // Whoever writes next, or ends it, hears of a failure.
    this.#written.catch(() => undefined);
  }

  /** Adds a file; comes back when there is room for the next. */
  async add(name: string, bytes: Buffer): Promise<void> {
    await this.#write(tarHead(name, bytes.length, this.#at));
    await this.#write(bytes);
    await this.#write(tarPadding(bytes.length));
  }

  /** Ends it: it is whole, and survives a power cut. */
  async finish(): Promise<void> {
    await this.#write(TAR_END);
    this.#gzip.end();
    await this.#written;
    await rename(partOf(this.#path), this.#path);
    try {
      await syncFolder(dirname(this.#path));
    } catch (error) {
      // A backup that was said to have failed is not to be found as one.
      await rm(this.#path, { force: true });
      throw error;
    }
  }

  /** Takes away what was written of it. */
  async abandon(): Promise<void> {
    this.#gzip.destroy();
    await this.#written.catch(() => undefined);
    await rm(partOf(this.#path), { force: true });
  }

  async #write(bytes: Buffer): Promise<void> {
    if (this.#gzip.write(bytes)) return;
    await Promise.race([once(this.#gzip, "drain"), this.#written]);
  }
}

const partOf = (path: string) => `${path}.part`;

/** The files of an archive, in order. @throws Error when it cannot be read or is no such archive */
export async function* readArchive(path: string): AsyncGenerator<{ name: string; bytes: Buffer }> {
  const packed = createReadStream(path);
  const plain = createGunzip();
  const read = pipeline(packed, plain);
  // The reader below meets the same failure.
  read.catch(() => undefined);
  try {
    yield* readTar(plain);
  } finally {
    packed.destroy();
    plain.destroy();
  }
}
