import "server-only";
import { createHash, randomBytes } from "node:crypto";
import { env } from "@/lib/base/env/env.server";
import { sessionSecret, sessionSecrets } from "./tokens.server";

// Apart from cookies.server.ts, so that the proxy does not load next-auth.

/** Returns true if people reach Leafwatch over https. */
export const isSecure = () => env().LEAFWATCH_URL.startsWith("https:");

/** Binds a cookie to this host over https, so that no neighbour under the same domain can plant one. */
export const hostCookieName = (name: string) => (isSecure() ? `__Host-${name}` : name);

/** The cookie in which next-auth expects the token of the sign-in form. */
export const signInTokenCookie = () => ({ name: hostCookieName("next-auth.csrf-token"), secure: isSecure() });

/** The name of the cookie in which next-auth keeps where to go after signing in. */
export function callbackCookieName(): string {
  return `${isSecure() ? "__Secure-" : ""}next-auth.callback-url`;
}

/** A token in next-auth's own form, `token|sha256(token + secret)`, so that the first form already carries one. */
export function newSignInToken(): string {
  const token = randomBytes(32).toString("hex");
  return `${token}|${proofOf(token, sessionSecret())}`;
}

/**
 * Returns true if a token is ours. Another Leafwatch under the same host name uses the same cookie, and a form with its
 * token would be rejected.
 */
export function isOwnSignInToken(value: string | undefined): boolean {
  return secretOfSignInToken(value) !== undefined;
}

/** The key of the ring that made a token; undefined when none did. */
export function secretOfSignInToken(value: string | undefined): string | undefined {
  const [token = "", proof] = value?.split("|") ?? [];
  return sessionSecrets().find((secret) => proofOf(token, secret) === proof);
}

const proofOf = (token: string, secret: string) =>
  createHash("sha256")
    .update(token + secret)
    .digest("hex");
