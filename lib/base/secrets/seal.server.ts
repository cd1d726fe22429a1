import "server-only";
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import { AppError } from "@/lib/base/core/errors";
import type { Purpose } from "./contract";
import { keyRing, newestKey, type RingKey } from "./ring.server";

/** 1: version, nonce, tag, ciphertext. 2: with the key id after the version. */
const VERSION = 2;
const ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals a secret for the database: AES-256-GCM with the newest key, bound to its purpose, so that a sealed value copied
 * to another tenancy, row or field cannot be opened.
 * @param purpose for example `client-secret:<tenantId>`
 * @returns version, key id, nonce, tag and ciphertext, concatenated
 */
export function seal(secret: string, purpose: Purpose): Uint8Array<ArrayBuffer> {
  const key = newestKey();
  const head = Buffer.concat([Buffer.from([VERSION]), Buffer.from(key.id, "hex")]);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key.sealing, nonce);
  cipher.setAAD(Buffer.concat([head, Buffer.from(nameOf(purpose), "utf8")]));
  const text = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return new Uint8Array(Buffer.concat([head, nonce, cipher.getAuthTag(), text]));
}

/**
 * Opens a sealed secret with the key of the ring that sealed it.
 * @throws AppError `unavailable` if the ring lacks it, because the key was changed or lost
 */
export function unseal(sealed: Uint8Array, purpose: Purpose): string {
  const opened = tryUnseal(sealed, purpose);
  if (opened !== null) return opened;
  throw new AppError(
    "unavailable",
    "A stored secret cannot be opened: LEAFWATCH_SECRET_KEYS lacks the key that sealed it. Add the old key, or enter the secret again.",
  );
}

/** Opens a sealed secret; null if no key of the ring can. */
export function tryUnseal(sealed: Uint8Array, purpose: Purpose): string | null {
  const bytes = Buffer.from(sealed);
  for (const key of keyRing()) {
    const opened = tryOpen(bytes, key, purpose);
    if (opened !== null) return opened;
  }
  return null;
}

/** Returns true if a value is sealed with the newest key and does not need the older ones. */
export function isSealedByNewest(sealed: Uint8Array): boolean {
  const head = Buffer.from(sealed.subarray(0, 1 + ID_BYTES));
  return head[0] === VERSION && head.subarray(1).toString("hex") === newestKey().id;
}

/** Seals a secret again with the newest key; null if it already is, or if no key opens it. */
export function reseal(sealed: Uint8Array, purpose: Purpose): Uint8Array<ArrayBuffer> | null {
  if (isSealedByNewest(sealed)) return null;
  const opened = tryUnseal(sealed, purpose);
  return opened === null ? null : seal(opened, purpose);
}

/** A keyed hash by which equal secrets are found without opening them. */
export function fingerprint(secret: string): string {
  const oldest = keyRing().at(-1) ?? newestKey();
  return createHmac("sha256", oldest.sealing).update(secret, "utf8").digest("hex");
}

const nameOf = (purpose: Purpose) => (typeof purpose === "string" ? purpose : purpose.name);
const earlierNameOf = (purpose: Purpose) => (typeof purpose === "string" ? purpose : purpose.before);

function tryOpen(bytes: Buffer, key: RingKey, purpose: Purpose): string | null {
  const [version] = bytes;
  if (version === 1) return decipher(bytes.subarray(1), key, Buffer.from(earlierNameOf(purpose), "utf8"));
  const head = bytes.subarray(0, 1 + ID_BYTES);
  if (version !== VERSION || head.subarray(1).toString("hex") !== key.id) return null;
  const bound = Buffer.concat([head, Buffer.from(nameOf(purpose), "utf8")]);
  return decipher(bytes.subarray(head.length), key, bound);
}

function decipher(bytes: Buffer, key: RingKey, bound: Buffer): string | null {
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  if (tag.length < TAG_BYTES) return null;
  const cipher = createDecipheriv("aes-256-gcm", key.sealing, bytes.subarray(0, NONCE_BYTES));
  cipher.setAAD(bound);
  cipher.setAuthTag(tag);
  try {
    const text = cipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([text, cipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}
