import "server-only";
import { createHash, randomBytes } from "node:crypto";
import { env } from "@/lib/base/env/env.server";
import { sessionSecret, sessionSecrets } from "./tokens.server";

const isSecure = () => env().LEAFWATCH_URL.startsWith("https:");

/** The cookie in which next-auth expects the token of the sign-in form. */
export function signInTokenCookie(): { name: string; secure: boolean } {
  const secure = isSecure();
  return { name: `${secure ? "__Host-" : ""}next-auth.csrf-token`, secure };
}

/** The name of the cookie in which next-auth keeps where to go after signing in. */
export function callbackCookieName(): string {
  return `${isSecure() ? "__Secure-" : ""}next-auth.callback-url`;
}

/** A token in next-auth's own form, `token|sha256(token + secret)`, so that a form can carry it at first sight. */
export function newSignInToken(): string {
  const token = randomBytes(32).toString("hex");
  return `${token}|${proofOf(token, sessionSecret())}`;
}

/**
 * Whether a token is one of ours. Another Leafwatch under the same host name leaves its own in the same cookie, and a
 * form that carried it would be turned away whatever was typed.
 */
export function isOwnSignInToken(value: string | undefined): boolean {
  return secretOfSignInToken(value) !== undefined;
}

/** The key that proved a token, whichever of the ring; undefined where none did. */
export function secretOfSignInToken(value: string | undefined): string | undefined {
  const [token = "", proof] = value?.split("|") ?? [];
  return sessionSecrets().find((secret) => proofOf(token, secret) === proof);
}

const proofOf = (token: string, secret: string) =>
  createHash("sha256")
    .update(token + secret)
    .digest("hex");
