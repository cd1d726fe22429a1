// ULIDs whose random part is a hash, so that identifiers are the same in every run.
import { createHash } from "node:crypto";

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A ULID with the given time (milliseconds) and a random part derived from `text`. */
export function ulidOf(ms: number, text: string): string {
  const digest = createHash("sha256").update(text).digest();
  return (
    encode(BigInt(Math.trunc(ms)), 10) + encode(BigInt(`0x${digest.subarray(0, 10).toString("hex")}`), 16)
  );
}

function encode(value: bigint, length: number): string {
  let rest = value;
  let text = "";
  for (let i = 0; i < length; i++) {
    text = ALPHABET.charAt(Number(rest & 31n)) + text;
    rest >>= 5n;
  }
  return text;
}
