import "server-only";
import { createHash } from "node:crypto";
import type { BackupSum } from "./contract";

const NEWLINE = 10;

/** Counts the rows of a part and computes its checksum. COPY text has one line per row: line breaks in values are escaped. */
export class Sum {
  readonly name: string;
  readonly #hash = createHash("sha256");
  #rows = 0;
  #bytes = 0;

  constructor(name: string) {
    this.name = name;
  }

  add(bytes: Uint8Array): void {
    this.#hash.update(bytes);
    this.#bytes += bytes.length;
    for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) this.#rows += 1;
  }

  end(): BackupSum {
    return { name: this.name, rows: this.#rows, bytes: this.#bytes, sha256: this.#hash.digest("hex") };
  }
}

/** The checksum of a whole file. */
export function sumOf(name: string, bytes: Uint8Array): BackupSum {
  const sum = new Sum(name);
  sum.add(bytes);
  return sum.end();
}
