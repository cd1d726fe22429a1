import "server-only";
import { createHash, hkdfSync, randomBytes } from "node:crypto";
import { env } from "@/lib/env/env.server";

/** What is stored of a random token: its SHA-256, hex. Tokens are long and random, so no slow hash is needed. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token, "utf8").digest("hex");
}

/** A new random token of 43 characters. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** The key that signs sessions, derived from the newest secret key; changing that key ends all sessions. */
export function sessionSecret(): string {
  const [newest = ""] = env().LEAFWATCH_SECRET_KEYS;
  return Buffer.from(hkdfSync("sha256", Buffer.from(newest, "base64"), "", "leafwatch session", 32)).toString(
    "base64",
  );
}
