import "server-only";
import { crc32 } from "node:zlib";

/** A beginning of a result's unpacked content: how long it is, and its checksum. */
export type ContentBeginning = { bytes: number; checksum: number };

/** The result is another one than that of which a part is loaded. */
export class ResultChangedError extends Error {
  constructor() {
    super("The result has another content than before");
    this.name = "ResultChangedError";
  }
}

/** Follows the content of a result, and holds its beginning against one that was seen earlier. */
export class ContentMark {
  bytes = 0;
  checksum = 0;
  readonly #expected: ContentBeginning;

  /** @param expected no bytes: nothing to compare with */
  constructor(expected: ContentBeginning) {
    this.#expected = expected;
  }

  /** Whether the content begins as the earlier one did; false while too little of it has come. */
  get isSure(): boolean {
    return this.bytes >= this.#expected.bytes;
  }

  /**
   * Takes the next piece.
   * @throws ResultChangedError when the beginning is another one
   */
  take(piece: Uint8Array): void {
    const { bytes, checksum } = this.#expected;
    const missing = bytes - this.bytes;
    if (missing <= 0 || missing > piece.length) {
      this.#add(piece);
      return;
    }
    this.#add(piece.subarray(0, missing));
    if (this.checksum !== checksum) throw new ResultChangedError();
    this.#add(piece.subarray(missing));
  }

  #add(piece: Uint8Array): void {
    this.bytes += piece.length;
    this.checksum = crc32(piece, this.checksum);
  }
}
