import "server-only";
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { AppError } from "@/lib/core/errors";
import { env } from "@/lib/env/env.server";

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals a secret for the database: AES-256-GCM under the newest key, bound to what it is for, so that a
 * sealed value copied to another tenancy or field does not open.
 * @param purpose for example `client-secret:<tenantId>`
 * @returns version, nonce, tag and ciphertext in one
 */
export function seal(secret: string, purpose: string): Uint8Array<ArrayBuffer> {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", keyRing()[0] ?? Buffer.alloc(0), nonce);
  cipher.setAAD(Buffer.from(purpose, "utf8"));
  const text = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return new Uint8Array(Buffer.concat([Buffer.from([VERSION]), nonce, cipher.getAuthTag(), text]));
}

/**
 * Opens a sealed secret with whichever key of the ring fits.
 * @throws AppError `unavailable` when none does: the key was changed or lost
 */
export function unseal(sealed: Uint8Array, purpose: string): string {
  const bytes = Buffer.from(sealed);
  for (const key of keyRing()) {
    const opened = tryOpen(bytes, key, purpose);
    if (opened !== undefined) return opened;
  }
  throw new AppError(
    "unavailable",
    "A stored secret cannot be opened: LEAFWATCH_SECRET_KEYS lacks the key that sealed it. Add the old key, or enter the secret again.",
  );
}

/** Opens a sealed secret; null when no key of the ring does. */
export function tryUnseal(sealed: Uint8Array, purpose: string): string | null {
  try {
    return unseal(sealed, purpose);
  } catch {
    return null;
  }
}

/** A keyed hash that tells equal secrets apart from others without opening them. */
export function fingerprint(secret: string): string {
  const oldest = keyRing().at(-1) ?? Buffer.alloc(0);
  return createHmac("sha256", oldest).update(secret, "utf8").digest("hex");
}

function tryOpen(bytes: Buffer, key: Buffer, purpose: string): string | undefined {
  const nonce = bytes.subarray(1, 1 + NONCE_BYTES);
  const tag = bytes.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", key, nonce);
  decipher.setAAD(Buffer.from(purpose, "utf8"));
  decipher.setAuthTag(tag);
  try {
    const text = decipher.update(bytes.subarray(1 + NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}

function keyRing(): Buffer[] {
  return env().LEAFWATCH_SECRET_KEYS.map((key) =>
    Buffer.from(hkdfSync("sha256", Buffer.from(key, "base64"), "", "leafwatch secrets at rest", 32)),
  );
}
