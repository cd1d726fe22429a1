import "server-only";
import { createHash, hkdfSync, randomBytes, randomInt } from "node:crypto";
import { keyRing, newestKey, type RingKey } from "@/lib/base/secrets/ring.server";

/**
 * The stored form of a random token or code: its SHA-256, hex. Tokens are long and random, so no slow hash is needed.
 */
export function hashToken(token: string): string {
  return createHash("sha256").update(token, "utf8").digest("hex");
}

/** A new random token of 43 characters. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/**
 * A new API token: `lw_` and 43 letters or digits (256 bits), so that scanners for secrets find it in code and logs
 * (docs/api.md).
 */
export function newApiToken(): string {
  return `lw_${Array.from({ length: 43 }, () => LETTERS[randomInt(LETTERS.length)]).join("")}`;
}

/** A new random id of 24 characters, of a session or a device. */
export function newId(): string {
  return randomBytes(18).toString("base64url");
}

/** The key that signs new sessions, derived from the newest secret key. */
export function sessionSecret(): string {
  return sessionSecretOf(newestKey());
}

/** All keys that may have signed a valid session, newest first: a rotation ends none. */
export function sessionSecrets(): string[] {
  return keyRing().map(sessionSecretOf);
}

/** Derived once of each key: every request needs them. */
const derivedSecrets = new Map<string, string>();

function sessionSecretOf({ master }: RingKey): string {
  const known = derivedSecrets.get(master);
  if (known !== undefined) return known;
  const bytes = hkdfSync("sha256", Buffer.from(master, "base64"), "", "leafwatch session", 32);
  const secret = Buffer.from(bytes).toString("base64");
  derivedSecrets.set(master, secret);
  return secret;
}
