import "server-only";
import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip, type Gzip } from "node:zlib";
import { syncFolder } from "./data-dir.server";
import { readTar, TAR_END, tarHead, tarPadding } from "./tar.server";

/** A compressed tar file, readable only by its owner, that gets its name once it is completely on disk. */
export class ArchiveWriter {
  readonly #path: string;
  readonly #gzip: Gzip;
  readonly #written: Promise<void>;
  readonly #at: Date;

  /** @param at modification time of its files */
  constructor(path: string, at: Date) {
    this.#path = path;
    this.#at = at;
    this.#gzip = createGzip({ level: 6 });
    const file = createWriteStream(partOf(path), { mode: 0o600, flush: true });
    this.#written = pipeline(this.#gzip, file);
    // A failure surfaces at the next write, or at the end.
    this.#written.catch(() => undefined);
  }

  /** Adds a file; resolves when the next one can be written. */
  async add(name: string, bytes: Buffer): Promise<void> {
    await this.#write(tarHead(name, bytes.length, this.#at));
    await this.#write(bytes);
    await this.#write(tarPadding(bytes.length));
  }

  /** Completes the archive; afterwards it survives a power cut. */
  async finish(): Promise<void> {
    await this.#write(TAR_END);
    this.#gzip.end();
    await this.#written;
    await rename(partOf(this.#path), this.#path);
    try {
      await syncFolder(dirname(this.#path));
    } catch (error) {
      // A failed backup must not be left behind under its name.
      await rm(this.#path, { force: true });
      throw error;
    }
  }

  /** Deletes the incomplete archive. */
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

/** Reads the files of an archive in order. @throws Error if it is unreadable or not such an archive */
export async function* readArchive(path: string): AsyncGenerator<{ name: string; bytes: Buffer }> {
  const packed = createReadStream(path);
  const plain = createGunzip();
  const read = pipeline(packed, plain);
  // The reader below reports the same failure.
  read.catch(() => undefined);
  try {
    yield* readTar(plain);
  } finally {
    packed.destroy();
    plain.destroy();
  }
}
