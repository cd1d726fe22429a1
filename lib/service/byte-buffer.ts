/** Bytes that have arrived and are not used up yet. */

/** A growing buffer; `bytes[pos, limit)` is what waits to be read. */
export class ByteBuffer {
  bytes = new Uint8Array(512 * 1024);
  pos = 0;
  limit = 0;

  /** Number of bytes that wait. */
  get waiting(): number {
    return this.limit - this.pos;
  }

  /** Adds bytes behind those that wait; positions may move. */
  push(chunk: Uint8Array): void {
    if (this.limit + chunk.length > this.bytes.length) this.#makeRoom(chunk.length);
    this.bytes.set(chunk, this.limit);
    this.limit += chunk.length;
  }

  #makeRoom(more: number): void {
    const needed = this.waiting + more;
    const size = needed > this.bytes.length / 2 ? Math.max(needed * 2, this.bytes.length) : this.bytes.length;
    const target = size === this.bytes.length ? this.bytes : new Uint8Array(size);
    target.set(this.bytes.subarray(this.pos, this.limit));
    this.bytes = target;
    this.limit -= this.pos;
    this.pos = 0;
  }

  /** Position of a byte at or after `from`; -1 when it has not arrived. */
  find(byte: number, from: number): number {
    const at = this.bytes.indexOf(byte, from);
    return at >= 0 && at < this.limit ? at : -1;
  }
}
