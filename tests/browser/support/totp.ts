import { createHmac } from "node:crypto";

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The code of an authenticator app: RFC 6238, independent of our own code. */
export function totpCode(key: string, step: number): string {
  const bits = [...key].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeUInt32BE(step, 4);
  const digest = createHmac("sha1", bytes).update(counter).digest();
  const number = digest.readUInt32BE((digest[19] ?? 0) & 15) & 0x7f_ff_ff_ff;
  return String(number % 1_000_000).padStart(6, "0");
}
