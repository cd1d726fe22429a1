import "server-only";
import { createHmac, randomBytes, randomInt, timingSafeEqual } from "node:crypto";

/** RFC 6238 as all apps on phones know it: SHA-1, six digits, half a minute each. */
const STEP_MS = 30_000;
/** Clocks differ: the code before and the one after are taken as well. */
const NEIGHBOURS = [0, -1, 1];
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** A new key of 160 bits, in base32 as apps take it. */
export function newTotpKey(): string {
  return Array.from(randomBytes(32), (byte) => BASE32[byte % 32]).join("");
}

/** The address that an app reads out of a QR code. */
export function totpAddress(key: string, email: string): string {
  const label = encodeURIComponent(`Leafwatch:${email}`);
  return `otpauth://totp/${label}?secret=${key}&issuer=Leafwatch&algorithm=SHA1&digits=6&period=30`;
}

/** The code of a key in a half minute, counted from 1970. */
export function totpCode(key: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac("sha1", bytesOf(key)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  const number = digest.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(number % 1_000_000).padStart(6, "0");
}

/** The half minute of a code, which may be typed with spaces, if it is now or a neighbour; null for any other. */
export function totpStep(key: string, typed: string, now: Date): number | null {
  const code = typed.replaceAll(/[\s\p{Pd}]/gu, "");
  if (!/^\d{6}$/.test(code)) return null;
  const present = Math.floor(now.getTime() / STEP_MS);
  const steps = NEIGHBOURS.map((by) => present + by);
  const fits = (step: number) => timingSafeEqual(Buffer.from(totpCode(key, step)), Buffer.from(code));
  return steps.find(fits) ?? null;
}

function bytesOf(key: string): Buffer {
  let bits = "";
  for (const letter of key) bits += BASE32.indexOf(letter).toString(2).padStart(5, "0");
  return Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
}

/** A code for a person who has lost their phone: 80 bits in four groups, so that a plain hash of it is safe. */
export function newRecoveryCode(): string {
  const letters = Array.from({ length: 16 }, () => BASE32[randomInt(32)]).join("");
  return letters.match(/.{4}/g)?.join("-") ?? letters;
}

/** A recovery code in the form of {@link newRecoveryCode}, however it was typed; null for any other text. */
export function readRecoveryCode(text: string): string | null {
  const letters = text.toUpperCase().replaceAll(/[^A-Z2-7]/g, "");
  return letters.length === 16 ? (letters.match(/.{4}/g)?.join("-") ?? null) : null;
}
