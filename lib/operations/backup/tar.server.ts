import "server-only";

/** The parts of a tar archive (POSIX ustar) that a backup needs: plain files with short names. */
const BLOCK = 512;
/** Maximum size of a part, in bytes. */
const LARGEST = 64_000_000;

/** The header block of a file. */
export function tarHead(name: string, size: number, at: Date): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`The name ${name} is too long for the archive`);
  const head = Buffer.alloc(BLOCK);
  head.write(name, 0);
  head.write("0000600\0", 100);
  head.write("0000000\0", 108);
  head.write("0000000\0", 116);
  head.write(octal(size, 12), 124);
  head.write(octal(Math.floor(at.getTime() / 1_000), 12), 136);
  head.write("0", 156);
  head.write("ustar\0", 257);
  head.write("00", 263);
  head.write(octal(checksumOf(head), 7), 148);
  head.write(" ", 155);
  return head;
}

/** Zeros that fill the last block of a file. */
export const tarPadding = (size: number): Buffer => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);

/** The end of an archive. */
export const TAR_END = Buffer.alloc(2 * BLOCK);

/** An archive cannot be read; the message says why. */
export class BrokenArchive extends Error {}

/**
 * Reads the files of an archive in order.
 * @throws BrokenArchive if it is incomplete or not of this kind
 */
export async function* readTar(
  source: AsyncIterable<Buffer>,
): AsyncGenerator<{ name: string; bytes: Buffer }> {
  const bytes = new Bytes(source);
  for (;;) {
    const head = await bytes.take(BLOCK);
    if (head.every((byte) => byte === 0)) return;
    const name = textAt(head, 0, 100);
    const size = Number.parseInt(textAt(head, 124, 12), 8);
    const sum = Number.parseInt(textAt(head, 148, 8), 8);
    if (textAt(head, 257, 6) !== "ustar" || sum !== checksumOf(head) || !(size <= LARGEST))
      throw new BrokenArchive("it is no archive of this kind");
    const content = await bytes.take(size);
    await bytes.take(tarPadding(size).length);
    yield { name, bytes: content };
  }
}

/** Reads a stream in pieces of given lengths. */
class Bytes {
  readonly #source: AsyncIterator<Buffer>;
  #held: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async take(length: number): Promise<Buffer> {
    const parts = [this.#held];
    let size = this.#held.length;
    while (size < length) {
      const next = await this.#source.next();
      if (next.done) throw new BrokenArchive("it is cut short");
      parts.push(next.value);
      size += next.value.length;
    }
    const whole = Buffer.concat(parts);
    this.#held = whole.subarray(length);
    return whole.subarray(0, length);
  }
}

const octal = (value: number, width: number) => `${value.toString(8).padStart(width - 1, "0")}\0`;

function textAt(head: Buffer, start: number, length: number): string {
  const text = head.toString("latin1", start, start + length);
  return text.split("\0", 1)[0]?.trim() ?? "";
}

/** The checksum of a header block, in which the checksum itself counts as blanks. */
function checksumOf(head: Buffer): number {
  return head.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0);
}
